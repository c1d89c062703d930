import type { Query } from '../platform/db.ts'
import { publicChain } from '../rounds/chain.ts'
import type { TableGame } from './rules.ts'
import { findRound } from './store.ts'
import { outcomeOf } from './table.ts'

/** Public data to recompute a round; null if it does not exist, 'in_play' before its cards are shown. */
export async function proofOf(db: Query, game: TableGame, roundId: string) {
  const round = await findRound(db, game.slug, roundId)
  if (!round) return null
  const { number, hash, dealtMs, phase } = round
  if (phase !== 'settled' || hash === null || dealtMs === null) return 'in_play'
  const chain = await publicChain(db, round.chain)
  const query = new URLSearchParams({ hash, salt: chain.salt, end: chain.end_hash, n: String(number) })
  return {
    game: game.slug,
    round: round.id,
    number,
    hash,
    salt: chain.salt,
    outcome: outcomeOf({ game, salt: chain.salt }, { hash, number }),
    chain,
    dealt_at: new Date(dealtMs).toISOString(),
    link: `/proof/${game.slug}/${round.id}?${query.toString()}`,
  }
}
