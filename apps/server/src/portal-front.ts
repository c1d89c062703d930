import * as z from 'zod/mini'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentLanguage, ContentPage, ContentPageName } from '@dhow/contract/content'
import type { Game, getGame } from '@dhow/contract/catalog'
import type { LiveTable } from '@dhow/contract/lobby'
import type { ReplyOf } from '@dhow/contract/operation'
import type { PortalSettings } from '@dhow/contract/portal'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import type { BonusTerms } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import type { Catalog } from './features/catalog/index.ts'

/** Data of a server-rendered page; the portal's `PageData` is the same shape. */
export interface PageData {
  settings: PortalSettings
  portal:
    | { state: 'active' }
    | { state: 'forbidden'; message: string }
    | { state: 'maintenance'; message: string; until: string | null }
  lobby?: Awaited<ReturnType<Catalog['lobby']>>
  tables?: LiveTable[]
  offer?: BonusTerms
  list?: { category: string; sandbox: 'hide' | 'show'; games: Game[]; total: number; next_cursor: string | null }
  game?: ReplyOf<typeof getGame>['game'] | undefined
  page?: { name: ContentPageName; content: ContentPage | null }
  liabilities?: LiabilityDay[]
  /** The market of the visitor's country, where that is known. */
  market?: Market
  sandboxInbox: string | null
}

/** Visitor's properties known before any script runs. */
export interface Hint {
  signedIn: boolean
  theme: 'dark' | 'light'
  language: ContentLanguage
  /** As little as possible is to be fetched. */
  saver: boolean
  /** The player has favourites: the lobby keeps the room of their shelf. */
  liked: boolean
}

type Render = (request: {
  url: string
  data: PageData
  hint: Hint
  assets: { scripts: string[]; style: string }
}) => Promise<{ status: number; html: string }>

/** The portal's built front end: the page renderer and the names of its files. */
export interface PortalFront {
  folder: string
  /** Page renderer, loaded on first use: it takes a seventh of a start, and calls do not need it. */
  loadPages: () => Promise<{ render: Render; languageOf: (...asked: (string | undefined)[]) => ContentLanguage }>
  /** The program's files for a language and a path, the one that starts it first. */
  scriptsFor: (language: string, path: string) => string[]
  style: string
  /** The CSP's name of the one style element. */
  styleHash: string
}

/** Vite's manifest: each entry with what it needs. */
const builtFile = z.object({
  file: z.string(),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
type BuiltFile = z.infer<typeof builtFile>
const builtFiles = z.record(z.string(), builtFile)
const wordsOf = (language: string, group: string): string => `src/shared/words/${language}/${group}.ts`

/**
 * Screens whose own files are fetched beside the program's, which would ask for them only once it runs: players mostly come to these by a link
 * from elsewhere, on a phone that has nothing yet.
 */
const screensAhead: readonly { path: RegExp; screen: string; words: readonly string[] }[] = [
  { path: /^\/play\/[\w-]+$/, screen: 'src/features/gateway/play.tsx', words: ['play'] },
  {
    path: /^\/payment-method$/,
    screen: 'src/features/deposits/payment-method.tsx',
    words: ['account', 'money', 'texts', 'terms'],
  },
]

/** Loads the built portal; undefined where there is none, as in tests of the API alone. */
export async function loadPortalFront(folder: string): Promise<PortalFront | undefined> {
  const manifestPath = join(folder, 'client/.vite/manifest.json')
  if (!existsSync(manifestPath)) return undefined
  const manifest = builtFiles.parse(JSON.parse(await readFile(manifestPath, 'utf8')))
  const entry = manifest['src/entry-client.tsx']
  const styleFile = manifest['style.css']?.file ?? entry?.css?.[0]
  if (!entry || !styleFile) throw new Error('the built portal has no entry; build it again')
  const style = (await readFile(join(folder, 'client', styleFile), 'utf8')).trim()
  const loadPages = async () =>
    // Once it is loaded, this is the module that the program holds.
    (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Awaited<
      ReturnType<PortalFront['loadPages']>
    >
  const built = (key: string) => {
    const row = manifest[key]
    if (!row) throw new Error(`the built portal has no ${key}; build it again`)
    return row
  }
  /** A file with those that it imports, once each. */
  const withImports = (row: BuiltFile): BuiltFile[] => [row, ...(row.imports ?? []).map(built)]
  return {
    folder: join(folder, 'client'),
    loadPages,
    scriptsFor(language, path) {
      const ahead = screensAhead.find((one) => one.path.test(path))
      const files = [
        ...withImports(entry),
        built(wordsOf(language, 'core')),
        // Manifest of the files of other languages.
        ...(language === 'en' ? [] : [built('src/shared/words/other-languages.ts')]),
        ...(ahead
          ? [...withImports(built(ahead.screen)), ...ahead.words.map((group) => built(wordsOf(language, group)))]
          : []),
      ]
      return [...new Set(files.map(({ file }) => `/${file}`))]
    },
    style,
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  }
}
