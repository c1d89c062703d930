import { roundsQuery, type RoundReply } from '@dhow/contract/rounds-file'
import type * as z from 'zod/mini'
import { findRound as findCrash } from '../crash/store.ts'
import type { InstantEngine } from '../instant/engine.ts'
import type { Query } from '../platform/db.ts'
import { publicChain } from '../rounds/chain.ts'
import { findRound as findDealt } from '../tables/store.ts'
import { tableGameOf } from '../tables/games.ts'

type Asked = z.output<typeof roundsQuery>['rounds'][number]

/**
 * Inputs to recompute rounds, for a player's history file. Bet ids are known only to their player and the portal, so the field of a bet is returned
 * only to a caller that names its id.
 */
export async function inputsOfRounds(db: Query, engine: InstantEngine, rounds: Asked[]): Promise<RoundReply[]> {
  const found: RoundReply[] = []
  for (const asked of rounds) found.push(await inputsOfRound(db, engine, asked))
  return found
}

const inPlay: RoundReply = { inputs: { kind: 'in_play' }, on: {} }

async function inputsOfRound(db: Query, engine: InstantEngine, { game, round, bets }: Asked): Promise<RoundReply> {
  if (game === 'dhow') {
    const found = await findCrash(db, round)
    if (!found || found.phase === 'void') return null
    if (found.hash === null || found.phase !== 'over') return inPlay
    const rows = await db.query<{ id: string; at: number | null }>(
      'select id, cashed_at as at from bets where round = $1 and id = any($2::text[])',
      [round, bets],
    )
    const on = rows.map(({ id, at }) => [id, at === null ? null : (at / 100).toFixed(2)] as const)
    return { inputs: await placeOf(db, { ...found, hash: found.hash }), on: Object.fromEntries(on) }
  }
  if (tableGameOf(game)) {
    const found = await findDealt(db, game, round)
    if (!found) return null
    if (found.hash === null || found.phase !== 'settled') return inPlay
    const rows = await db.query<{ id: string; field: string }>(
      'select id, field from table_bets where round = $1 and id = any($2::text[])',
      [round, bets],
    )
    const on = rows.map(({ id, field }) => [id, field] as const)
    return { inputs: await placeOf(db, { ...found, hash: found.hash }), on: Object.fromEntries(on) }
  }
  const proof = await engine.proof(game, round)
  if (!proof) return null
  if (proof === 'in_play') return inPlay
  const { commitment, serverSeed, clientSeed, nonce, options, actions, isCashedOut } = proof
  return {
    inputs: { kind: 'seeds', commitment, serverSeed, clientSeed, nonce, options, actions, isOut: isCashedOut },
    on: {},
  }
}

async function placeOf(db: Query, { chain, hash, number }: { chain: string; hash: string; number: number }) {
  const { salt, end_hash: end } = await publicChain(db, chain)
  return { kind: 'chain' as const, hash, salt, number, end }
}
