import { expect } from 'vitest'
import { dhowCallHere } from '../../api-calls.ts'
import { dhowCall } from '../../processes.ts'
import type { Flow } from '../crash-flows.ts'
import type { Setup } from './setup.ts'

/** A bet and its ends. */
export function flowsOfBets(setup: Setup) {
  const { world } = setup

  const seat = async (at: number) => {
    const player = await world.player({ balance: '100.00' })
    const launched = await player.post('/games/dhow/launch', {})
    const token = new URL(launched.json.url).searchParams.get('token')
    const opened = await dhowCallHere(world, 'authenticate', { token })
    return { playerId: player.id, session: opened.json.session as string, round: `kill-${player.id}-${at}` }
  }
  const bet = ({ session, round }: { session: string; round: string }) => ({
    session,
    txId: `${round}-bet`,
    roundId: round,
    game: 'dhow',
    amount: 1_000,
    currency: 'NAD',
  })
  const roundOf = async ({ round }: { round: string }) =>
    (await world.db.kysely
      .selectFrom('gateway.game_round')
      .select(['stake_minor', 'payout_minor', 'open_bets'])
      .where('round_id', '=', round)
      .executeTakeFirst()) ?? null

  const placeBet: Flow<Awaited<ReturnType<typeof seat>>> = {
    prepare: seat,
    run: (server, subject, headers) => dhowCall(world, server, 'bet', bet(subject), headers),
    before: { cash: 10_000n, held: 0n, inPlay: 0n },
    after: { cash: 9_000n, held: 0n, inPlay: 1_000n },
    record: roundOf,
    recordBefore: null,
    recordAfter: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 1 },
    boundaries: 3,
  }

  const settleBet: Flow<Awaited<ReturnType<typeof seat>>> = {
    async prepare(at) {
      const subject = await seat(at)
      expect((await dhowCallHere(world, 'bet', bet(subject))).json.code).toBe('ok')
      return subject
    },
    run: (server, { session, round }, headers) =>
      dhowCall(
        world,
        server,
        'win',
        { ...bet({ session, round }), txId: `${round}-win`, refTxId: `${round}-bet`, amount: 2_500 },
        headers,
      ),
    before: { cash: 9_000n, held: 0n, inPlay: 1_000n },
    after: { cash: 11_500n, held: 0n, inPlay: 0n },
    record: roundOf,
    recordBefore: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 1 },
    recordAfter: { stake_minor: 1_000n, payout_minor: 2_500n, open_bets: 0 },
    boundaries: 3,
  }

  /** A rollback returns the stake, the end of a round keeps it: both settle an open bet. */
  const openBet = {
    prepare: settleBet.prepare,
    before: settleBet.before,
    recordBefore: settleBet.recordBefore,
    boundaries: 3,
  }

  const rollBackBet: Flow<Awaited<ReturnType<typeof seat>>> = {
    ...openBet,
    run: (server, { session, round }, headers) =>
      dhowCall(
        world,
        server,
        'rollback',
        { session, roundId: round, txId: `${round}-rollback`, refTxId: `${round}-bet` },
        headers,
      ),
    after: { cash: 10_000n, held: 0n, inPlay: 0n },
    record: roundOf,
    recordAfter: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 0 },
  }

  const endRound: Flow<Awaited<ReturnType<typeof seat>>> = {
    ...openBet,
    run: (server, { session, round }, headers) =>
      dhowCall(world, server, 'end-round', { session, roundId: round, game: 'dhow' }, headers),
    after: { cash: 9_000n, held: 0n, inPlay: 0n },
    record: roundOf,
    recordAfter: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 0 },
  }

  return {
    'a bet': placeBet,
    'the settlement of a bet': settleBet,
    'the rollback of a bet': rollBackBet,
    'the end of a round': endRound,
  }
}
