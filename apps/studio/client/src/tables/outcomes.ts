import { roundSeeds } from '@dhow/fairness/shoe'
import type { TableGame } from '../../../src/tables/rules.ts'
import type { TableState } from './state.ts'

/** Outcomes of a game's rounds; the current one is computed once for each hash. */
export function openOutcomes(game: TableGame) {
  let known: { hash: string; outcome: unknown } | null = null
  const at = (hash: string, salt: string, no: number): unknown => game.draw(roundSeeds(hash, salt, no))
  return {
    at,
    /** Outcome of the current round; null while its hash is secret. */
    now({ round, salt }: TableState): unknown {
      if (!round?.hash || round.phase === 'betting') return null
      if (known?.hash !== round.hash) known = { hash: round.hash, outcome: at(round.hash, salt, round.no) }
      return known.outcome
    },
  }
}

/** An amount on a chip: 5k, 1.2k, 50. */
export function brief(minor: number): string {
  const whole = Math.floor(minor / 100)
  return whole >= 1000 ? `${Math.floor(whole / 100) / 10}k` : String(whole)
}
