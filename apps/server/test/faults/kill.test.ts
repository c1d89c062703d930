import '../../src/platform/http/tables.ts'
import '../../src/features/staff/tables.ts'
import '../../src/features/statements/tables.ts'
import '../../src/features/deposits/services/tables.ts'
import '../../src/features/rewards/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signatureOf } from '../../src/features/deposits/services/a-pay.ts'
import { testEngine } from '../engines.ts'
import { houseCallHere, playerToBePaid, withdrawalCode } from '../acts.ts'
import { houseCall, openWorldOfProcesses, over, type ServerProcess } from '../processes.ts'
import { openWorldWithSandbox, sandboxKey, type Sandbox } from '../sandbox.ts'
import { seatOf } from '../house.ts'
import { csvOfLines, importLines, linesOf, mapping } from '../statements.ts'
import type { World } from '../world.ts'
import { dieTogether, type Flow } from './company.ts'

/**
 * A server that is a real process dies by kill -9 at every boundary between two statements of an act, and with every commit on its way.
 * Another one starts, the janitors have their turn and the act is repeated with its key: there is one effect, whole, and nothing of the first
 * try is half there.
 */

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>

type Headers = Record<string, string>

// ---- The acts ----

const depositPath = '/player/deposit-namibia/manual-deposit/send-deposit-request'

const approveDeposit: Flow<{ playerId: string; id: string; version: number }> = {
  async prepare(place) {
    const player = await world.player()
    const told = await player.form(depositPath, {
      manual_deposit_id: '2',
      amount: '500',
      utr: `KILL${player.id.slice(-6)}${place}`,
    })
    const { id } = told.json.data.deposit as { id: string }
    return { playerId: player.id, id, version: (await cashier.get(`/staff/deposits/${id}`)).json.deposit.version }
  },
  act: (server, { id, version }, headers) =>
    over(server, cashier, 'console').post(
      `/staff/deposits/${id}/approve`,
      { received_amount: '500.00', version },
      headers,
    ),
  // The version is the cashier's key: what was approved cannot be approved again.
  alreadyDone: 'deposit_state_changed',
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 50_000n, held: 0n, inPlay: 0n },
  record: ({ id }) => recordOf('deposit', id),
  recordBefore: { state: 'submitted', steps: ['submitted'], audit: [], postings: 0 },
  recordAfter: { state: 'approved', steps: ['submitted', 'approved'], audit: ['deposit.approve'], postings: 1 },
  boundariesAtLeast: 10,
}

const tellDeposit: Flow<Acting & { utr: string }> = {
  async prepare(place) {
    const player = await world.player()
    return { playerId: player.id, player, utr: `TOLD${player.id.slice(-6)}${place}` }
  },
  act: (server, { player, utr }, headers) =>
    over(server, player).form(
      depositPath,
      { manual_deposit_id: '2', amount: '500', utr },
      { ...headers, 'idempotency-key': 'the-one-deposit' },
    ),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 0n, held: 0n, inPlay: 0n },
  async record({ playerId }) {
    const { kysely } = world.db
    const rows = await kysely.selectFrom('deposit').select('id').where('player_id', '=', playerId).execute()
    const keys = await kysely.selectFrom('idempotent_call').select('reply').where('player_id', '=', playerId).execute()
    return { deposits: await Promise.all(rows.map(({ id }) => recordOf('deposit', id))), keys: keys.length }
  },
  recordBefore: { deposits: [], keys: 0 },
  recordAfter: { deposits: [{ state: 'submitted', steps: ['submitted'], audit: [], postings: 0 }], keys: 1 },
  boundariesAtLeast: 2,
}

