import { andarBahar } from './games/andar-bahar.ts'
import { baccarat } from './games/baccarat.ts'
import { dragonTiger } from './games/dragon-tiger.ts'
import { roulette } from './games/roulette.ts'
import { teenPatti } from './games/teen-patti.ts'
import type { TableGame } from './rules.ts'

/** The shared tables, a row each. */
export const tableGames: readonly TableGame[] = [dragonTiger, andarBahar, baccarat, teenPatti, roulette]

const bySlug = new Map(tableGames.map((game) => [game.slug, game]))
export const tableGameOf = (slug: string): TableGame | undefined => bySlug.get(slug)
