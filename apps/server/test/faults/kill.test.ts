import '../../src/features/staff/tables.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../src/features/wallet/index.ts'
import { faultHeader } from '../../src/platform/faults.ts'
import { testEngine } from '../engines.ts'
import { houseCallHere, playerToBePaid, withdrawalCode } from '../acts.ts'
import { houseCall, openWorldOfProcesses, over, startServer, type ServerProcess } from '../processes.ts'
import type { Answer, World } from '../world.ts'

/**
 * A server that is a real process dies by kill -9 at every boundary between two statements of an act, and with every commit on its way.
 * Another one starts and the act is repeated with its key: there is one effect, whole, and nothing of the first try is half there.
 */

let world: World
let cashier: Awaited<ReturnType<World['operator']>>

type Headers = Record<string, string>

/** What a flow is shown to do. Amounts are of the player's own accounts, in minor units. */
interface Flow<Subject extends { playerId: string }> {
  /** Everything before the act, answered and therefore written. */
  prepare(place: number): Promise<Subject>
  act(server: ServerProcess, subject: Subject, headers: Headers): Promise<Answer | undefined>
  /** The repeat, where it is not word for word the same call: what it may answer beside a success. */
  repeat?(server: ServerProcess, subject: Subject): Promise<Answer | undefined>
  alreadyDone?: string
  before: Standing
  after: Standing
  /** Rows that say so beside the money: the state of what the act moves, its steps, its audit entries. */
  record(subject: Subject): Promise<unknown>
  recordBefore: unknown
  recordAfter: unknown
  boundariesAtLeast: number
}

interface Standing {
  cash: bigint
  held: bigint
  inPlay: bigint
}

async function standing(playerId: string): Promise<Standing> {
  const { cashMinor, heldMinor, inPlayMinor } = await world.balance(playerId)
  return { cash: cashMinor, held: heldMinor, inPlay: inPlayMinor }
}

async function expectWhole() {
  const results = await checkInvariants(world.db.kysely, world.app.features.invariants)
  expect(results.filter((result) => result.violations > 0)).toEqual([])
}

/** The database works on what was sent to it though nobody waits for the answer; only then is it settled what was written. */
async function gone({ name }: ServerProcess) {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where application_name = ${name}`.execute(world.db.kysely)
    if (rows[0]!.count === 0) return
  }
}

async function dieEverywhere<Subject extends { playerId: string }>(
  when: 'answered' | 'committing',
  flow: Flow<Subject>,
) {
  const environment = { ...world.environment, DHOW_FAULTS: 'by-request' }
  const look = async (subject: Subject) => ({
    money: await standing(subject.playerId),
    record: await flow.record(subject),
  })
  const untouched = { money: flow.before, record: flow.recordBefore }
  const done = { money: flow.after, record: flow.recordAfter }
  let server = await startServer(environment, world.url!)
  let diedBefore = 0
  let diedAfter = 0
  try {
    for (let at = when === 'answered' ? 0 : 1; ; at++) {
      const subject = await flow.prepare(at)
      expect(await look(subject)).toEqual(untouched)
      const answer = await flow.act(server, subject, { [faultHeader]: `${when}:${at}` })
      if (answer) {
        // The act has fewer statements than this: it was answered, so it has to outlive any death from here on.
        expect([sentenceOf(answer), await server.kill()]).toEqual(['done', 'SIGKILL'])
        expect(await look(subject)).toEqual(done)
        break
      }
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })
      await gone(server)

      server = await startServer(environment, world.url!)
      await expectWhole()
      const left = await look(subject)
      const happened = !isDeepStrictEqual(left, untouched)
      expect({ at, left }).toEqual({ at, left: happened ? done : untouched })
      if (happened) diedAfter++
      else diedBefore++

      const repeated = await (flow.repeat?.(server, subject) ?? flow.act(server, subject, {}))
      const says = sentenceOf(repeated)
      expect({ at, says }).toEqual({ at, says: happened ? (flow.alreadyDone ?? 'done') : 'done' })
      expect({ at, stands: await look(subject) }).toEqual({ at, stands: done })
      await expectWhole()
      // What follows the first commit that counts only reads, and those deaths are the other row's.
      if (when === 'committing' && happened) {
        expect(await server.kill()).toBe('SIGKILL')
        break
      }
    }
  } finally {
    await server.kill()
  }
  // It died on both sides of the commit, or the loop has looked at something else than it says.
  expect(diedAfter).toBeGreaterThan(0)
  if (when === 'answered') {
    expect(diedBefore).toBeGreaterThan(0)
    expect(diedBefore + diedAfter).toBeGreaterThanOrEqual(flow.boundariesAtLeast)
  }
}

/** A provider hears of a refusal in a reply of success, so its code counts. */
function sentenceOf(answer: Answer | undefined): string | undefined {
  const code = answer?.json.code as string | undefined
  return answer?.status === 200 && (code === undefined || code === 'ok') ? 'done' : code
}

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
    world = await openWorldOfProcesses()
    cashier = await world.operator('cashier')
  })
  afterAll(() => world.close())

  const flows: [string, (when: 'answered' | 'committing') => Promise<void>][] = [
    ['the approval of a deposit', (when) => dieEverywhere(when, approveDeposit)],
    ['a bet', (when) => dieEverywhere(when, placeBet)],
    ['the settlement of a bet', (when) => dieEverywhere(when, settleBet)],
    ['the rollback of a bet', (when) => dieEverywhere(when, rollBackBet)],
    ['the end of a round', (when) => dieEverywhere(when, endRound)],
    ['the request of a withdrawal', (when) => dieEverywhere(when, requestWithdrawal)],
    ['the approval of a withdrawal', (when) => dieEverywhere(when, approveWithdrawal)],
    ['the payment of a withdrawal', (when) => dieEverywhere(when, payWithdrawal)],
    ['the refusal of a withdrawal', (when) => dieEverywhere(when, rejectWithdrawal)],
  ]
  for (const when of ['answered', 'committing'] as const) {
    describe.concurrent(when === 'answered' ? 'between two statements' : 'with a commit on its way', () => {
      it.each(flows)(
        'of %s leaves all of it or nothing, and its repeat makes it whole once',
        (_name, run) => run(when),
        600_000,
      )
    })
  }
})
