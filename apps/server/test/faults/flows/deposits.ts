import type { AccountRef } from '../../../src/features/wallet/index.ts'
import { over } from '../../processes.ts'
import type { Flow } from '../crash-flows.ts'
import { depositPath, messagesAbout, recordOf, type Acting, type Setup } from './setup.ts'

/** A deposit that a player reports, and an operator approves and reverses. */
export function flowsOfDeposits(setup: Setup) {
  const { world, cashier } = setup

  type Subject = { playerId: string; id: string; version: number }
  const post = (playerId: string, debit: AccountRef, credit: AccountRef) =>
    world.db.transaction((tx) =>
      world.app.features.wallet.post(tx, {
        key: `kill:${playerId}`,
        reason: 'test' as never,
        playerId,
        currency: 'NAD',
        happenedAt: world.clock.now(),
        lines: [{ debit, credit, amountMinor: 10_000n }],
      }),
    )
  const bank = { house: 'bank_detail', ref: 'test' } as const
  const debtOf = async ({ playerId }: Subject) => (await world.balance(playerId)).debtMinor
  async function submitted(at: number): Promise<Subject> {
    const player = await world.player()
    const answer = await player.form(depositPath, {
      manual_deposit_id: '2',
      amount: '500',
      utr: `KILL${player.id.slice(-6)}${at}`,
    })
    const { id } = answer.json.data.deposit as { id: string }
    return { playerId: player.id, id, version: (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version }
  }

  /** Of a player with a debt of 100.00, which the credit pays. */
  const approveDeposit: Flow<Subject> = {
    async prepare(at) {
      const subject = await submitted(at)
      await post(subject.playerId, { house: 'player_debt', ref: subject.playerId }, bank)
      return subject
    },
    role: 'cashier',
    run: (server, { id, version }, headers, by) =>
      over(server, by, 'console').post(
        `/staff/deposits/${id}/approve`,
        { received_amount: '500.00', version },
        headers,
      ),
    // The version acts as the cashier's key: an approved deposit cannot be approved again.
    alreadyDone: 'deposit_state_changed',
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 40_000n, held: 0n, inPlay: 0n },
    record: async (subject) => ({ ...(await recordOf(setup, 'deposit', subject.id)), debt: await debtOf(subject) }),
    recordBefore: { state: 'submitted', steps: ['submitted'], audit: [], postings: 0, debt: 10_000n },
    recordAfter: {
      state: 'approved',
      steps: ['submitted', 'approved', 'approved'],
      audit: ['deposit.approve'],
      postings: 2,
      debt: 0n,
    },
    boundaries: 30,
  }

  const reportDeposit: Flow<Acting & { utr: string }> = {
    async prepare(at) {
      const player = await world.player()
      return { playerId: player.id, player, utr: `SENT${player.id.slice(-6)}${at}` }
    },
    run: (server, { player, utr }, headers) =>
      over(server, player).form(
        depositPath,
        { manual_deposit_id: '2', amount: '500', utr },
        { ...headers, 'idempotency-key': 'the-one-deposit' },
      ),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 0n, held: 0n, inPlay: 0n },
    async record({ playerId }) {
      const { kysely } = world.db
      const rows = await kysely.selectFrom('deposits.deposit').select('id').where('player_id', '=', playerId).execute()
      const keys = await kysely
        .selectFrom('platform.idempotent_call')
        .select('reply')
        .where('player_id', '=', playerId)
        .execute()
      return { deposits: await Promise.all(rows.map(({ id }) => recordOf(setup, 'deposit', id))), keys: keys.length }
    },
    recordBefore: { deposits: [], keys: 0 },
    recordAfter: { deposits: [{ state: 'submitted', steps: ['submitted'], audit: [], postings: 0 }], keys: 1 },
    boundaries: 4,
  }

  /** Of 500.00, 100.00 were spent and become a debt. */
  const reverseDeposit: Flow<Subject> = {
    async prepare(at) {
      const { playerId, id, version } = await submitted(at)
      const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
      await post(playerId, { player: 'cash' }, bank)
      return { playerId, id, version: approved.json.deposit.version }
    },
    role: 'manager',
    run: (server, { id, version }, headers, by) =>
      over(server, by, 'console').post(
        `/staff/deposits/${id}/reverse`,
        { reason: 'not_received', note: 'The bank took it back.', version },
        headers,
      ),
    alreadyDone: 'deposit_state_changed',
    before: { cash: 40_000n, held: 0n, inPlay: 0n },
    after: { cash: 0n, held: 0n, inPlay: 0n },
    async record(subject) {
      const { state, audit, postings } = await recordOf(setup, 'deposit', subject.id)
      return { state, audit, postings, debt: await debtOf(subject), ...(await messagesAbout(setup, subject.id)) }
    },
    recordBefore: {
      state: 'approved',
      audit: ['deposit.approve'],
      postings: 1,
      debt: 0n,
      messages: ['deposit_credited'],
      texts: [],
    },
    recordAfter: {
      state: 'reversed',
      audit: ['deposit.approve', 'deposit.reverse'],
      postings: 2,
      debt: 10_000n,
      messages: ['deposit_credited', 'deposit_reversed'],
      texts: ['deposit_reversed'],
    },
    boundaries: 24,
  }

  return {
    'the report of a deposit': reportDeposit,
    'the approval of a deposit': approveDeposit,
    'the reversal of a deposit': reverseDeposit,
  }
}
