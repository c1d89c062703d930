import type { Query } from '../platform/db.ts'
import { chainOf, type Chain } from '../rounds/chain.ts'
import type { TableGame } from './rules.ts'
import { findRound } from './store.ts'
import { outcomeOf } from './table.ts'

/** All that a stranger needs to recompute a round; null where it does not exist, 'in_play' before its cards have been seen. */
export async function proofOf(db: Query, chain: Chain, game: TableGame, roundId: string) {
  const round = await findRound(db, game.slug, roundId)
  if (!round || round.chain !== chain.id) return null
  const { number, hash, dealtMs, phase } = round
  if (phase !== 'settled' || hash === null || dealtMs === null) return 'in_play'
  const query = new URLSearchParams({ hash, salt: chain.salt, end: chain.endHash, n: String(number) })
  return {
    game: game.slug,
    round: round.id,
    number,
    hash,
    salt: chain.salt,
    outcome: outcomeOf({ game, salt: chain.salt }, { hash, number }),
    chain: chainOf(chain),
    dealt_at: new Date(dealtMs).toISOString(),
    link: `/proof/${game.slug}/${round.id}?${query.toString()}`,
  }
}
