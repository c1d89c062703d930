import { expect } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../api-calls.ts'
import { over, type ServerProcess } from '../../processes.ts'
import { importLines, linesOf } from '../../statements.ts'
import type { Flow, Operator } from '../crash-flows.ts'
import { recordOf, type Headers, type Setup } from './setup.ts'

type Asked = { playerId: string; id: string; version: number }
type Batched = Asked & { batch: string; batchVersion: number }

/** A withdrawal, its review, and the outcome of the payout. */
export function flowsOfWithdrawals(setup: Setup) {
  const { world, sandbox, cashier } = setup

  const toBePaid = async () => {
    const player = await playerToBePaid(world)
    return { player, playerId: player.id, otp: await withdrawalCode(world, player) }
  }
  const askFor = ({ player, otp }: Awaited<ReturnType<typeof toBePaid>>) => ({
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp,
  })
  const withKey = (headers: Headers) => ({ ...headers, 'idempotency-key': 'the-one-withdrawal' })

  const requestWithdrawal: Flow<Awaited<ReturnType<typeof toBePaid>>> = {
    prepare: toBePaid,
    run: (server, subject, headers) =>
      over(server, subject.player).post('/player/withdrawals', askFor(subject), withKey(headers)),
    // A code allows one try: if it was used up before the crash, the player requests another and keeps the key.
    async repeat(server, subject) {
      const again = await over(server, subject.player).post('/player/withdrawals', askFor(subject), withKey({}))
      if (again?.json.code !== 'otp_wrong') return again
      const otp = await withdrawalCode(world, subject.player)
      return over(server, subject.player).post('/player/withdrawals', askFor({ ...subject, otp }), withKey({}))
    },
    before: { cash: 100_000n, held: 0n, inPlay: 0n },
    after: { cash: 60_000n, held: 40_000n, inPlay: 0n },
    async record({ playerId }) {
      const row = await world.db.kysely
        .selectFrom('withdrawals.withdrawal')
        .select('id')
        .where('player_id', '=', playerId)
        .execute()
      return Promise.all(row.map(({ id }) => recordOf(setup, 'withdrawal', id)))
    },
    recordBefore: [],
    recordAfter: [{ state: 'requested', steps: ['requested'], audit: [], postings: 1 }],
    boundaries: 30,
  }

  const asked = async (approved: boolean): Promise<Asked> => {
    const subject = await toBePaid()
    const { id } = (await subject.player.post('/player/withdrawals', askFor(subject))).json.withdrawal as { id: string }
    const version = async () => (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal.version as number
    if (approved) await cashier.post(`/staff/withdrawals/${id}/approve`, { version: await version() })
    return { playerId: subject.playerId, id, version: await version() }
  }
  const review = (verb: string, body: object = {}) => ({
    role: 'cashier' as const,
    run: (server: ServerProcess, { id, version }: Asked, headers: Headers, by: Operator) =>
      over(server, by, 'console').post(
        `/staff/withdrawals/${id}/${verb}`,
        { version, ...(verb === 'pay' ? { payment_reference: `KILL ${id}` } : {}), ...body },
        headers,
      ),
    alreadyDone: 'withdrawal_state_changed',
    before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
    record: ({ id }: Asked) => recordOf(setup, 'withdrawal', id),
  })

  const approveWithdrawal: Flow<Asked> = {
    ...review('approve'),
    prepare: () => asked(false),
    after: { cash: 60_000n, held: 40_000n, inPlay: 0n },
    recordBefore: { state: 'requested', steps: ['requested'], audit: [], postings: 1 },
    recordAfter: { state: 'approved', steps: ['requested', 'approved'], audit: ['withdrawal.approve'], postings: 1 },
    boundaries: 30,
  }

  const payWithdrawal: Flow<Asked> = {
    ...review('pay'),
    prepare: () => asked(true),
    after: { cash: 60_000n, held: 0n, inPlay: 0n },
    recordBefore: { state: 'approved', steps: ['requested', 'approved'], audit: ['withdrawal.approve'], postings: 1 },
    recordAfter: {
      state: 'paid',
      steps: ['requested', 'approved', 'paid'],
      audit: ['withdrawal.approve', 'withdrawal.pay'],
      postings: 3,
    },
    boundaries: 34,
  }

  const rejectWithdrawal: Flow<Asked> = {
    ...review('reject', { reason: 'other' }),
    prepare: () => asked(false),
    after: { cash: 100_000n, held: 0n, inPlay: 0n },
    recordBefore: { state: 'requested', steps: ['requested'], audit: [], postings: 1 },
    recordAfter: { state: 'rejected', steps: ['requested', 'rejected'], audit: ['withdrawal.reject'], postings: 2 },
    boundaries: 26,
  }

  /** A returned payout: the bank's own line is linked to it. */
  const returnPayout: Flow<Asked & { line: string; lineVersion: number }> = {
    async prepare() {
      const subject = await asked(true)
      const { withdrawal } = (await cashier.get(`/staff/withdrawals/${subject.id}`)).json
      const paid = { version: subject.version, payment_reference: `BACK ${subject.id}` }
      await cashier.post(`/staff/withdrawals/${subject.id}/pay`, paid)
      await importLines(cashier, [{ amount: '400.00', reference: withdrawal.pay_code }], 'payouts-NAD')
      const [line] = await linesOf(cashier, `q=${withdrawal.pay_code}`)
      return { ...subject, line: line.id, lineVersion: line.version }
    },
    role: 'cashier',
    run: (server, { id, line, lineVersion }, headers, by) =>
      over(server, by, 'console').post(
        `/staff/statement-lines/${line}/link`,
        { version: lineVersion, payment_id: id },
        headers,
      ),
    alreadyDone: 'statement_line_changed',
    before: { cash: 60_000n, held: 0n, inPlay: 0n },
    after: { cash: 100_000n, held: 0n, inPlay: 0n },
    async record({ id, line }) {
      const { state } = await world.db.kysely
        .selectFrom('statements.line')
        .select('state')
        .where('id', '=', line)
        .executeTakeFirstOrThrow()
      const { postings, ...withdrawal } = await recordOf(setup, 'withdrawal', id)
      return { line: state, withdrawal: withdrawal.state, postings }
    },
    recordBefore: { line: 'waiting', withdrawal: 'paid', postings: 3 },
    recordAfter: { line: 'linked', withdrawal: 'returned', postings: 4 },
    boundaries: 16,
  }

  /** In a bank file, with all other approved ones. */
  const batched = async (): Promise<Batched> => {
    const subject = await asked(true)
    const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
    return { ...subject, batch: batch.id, batchVersion: batch.version }
  }

  /** A payout of the bank file that the bank refused. */
  const failPayout: Flow<Asked> = {
    ...review('fail', { note: 'The bank refused it.' }),
    async prepare() {
      const { batch, batchVersion, ...subject } = await batched()
      await cashier.post(`/staff/payout-batches/${batch}/send`, { version: batchVersion })
      return { ...subject, version: (await cashier.get(`/staff/withdrawals/${subject.id}`)).json.withdrawal.version }
    },
    takesAllApproved: true,
    before: { cash: 60_000n, held: 0n, inPlay: 0n },
    after: { cash: 100_000n, held: 0n, inPlay: 0n },
    async record({ id }) {
      const { state, postings } = await recordOf(setup, 'withdrawal', id)
      return { state, postings }
    },
    recordBefore: { state: 'sent', postings: 2 },
    recordAfter: { state: 'failed', postings: 3 },
    boundaries: 32,
  }

  const sendBatch: Flow<Batched> = {
    prepare: batched,
    takesAllApproved: true,
    role: 'cashier',
    run: (server, { batch, batchVersion }, headers, by) =>
      over(server, by, 'console').post(`/staff/payout-batches/${batch}/send`, { version: batchVersion }, headers),
    alreadyDone: 'batch_state_changed',
    before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
    after: { cash: 60_000n, held: 0n, inPlay: 0n },
    async record({ id, batch }) {
      const { state } = await world.db.kysely
        .selectFrom('withdrawals.payout_batch')
        .select('state')
        .where('id', '=', batch)
        .executeTakeFirstOrThrow()
      const { postings, ...withdrawal } = await recordOf(setup, 'withdrawal', id)
      return { batch: state, withdrawal: withdrawal.state, postings }
    },
    recordBefore: { batch: 'draft', withdrawal: 'batched', postings: 1 },
    recordAfter: { batch: 'sent', withdrawal: 'sent', postings: 2 },
    boundaries: 34,
  }

  const orderPayout: Flow<Asked & { code: string }> = {
    async prepare() {
      const subject = await asked(true)
      const { withdrawal } = (await cashier.get(`/staff/withdrawals/${subject.id}`)).json
      return { ...subject, code: withdrawal.pay_code as string }
    },
    role: 'cashier',
    run: (server, { id, version }, headers, by) =>
      over(server, by, 'console').post(`/staff/withdrawals/${id}/send`, { version }, headers),
    alreadyDone: 'withdrawal_state_changed',
    before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
    after: { cash: 60_000n, held: 0n, inPlay: 0n },
    async record({ id }) {
      const { state, postings } = await recordOf(setup, 'withdrawal', id)
      return { state, postings }
    },
    recordBefore: { state: 'approved', postings: 1 },
    // Marked as sent before the service receives it; the clean-up job queries whether it did.
    between: [{ money: { cash: 60_000n, held: 0n, inPlay: 0n }, record: { state: 'sent', postings: 2 } }],
    recordAfter: { state: 'paid', postings: 3 },
    async alsoAfter({ code }) {
      const orders = (await sandbox.payouts()).filter((payout) => payout.external_reference === code)
      expect(orders).toMatchObject([{ status: 'paid' }])
    },
    boundaries: 46,
  }

  return {
    'the sending of a batch of payouts': sendBatch,
    'a payout that the bank refused': failPayout,
    'the request of a withdrawal': requestWithdrawal,
    'the approval of a withdrawal': approveWithdrawal,
    'the payment of a withdrawal': payWithdrawal,
    'the refusal of a withdrawal': rejectWithdrawal,
    'an order to the payout service': orderPayout,
    'a payout that came back': returnPayout,
  }
}