const reverseDeposit: Flow<{ playerId: string; id: string; version: number }> = {
  async prepare(place) {
    const { playerId, id, version } = await approveDeposit.prepare(place)
    const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
    return { playerId, id, version: approved.json.deposit.version }
  },
  act: (server, { id, version }, headers) =>
    over(server, manager, 'console').post(
      `/staff/deposits/${id}/reverse`,
      { reason: 'not_received', note: 'The bank took it back.', version },
      headers,
    ),
  alreadyDone: 'deposit_state_changed',
  before: { cash: 50_000n, held: 0n, inPlay: 0n },
  after: { cash: 0n, held: 0n, inPlay: 0n },
  async record({ id }) {
    const { state, audit, postings } = await recordOf('deposit', id)
    return { state, audit, postings }
  },
  recordBefore: { state: 'approved', audit: ['deposit.approve'], postings: 1 },
  recordAfter: { state: 'reversed', audit: ['deposit.approve', 'deposit.reverse'], postings: 2 },
  boundariesAtLeast: 10,
}

const seat = async (place: number) => {
  const player = await world.player({ balance: '100.00' })
  const launched = await player.post('/games/dhow/launch', {})
  const token = new URL(launched.json.url).searchParams.get('token')
  const opened = await houseCallHere(world, 'authenticate', { token })
  return { playerId: player.id, session: opened.json.session as string, round: `kill-${player.id}-${place}` }
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
    .selectFrom('game_round')
    .select(['stake_minor', 'payout_minor', 'open_bets'])
    .where('round_id', '=', round)
    .executeTakeFirst()) ?? null

const placeBet: Flow<Awaited<ReturnType<typeof seat>>> = {
  prepare: seat,
  act: (server, subject, headers) => houseCall(world, server, 'bet', bet(subject), headers),
  before: { cash: 10_000n, held: 0n, inPlay: 0n },
  after: { cash: 9_000n, held: 0n, inPlay: 1_000n },
  record: roundOf,
  recordBefore: null,
  recordAfter: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 1 },
  boundariesAtLeast: 3,
}

