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
  list?: {
    category: string
    provider: string
    sandbox: 'hide' | 'show'
    games: Game[]
    total: number
    next_cursor: string | null
  }
  offers?: { market: Market; offers: BonusTerms[] }
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

/** A screen's own file, and the groups of words that it needs. */
interface ScreenFiles {
  file: string | undefined
  groups: readonly string[]
}

/** The portal's built front end: the page renderer and the names of its files. */
export interface PortalFront {
  folder: string
  /** Page renderer, loaded on first use: it takes a seventh of a start, and calls do not need it. */
  loadPages: () => Promise<{
    render: Render
    languageOf: (...asked: (string | undefined)[]) => ContentLanguage
    screenAt: (path: string) => ScreenFiles | undefined
  }>
  /**
   * Files of the program for a language, the one that starts it first, and those of a screen, for which the program would ask only once it runs:
   * a phone far away would wait for both in turn.
   */
  scriptsFor: (language: string, screen: ScreenFiles | undefined) => string[]
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
  /** A file with those that it imports. */
  const withImports = (row: BuiltFile, known = new Set<BuiltFile>()): Set<BuiltFile> => {
    if (known.has(row)) return known
    known.add(row)
    for (const name of row.imports ?? []) withImports(built(name), known)
    return known
  }
  return {
    folder: join(folder, 'client'),
    loadPages,
    scriptsFor(language, screen) {
      const files = [
        ...withImports(entry),
        built(wordsOf(language, 'core')),
        // Manifest of the files of other languages.
        ...(language === 'en' ? [] : [built('src/shared/words/other-languages.ts')]),
        ...(screen?.file ? withImports(built(screen.file)) : []),
        ...(screen?.groups ?? []).map((group) => built(wordsOf(language, group))),
      ]
      return [...new Set(files.map(({ file }) => `/${file}`))]
    },
    style,
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  }
}
