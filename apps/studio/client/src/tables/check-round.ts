import { roundSeeds } from '@dhow/fairness/shoe'
import type { TableGame } from '../../../src/tables/rules.ts'
import type { ProofInputs } from '../check-round.ts'

export const outcomeIn = (game: TableGame, { hash, salt, number }: ProofInputs): unknown =>
  game.draw(roundSeeds(hash, salt, number))

/** The link to the proof page that carries every input. */
export const proofLink = (game: TableGame, round: string, { hash, salt, end, number }: ProofInputs): string =>
  `${location.origin}/proof/${game.slug}/${round}?${new URLSearchParams({ hash, salt, end, n: String(number) })}`

/** The round as the studio tells it, or why it does not. */
export async function fetchRound(
  game: TableGame,
  round: string,
): Promise<{ inputs: ProofInputs; outcome: unknown } | 'inPlay' | 'unknown' | 'failed'> {
  try {
    const response = await fetch(`/api/tables/${game.slug}/rounds/${encodeURIComponent(round)}`)
    if (response.status === 409) return 'inPlay'
    if (response.status === 404) return 'unknown'
    if (!response.ok) return 'failed'
    const told = (await response.json()) as {
      number: number
      hash: string
      salt: string
      outcome: unknown
      chain: { end_hash: string }
    }
    const { number, hash, salt, outcome } = told
    return { inputs: { hash, salt, end: told.chain.end_hash, number }, outcome }
  } catch {
    // Offline or cut off: the page says that it could not load, and the player tries again.
    return 'failed'
  }
}

/** What was published before the first round; undefined where it could not be loaded. */
export async function fetchChain(game: TableGame): Promise<{ endHash: string; salt: string } | undefined> {
  try {
    const response = await fetch(`/api/tables/${game.slug}/chain`)
    if (!response.ok) return undefined
    const told = (await response.json()) as { end_hash: string; salt: string }
    return { endHash: told.end_hash, salt: told.salt }
  } catch {
    // Offline or cut off: the dialog says so.
    return undefined
  }
}
