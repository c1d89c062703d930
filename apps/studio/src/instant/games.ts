import { blackjack } from './games/blackjack.ts'
import { dice } from './games/dice.ts'
import { hilo } from './games/hilo.ts'
import { keno } from './games/keno.ts'
import { limbo } from './games/limbo.ts'
import { mines } from './games/mines.ts'
import { plinko } from './games/plinko.ts'
import { wheel } from './games/wheel.ts'
import type { Game } from './rules.ts'

/** The one-player games, a row each. */
export const instantGames: Game[] = [dice, limbo, mines, plinko, wheel, keno, hilo, blackjack]

const bySlug = new Map(instantGames.map((game) => [game.slug, game]))
export const gameOf = (slug: string): Game | undefined => bySlug.get(slug)