const settleBet: Flow<Awaited<ReturnType<typeof seat>>> = {
  async prepare(place) {
    const subject = await seat(place)
    expect((await houseCallHere(world, 'bet', bet(subject))).json.code).toBe('ok')
    return subject
  },
  act: (server, { session, round }, headers) =>
    houseCall(
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
  boundariesAtLeast: 3,
}

/** A rollback gives the stake back, an end of the round takes it: both are settlements of an open bet. */
const openBet = {
  prepare: settleBet.prepare,
  before: settleBet.before,
  recordBefore: settleBet.recordBefore,
  boundariesAtLeast: 3,
}
const rollBackBet: Flow<Awaited<ReturnType<typeof seat>>> = {
  ...openBet,
  act: (server, { session, round }, headers) =>
    houseCall(
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
  act: (server, { session, round }, headers) =>
    houseCall(world, server, 'end-round', { session, roundId: round, game: 'dhow' }, headers),
  after: { cash: 9_000n, held: 0n, inPlay: 0n },
  record: roundOf,
  recordAfter: { stake_minor: 1_000n, payout_minor: 0n, open_bets: 0 },
}

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
  act: (server, subject, headers) =>
    over(server, subject.player).post('/player/withdrawals', askFor(subject), withKey(headers)),
  // A code opens one try: where it was used up before the death, the player asks for another and keeps the key.
  async repeat(server, subject) {
    const again = await over(server, subject.player).post('/player/withdrawals', askFor(subject), withKey({}))
    if (again?.json.code !== 'otp_wrong') return again
    const otp = await withdrawalCode(world, subject.player)
    return over(server, subject.player).post('/player/withdrawals', askFor({ ...subject, otp }), withKey({}))
  },
  before: { cash: 100_000n, held: 0n, inPlay: 0n },
  after: { cash: 60_000n, held: 40_000n, inPlay: 0n },
  async record({ playerId }) {
    const row = await world.db.kysely.selectFrom('withdrawal').select('id').where('player_id', '=', playerId).execute()
    return Promise.all(row.map(({ id }) => recordOf('withdrawal', id)))
  },
  recordBefore: [],
  recordAfter: [{ state: 'requested', steps: ['requested'], audit: [], postings: 1 }],
  boundariesAtLeast: 15,
}

type Asked = { playerId: string; id: string; version: number }
const asked = async (approved: boolean): Promise<Asked> => {
  const subject = await toBePaid()
  const { id } = (await subject.player.post('/player/withdrawals', askFor(subject))).json.withdrawal as { id: string }
  const version = async () => (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal.version as number
  if (approved) await cashier.post(`/staff/withdrawals/${id}/approve`, { version: await version() })
  return { playerId: subject.playerId, id, version: await version() }
}
const review = (verb: string, body: object = {}) => ({
  act: (server: ServerProcess, { id, version }: Asked, headers: Headers) =>
    over(server, cashier, 'console').post(
      `/staff/withdrawals/${id}/${verb}`,
      { version, ...(verb === 'pay' ? { payment_reference: `KILL ${id}` } : {}), ...body },
      headers,
    ),
  alreadyDone: 'withdrawal_state_changed',
  before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
  record: ({ id }: Asked) => recordOf('withdrawal', id),
})

const approveWithdrawal: Flow<Asked> = {
  ...review('approve'),
  prepare: () => asked(false),
  after: { cash: 60_000n, held: 40_000n, inPlay: 0n },
  recordBefore: { state: 'requested', steps: ['requested'], audit: [], postings: 1 },
  recordAfter: { state: 'approved', steps: ['requested', 'approved'], audit: ['withdrawal.approve'], postings: 1 },
  boundariesAtLeast: 7,
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
  boundariesAtLeast: 10,
}

const rejectWithdrawal: Flow<Asked> = {
  ...review('reject', { reason: 'other' }),
  prepare: () => asked(false),
  after: { cash: 100_000n, held: 0n, inPlay: 0n },
  recordBefore: { state: 'requested', steps: ['requested'], audit: [], postings: 1 },
  recordAfter: { state: 'rejected', steps: ['requested', 'rejected'], audit: ['withdrawal.reject'], postings: 2 },
  boundariesAtLeast: 9,
}

// ---- Statements and batches ----

type Line = { playerId: string; id: string; version: number; depositId: string | undefined }
/** A line that waits in suspense, with the deposit that it is where one is told of. */
const waitingLine = async (place: number, told: boolean): Promise<Line> => {
  const player = await world.player()
  const reference = `LINE${player.id.slice(-6)}${place}${told ? 'T' : 'U'}`.toUpperCase()
  const answer = told
    ? await player.form(depositPath, { manual_deposit_id: '2', amount: '500', utr: reference })
    : undefined
  await importLines(cashier, [{ amount: '500.00', reference }])
  const [line] = await linesOf(cashier, `q=${reference}`)
  return { playerId: player.id, id: line.id, version: line.version, depositId: answer?.json.data.deposit.id }
}
const lineRecord = async ({ id, depositId }: Line) => {
  const { kysely } = world.db
  const line = await kysely
    .selectFrom('statement_line')
    .select(['state', 'posting_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const audit = await kysely.selectFrom('audit_entry').select('action').where('subject', '=', id).execute()
  const deposit = depositId === undefined ? null : await recordOf('deposit', depositId)
  return {
    line: line.state,
    isPosted: line.posting_id !== null,
    audit: audit.map((entry) => entry.action),
    deposit: deposit && { state: deposit.state, postings: deposit.postings },
  }
}
const decide = (verb: string, body: (line: Line) => object) => ({
  act: (server: ServerProcess, line: Line, headers: Headers) =>
    over(server, cashier, 'console').post(
      `/staff/statement-lines/${line.id}/${verb}`,
      { version: line.version, ...body(line) },
      headers,
    ),
  alreadyDone: 'statement_line_changed',
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 50_000n, held: 0n, inPlay: 0n },
  record: lineRecord,
})

const creditLine: Flow<Line> = {
  ...decide('credit', ({ depositId }) => ({ deposit_id: depositId })),
  prepare: (place) => waitingLine(place, true),
  recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: { state: 'submitted', postings: 0 } },
  recordAfter: {
    line: 'credited',
    isPosted: true,
    audit: ['statement.credit'],
    deposit: { state: 'approved', postings: 1 },
  },
  boundariesAtLeast: 14,
}

const assignLine: Flow<Line> = {
  ...decide('assign', ({ playerId }) => ({ player_id: playerId, note: 'killed while it was assigned' })),
  prepare: (place) => waitingLine(place, false),
  recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: null },
  recordAfter: { line: 'assigned', isPosted: true, audit: ['statement.assign'], deposit: null },
  boundariesAtLeast: 7,
}

const putAsideLine: Flow<Line> = {
  ...decide('dismiss', () => ({ reason: 'duplicate', note: 'killed while it was put aside' })),
  prepare: (place) => waitingLine(place, false),
  after: { cash: 0n, held: 0n, inPlay: 0n },
  recordBefore: { line: 'waiting', isPosted: false, audit: [], deposit: null },
  recordAfter: { line: 'dismissed', isPosted: true, audit: ['statement.dismiss'], deposit: null },
  boundariesAtLeast: 7,
}

/** Files of different accounts: those of one are taken in one after the other. */
const walletAccounts = ['4', '5', '6', '7', '8']
const importFile: Flow<{ playerId: string; name: string; account: string; bytes: Buffer }> = {
  async prepare(place) {
    const { id } = await world.player()
    const reference = `FILE${id.slice(-6)}${place}`.toUpperCase()
    const bytes = csvOfLines([
      { amount: '70.00', reference },
      { amount: '-5.00', reference: `${reference}FEE` },
    ])
    return { playerId: id, name: `${reference}.csv`, account: walletAccounts[place % walletAccounts.length]!, bytes }
  },
  act: (server, { name, account, bytes }, headers) =>
    over(server, cashier, 'console').form(
      '/staff/statements',
      {
        account,
        mapping: JSON.stringify(mapping),
        statement: new File([new Uint8Array(bytes)], name, { type: 'text/csv' }),
      },
      headers,
    ),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 0n, held: 0n, inPlay: 0n },
  async record({ name }) {
    const { kysely } = world.db
    const statement = await kysely.selectFrom('statement').selectAll().where('file_name', '=', name).executeTakeFirst()
    if (!statement) return null
    const lines = await kysely
      .selectFrom('statement_line')
      .select('id')
      .where('statement_id', '=', statement.id)
      .execute()
    const posting = await kysely
      .selectFrom('ledger_posting')
      .select('id')
      .where('key', '=', `statement:${statement.id}`)
      .execute()
    const audit = await kysely.selectFrom('audit_entry').select('action').where('subject', '=', statement.id).execute()
    return {
      lines: lines.length,
      inMinor: statement.new_in_minor,
      postings: posting.length,
      audit: audit.map((entry) => entry.action),
    }
  },
  recordBefore: null,
  recordAfter: { lines: 2, inMinor: 7_000n, postings: 1, audit: ['statement.import'] },
  boundariesAtLeast: 10,
}

