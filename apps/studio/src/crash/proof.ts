import { hundredthsText } from '@dhow/fairness/crash'
import type { Query } from '../platform/db.ts'
import { publicChain } from '../rounds/chain.ts'
import { findRound } from './store.ts'

/** Public data to recompute a round; null if it does not exist, 'in_play' while its hash is secret. */
export async function proofOf(db: Query, roundId: string) {
  const round = await findRound(db, roundId)
  if (!round) return null
  if (round.hash === null || round.crash === null) return 'in_play'
  const chain = await publicChain(db, round.chain)
  const query = new URLSearchParams({
    hash: round.hash,
    salt: chain.salt,
    end: chain.end_hash,
    n: String(round.number),
  })
  return {
    round: round.id,
    number: round.number,
    state: round.phase,
    crash: hundredthsText(round.crash),
    hash: round.hash,
    salt: chain.salt,
    chain,
    started_at: round.startedMs === null ? null : new Date(round.startedMs).toISOString(),
    link: `/proof/crash/${round.id}?${query.toString()}`,
  }
}
