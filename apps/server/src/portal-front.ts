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
import { openInlinePictures, type InlinePictures } from './inline-pictures.ts'

/** Data of a server-rendered page; the portal's `PageData` has the same shape. */
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
  /** Market of the visitor's country, if known. */
  market?: Market
  sandboxInbox: string | null
}

/** Visitor's properties known before any script runs. */
export interface Hint {
  signedIn: boolean
  theme: 'dark' | 'light'
  language: ContentLanguage
  /** Save data: load as little as possible. */
  saver: boolean
  /** Whether the player has favourites: the lobby reserves space for their shelf. */
  liked: boolean
}

type Render = (request: {
  url: string
  data: PageData
  hint: Hint
  assets: { scripts: string[]; core: string; style: string; pictures: ReadonlyMap<string, string> }
}) => Promise<{ status: number; html: string }>

/** Script of a screen, and the groups of words that it needs. */
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
    sourceAt: (path: string) => Promise<ScreenFiles | undefined>
  }>
  /**
   * Scripts for a language, the entry first, and those of a screen, which the entry would request only once it runs: a
   * slow connection would wait for both in turn.
   */
  scriptsFor: (language: string, screen: ScreenFiles | undefined) => string[]
  /** The largest of these scripts, which every page loads. */
  core: string
  style: string
  /** Small drawings of the first screen, for inlining. */
  inlined: InlinePictures
  /** CSP hash of the only style element. */
  styleHash: string
}

/** Vite's manifest: each entry with its imports. */
const builtFile = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
})
type BuiltFile = z.infer<typeof builtFile>
const builtFiles = z.record(z.string(), builtFile)
const wordsOf = (language: string, group: string): string => `src/shared/words/${language}/${group}.ts`

/** Loads the built portal; undefined if there is none, as in tests of the API. */
export async function loadPortalFront(folder: string): Promise<PortalFront | undefined> {
  const manifestPath = join(folder, 'client/.vite/manifest.json')
  if (!existsSync(manifestPath)) return undefined
  const manifest = builtFiles.parse(JSON.parse(await readFile(manifestPath, 'utf8')))
  const entry = manifest['src/entry-client.tsx']
  const styleFile = manifest['style.css']?.file ?? entry?.css?.[0]
  if (!entry || !styleFile) throw new Error('the built portal has no entry; build it again')
  const style = (await readFile(join(folder, 'client', styleFile), 'utf8')).trim()
  const loadPages = async () =>
    // Matches the type of the built module.
    (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Awaited<
      ReturnType<PortalFront['loadPages']>
    >
  const built = (key: string) => {
    const row = manifest[key]
    if (!row) throw new Error(`the built portal has no ${key}; build it again`)
    return row
  }
  const core = entry.imports?.map(built).find(({ name }) => name === 'core')
  if (!core) throw new Error('the built portal has no core; build it again')
  /** The table of screens and everything else that the lobby does not need, in the chunk `beyond-lobby` (apps/player/vite.config.ts). */
  const table = Object.values(manifest).find(({ name }) => name === 'beyond-lobby')
  if (!table) throw new Error('the built portal has no table of screens; build it again')
  /** A file with its imports. */
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
        ...(screen ? withImports(table) : []),
        ...(screen?.file ? withImports(built(screen.file)) : []),
        ...(screen?.groups ?? []).map((group) => built(wordsOf(language, group))),
      ]
      return [...new Set(files.map(({ file }) => `/${file}`))]
    },
    core: `/${core.file}`,
    style,
    inlined: openInlinePictures(join(folder, 'client')),
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  }
}