/** A payout that came back: the bank's own line says so, and is linked to it. */
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
  act: (server, { id, line, lineVersion }, headers) =>
    over(server, cashier, 'console').post(
      `/staff/statement-lines/${line}/link`,
      { version: lineVersion, payment_id: id },
      headers,
    ),
  alreadyDone: 'statement_line_changed',
  before: { cash: 60_000n, held: 0n, inPlay: 0n },
  after: { cash: 100_000n, held: 0n, inPlay: 0n },
  async record({ id, line }) {
    const { state } = await world.db.kysely
      .selectFrom('statement_line')
      .select('state')
      .where('id', '=', line)
      .executeTakeFirstOrThrow()
    const { postings, ...withdrawal } = await recordOf('withdrawal', id)
    return { line: state, withdrawal: withdrawal.state, postings }
  },
  recordBefore: { line: 'waiting', withdrawal: 'paid', postings: 3 },
  recordAfter: { line: 'linked', withdrawal: 'returned', postings: 4 },
  boundariesAtLeast: 10,
}

type Batched = Asked & { batch: string; batchVersion: number }
/** In a file for the bank, with whatever else was approved. */
const batched = async (): Promise<Batched> => {
  const subject = await asked(true)
  const { batch } = (await cashier.post('/staff/payout-batches', { kind: 'bank_na' })).json
  return { ...subject, batch: batch.id, batchVersion: batch.version }
}

