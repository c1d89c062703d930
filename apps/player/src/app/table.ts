import { Lobby } from '../features/catalog/lobby.tsx'
import type { LazyScreen } from '../shared/lazy-screen.tsx'
import { matchPath } from '../shared/match-path.ts'
import { loadWords, type Language } from '../shared/words/words.tsx'
import { paths } from './paths.ts'

export interface RouteRow {
  paths: readonly string[]
  /** `visitor`: a sign-in form, which redirects signed-in players. */
  access: 'public' | 'visitor' | 'player'
  screen: LazyScreen
}

const lobby: RouteRow = {
  paths: [paths.home],
  access: 'public',
  screen: { Screen: Lobby, Outline: Lobby, load: () => Promise.resolve() },
}

type Others = Pick<typeof import('./routes.tsx'), 'routes' | 'notFound'>
/** Table of all other screens, once fetched; the lobby alone does not need it. */
let others: Others | undefined

export async function loadTable(): Promise<Others> {
  if (others) return others
  const { routes, notFound } = await import('./routes.tsx')
  return (others = { routes, notFound })
}

/** The row of a path; undefined if there is none or the table is not loaded. */
export const rowOf = (path: string): RouteRow | undefined =>
  [lobby, ...(others?.routes ?? [])].find((row) => row.paths.some((pattern) => matchPath(pattern, path)))

/** The screen of a path without a row; undefined while the table is not here. */
export const screenOfNone = (): LazyScreen | undefined => others?.notFound

/** The screen of a path, that of none included. */
export async function screenAt(path: string): Promise<LazyScreen> {
  const row = rowOf(path)
  if (row) return row.screen
  const { notFound } = await loadTable()
  return rowOf(path)?.screen ?? notFound
}

/** Loads the screen of a path with its words, so that it renders in one pass. */
export async function loadScreen(path: string, language: Language) {
  await Promise.all([loadWords(language, ['core']), screenAt(path).then((screen) => screen.load(language))])
}