/** A payout of the bank’s file that the bank refused. */
const failPayout: Flow<Asked> = {
  ...review('fail', { note: 'The bank refused it.' }),
  async prepare() {
    const { batch, batchVersion, ...subject } = await batched()
    await cashier.post(`/staff/payout-batches/${batch}/send`, { version: batchVersion })
    return { ...subject, version: (await cashier.get(`/staff/withdrawals/${subject.id}`)).json.withdrawal.version }
  },
  takesWhatLies: true,
  before: { cash: 60_000n, held: 0n, inPlay: 0n },
  after: { cash: 100_000n, held: 0n, inPlay: 0n },
  async record({ id }) {
    const { state, postings } = await recordOf('withdrawal', id)
    return { state, postings }
  },
  recordBefore: { state: 'sent', postings: 2 },
  recordAfter: { state: 'failed', postings: 3 },
  boundariesAtLeast: 8,
}

const sendBatch: Flow<Batched> = {
  prepare: batched,
  takesWhatLies: true,
  act: (server, { batch, batchVersion }, headers) =>
    over(server, cashier, 'console').post(`/staff/payout-batches/${batch}/send`, { version: batchVersion }, headers),
  alreadyDone: 'batch_state_changed',
  before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
  after: { cash: 60_000n, held: 0n, inPlay: 0n },
  async record({ id, batch }) {
    const { state } = await world.db.kysely
      .selectFrom('payout_batch')
      .select('state')
      .where('id', '=', batch)
      .executeTakeFirstOrThrow()
    const { postings, ...withdrawal } = await recordOf('withdrawal', id)
    return { batch: state, withdrawal: withdrawal.state, postings }
  },
  recordBefore: { batch: 'draft', withdrawal: 'batched', postings: 1 },
  recordAfter: { batch: 'sent', withdrawal: 'sent', postings: 2 },
  boundariesAtLeast: 10,
}

// ---- Outside services ----

type Acting = { playerId: string; player: Awaited<ReturnType<World['player']>> }
type Redemption = Acting & { pin: string }
const paymentsOf = async ({ playerId }: { playerId: string }) => {
  const { kysely } = world.db
  const rows = await kysely.selectFrom('service_payment').selectAll().where('player_id', '=', playerId).execute()
  const postings = await kysely.selectFrom('ledger_posting').select('key').where('player_id', '=', playerId).execute()
  return { states: rows.map((row) => row.state), postings: postings.length }
}

const redeemVoucher: Flow<Redemption> = {
  async prepare() {
    const [player, { pin }] = [await world.player(), await sandbox.voucher('good', '30.00')]
    // All of them come from one address here.
    await world.db.kysely.deleteFrom('voucher_try').execute()
    return { playerId: player.id, player, pin }
  },
  act: (server, { player, pin }, headers) =>
    over(server, player).post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin }, headers),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 3_000n, held: 0n, inPlay: 0n },
  record: paymentsOf,
  recordBefore: { states: [], postings: 0 },
  between: [{ money: { cash: 0n, held: 0n, inPlay: 0n }, record: { states: ['redeeming'], postings: 0 } }],
  recordAfter: { states: ['succeeded'], postings: 1 },
  boundariesAtLeast: 15,
}

const settleCase: Flow<Acting & { id: string }> = {
  async prepare() {
    const [player, { pin }] = [await world.player(), await sandbox.voucher('foreign', '60.00')]
    await world.db.kysely.deleteFrom('voucher_try').execute()
    const { json } = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
    return { playerId: player.id, player, id: json.data.deposit.id }
  },
  act: (server, { id }, headers) =>
    over(server, manager, 'console').post(
      `/staff/payment-cases/${id}/settle`,
      { outcome: 'credit', amount: '61.25', note: 'Converted at the day’s rate' },
      headers,
    ),
  alreadyDone: 'case_closed',
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 6_125n, held: 0n, inPlay: 0n },
  record: paymentsOf,
  recordBefore: { states: ['review'], postings: 0 },
  recordAfter: { states: ['succeeded'], postings: 1 },
  boundariesAtLeast: 8,
}

const nobody = { cookies: new Map<string, string>(), token: () => undefined }
const takePostback: Flow<{ playerId: string; body: string }> = {
  async prepare(place) {
    const player = await world.player({ market: 'IN' })
    const reference = `TXN-${player.id.slice(-6)}-${place}`
    const path = `/player/payment-services/a-pay?return_url=/&amount=500&custom_transaction_id=${reference}`
    const { order_id, deposit } = (await player.get(path)).json.data as { order_id: string; deposit: { id: string } }
    await sandbox.act(order_id, 'lost')
    const fields = { order_id, status: 'Success', amount: 500, currency: 'INR' }
    const transactions = JSON.stringify([{ ...fields, custom_transaction_id: deposit.id, custom_user_id: player.id }])
    const signature = signatureOf(transactions, { accessKey: 'sandbox', privateKey: sandboxKey })
    const body = `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`
    return { playerId: player.id, body }
  },
  act: (server, { body }, headers) => over(server, nobody).post('/payment-services/a-pay/postback', body, headers),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 50_000n, held: 0n, inPlay: 0n },
  async record(subject) {
    const left = await world.db.kysely
      .selectFrom('service_postback')
      .select(['handled_at'])
      .where('player_ref', '=', subject.playerId)
      .execute()
    return { ...(await paymentsOf(subject)), handled: left.map((row) => row.handled_at !== null) }
  },
  recordBefore: { states: ['pending'], postings: 0, handled: [] },
  between: [
    // What is kept and not yet acted upon, and what is credited with the mark of it still to come.
    { money: { cash: 0n, held: 0n, inPlay: 0n }, record: { states: ['pending'], postings: 0, handled: [false] } },
    {
      money: { cash: 50_000n, held: 0n, inPlay: 0n },
      record: { states: ['succeeded'], postings: 1, handled: [false] },
    },
  ],
  recordAfter: { states: ['succeeded'], postings: 1, handled: [true] },
  boundariesAtLeast: 8,
}

const orderPayout: Flow<Asked & { code: string }> = {
  async prepare() {
    const subject = await asked(true)
    const { withdrawal } = (await cashier.get(`/staff/withdrawals/${subject.id}`)).json
    return { ...subject, code: withdrawal.pay_code as string }
  },
  act: (server, { id, version }, headers) =>
    over(server, cashier, 'console').post(`/staff/withdrawals/${id}/send`, { version }, headers),
  alreadyDone: 'withdrawal_state_changed',
  before: { cash: 60_000n, held: 40_000n, inPlay: 0n },
  after: { cash: 60_000n, held: 0n, inPlay: 0n },
  async record({ id }) {
    const { state, postings } = await recordOf('withdrawal', id)
    return { state, postings }
  },
  recordBefore: { state: 'approved', postings: 1 },
  // Sent before the service hears of it: whether it did, the janitor asks.
  between: [{ money: { cash: 60_000n, held: 0n, inPlay: 0n }, record: { state: 'sent', postings: 2 } }],
  recordAfter: { state: 'paid', postings: 3 },
  async alsoAfter({ code }) {
    const orders = (await sandbox.payouts()).filter((payout) => payout.external_reference === code)
    expect(orders).toMatchObject([{ status: 'paid' }])
  },
  boundariesAtLeast: 12,
}

const claimBonus: Flow<Acting> = {
  async prepare() {
    const player = await world.player({ balance: '100.00' })
    return { playerId: player.id, player }
  },
  act: (server, { player }, headers) =>
    over(server, player).post('/player/bonuses/rule_sandbox_welcome_na/claim', {}, headers),
  before: { cash: 10_000n, held: 0n, inPlay: 0n },
  after: { cash: 10_000n, held: 0n, inPlay: 0n },
  async record({ playerId }) {
    const { bonusMinor } = await world.balance(playerId)
    const rows = await world.db.kysely.selectFrom('bonus').selectAll().where('player_id', '=', playerId).execute()
    return { bonusMinor, bonuses: rows.map((row) => [row.state, row.amount_minor]) }
  },
  recordBefore: { bonusMinor: 0n, bonuses: [] },
  recordAfter: { bonusMinor: 10_000n, bonuses: [['active', 10_000n]] },
  boundariesAtLeast: 8,
}

const bonusOf = async ({ playerId }: { playerId: string }) => {
  const { bonusMinor } = await world.balance(playerId)
  const rows = await world.db.kysely.selectFrom('bonus').selectAll().where('player_id', '=', playerId).execute()
  return { bonusMinor, bonuses: rows.map((row) => row.state), postings: (await paymentsOf({ playerId })).postings }
}
const running = async (): Promise<Acting & { bonus: string }> => {
  const player = await world.player({ balance: '100.00' })
  const { json } = await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')
  return { playerId: player.id, player, bonus: json.bonus.id }
}
const endBonus = {
  act: (server: ServerProcess, { player, bonus }: Acting & { bonus: string }, headers: Headers) =>
    over(server, player).post(`/player/bonuses/${bonus}/cancel`, {}, headers),
  alreadyDone: 'bonus_ended',
  before: { cash: 10_000n, held: 0n, inPlay: 0n },
  record: bonusOf,
  boundariesAtLeast: 7,
}

const giveBackBonus: Flow<Acting & { bonus: string }> = {
  ...endBonus,
  prepare: running,
  after: { cash: 10_000n, held: 0n, inPlay: 0n },
  recordBefore: { bonusMinor: 10_000n, bonuses: ['active'], postings: 2 },
  recordAfter: { bonusMinor: 0n, bonuses: ['cancelled'], postings: 3 },
}

/** What was wagered in full becomes cash, though it is the giving back that was asked for. */
const completeBonus: Flow<Acting & { bonus: string }> = {
  ...endBonus,
  async prepare() {
    const subject = await running()
    const seated = await seatOf(world, subject.player)
    for (let round = 0; round < 10; round++) await seated.play(10_000, 10_000)
    return subject
  },
  after: { cash: 20_000n, held: 0n, inPlay: 0n },
  recordBefore: { bonusMinor: 10_000n, bonuses: ['active'], postings: 22 },
  recordAfter: { bonusMinor: 0n, bonuses: ['completed'], postings: 23 },
}

const payReferral: Flow<Acting & { friendId: string }> = {
  async prepare() {
    const player = await world.player()
    const { code } = (await player.get('/player/referral')).json
    const friend = await world.player({ balance: '200.00', referral_code: code })
    const seated = await seatOf(world, friend)
    await seated.play(20_000, 20_000)
    return { playerId: player.id, player, friendId: friend.id }
  },
  act: (server, { player }, headers) => over(server, player).post('/player/referral/claim', {}, headers),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 5_000n, held: 0n, inPlay: 0n },
  async record({ playerId, friendId }) {
    const { state, amount_minor } = await world.db.kysely
      .selectFrom('referral')
      .select(['state', 'amount_minor'])
      .where('referred_id', '=', friendId)
      .executeTakeFirstOrThrow()
    return { state, amount_minor, postings: (await paymentsOf({ playerId })).postings }
  },
  recordBefore: { state: 'waiting', amount_minor: null, postings: 0 },
  recordAfter: { state: 'paid', amount_minor: 5_000n, postings: 1 },
  boundariesAtLeast: 10,
}

const claimGift: Flow<Acting & { code: string }> = {
  async prepare() {
    const player = await world.player()
    const made = await manager.post('/staff/gift-envelopes', {
      title: 'A gift',
      market: 'NA',
      kind: 'fixed',
      amount: '20.00',
      claims: 1,
      expires_in_hours: 1,
    })
    return { playerId: player.id, player, code: made.json.code }
  },
  act: (server, { player, code }, headers) => over(server, player).post('/gift-envelope/claim', { code }, headers),
  before: { cash: 0n, held: 0n, inPlay: 0n },
  after: { cash: 2_000n, held: 0n, inPlay: 0n },
  async record({ playerId }) {
    const { kysely } = world.db
    const shares = await kysely.selectFrom('gift_share').selectAll().where('player_id', '=', playerId).execute()
    return { shares: shares.length, postings: (await paymentsOf({ playerId })).postings }
  },
  recordBefore: { shares: 0, postings: 0 },
  recordAfter: { shares: 1, postings: 1 },
  boundariesAtLeast: 6,
}

/** What stands about a payment beside the balances: all of it moves in one transaction, or none. */
async function recordOf(kind: 'deposit' | 'withdrawal', id: string) {
  const { kysely } = world.db
  const { state } = await kysely.selectFrom(kind).select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const steps =
    kind === 'deposit'
      ? await kysely.selectFrom('deposit_step').select('state').where('deposit_id', '=', id).orderBy('id').execute()
      : await kysely
          .selectFrom('withdrawal_step')
          .select('state')
          .where('withdrawal_id', '=', id)
          .orderBy('id')
          .execute()
  const audit = await kysely
    .selectFrom('audit_entry')
    .select('action')
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  const postings = await kysely
    .selectFrom('ledger_posting')
    .select('key')
    .where((eb) => eb.or([eb('key', '=', `${kind}:${id}`), eb('key', 'like', `${kind}:${id}:%`)]))
    .execute()
  return {
    state,
    steps: steps.map((step) => step.state),
    audit: audit.map((entry) => entry.action),
    postings: postings.length,
  }
}

describe.runIf(testEngine === 'postgres')('a kill -9 of the server', () => {
  beforeAll(async () => {
    ;({ world, sandbox, close } = await openWorldWithSandbox((env) => openWorldOfProcesses(env, { withoutJobs: true })))
    cashier = await world.operator('cashier')
    manager = await world.operator('manager')
    await sandbox.payoutsAre('paid')
  })
  afterAll(() => close())

  const flows = () => ({
    'the sending of a batch of payouts': sendBatch,
    'the telling of a deposit': tellDeposit,
    'the approval of a deposit': approveDeposit,
    'the taking back of a deposit': reverseDeposit,
    'a bet': placeBet,
    'the settlement of a bet': settleBet,
    'the rollback of a bet': rollBackBet,
    'the end of a round': endRound,
    'the request of a withdrawal': requestWithdrawal,
    'the approval of a withdrawal': approveWithdrawal,
    'the payment of a withdrawal': payWithdrawal,
    'the refusal of a withdrawal': rejectWithdrawal,
    'an order to the payout service': orderPayout,
    'the credit of a statement’s line': creditLine,
    'the assignment of money in suspense': assignLine,
    'a line that is put aside': putAsideLine,
    'the import of a statement': importFile,
    'a payout that the bank refused': failPayout,
    'a payout that came back': returnPayout,
    'the redemption of a voucher': redeemVoucher,
    'the credit of a payment case': settleCase,
    'a postback of A-Pay': takePostback,
    'the claim of a bonus': claimBonus,
    'the giving back of a bonus': giveBackBonus,
    'a bonus that becomes cash': completeBonus,
    'the payment for a friend who came': payReferral,
    'the claim of a gift': claimGift,
  })

  it.each([
    ['between two statements', 'answered'],
    ['with a commit on its way', 'committing'],
  ] as const)(
    '%s leaves all of a money flow or nothing, and janitors and its repeat make it whole once',
    async (_name, when) => dieTogether(world, when, flows()),
    600_000,
  )
})
