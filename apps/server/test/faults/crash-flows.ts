import '../../src/features/withdrawals/tables.ts'
import '../../src/features/payments/tables.ts'
import '../../src/features/staff/tables.ts'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { checkInvariants } from '../../src/features/wallet/index.ts'
import { faultHeader } from '../../src/platform/faults.ts'
import { inBatches, repeatWhileBusy, startServer, type ServerProcess } from '../processes.ts'
import type { Answer, World } from '../world.ts'
import { asOwner } from '../as-owner.ts'

type Role = 'cashier' | 'manager'
export type Operator = Awaited<ReturnType<World['operator']>>

/** Expected behaviour of a flow. Amounts are of the player's own accounts, in minor units. */
export interface Flow<Subject extends { playerId: string }> {
  /**
   * Role of the action's operator, if any: a different operator for each crash, because actions of one operator wait
   * for each other.
   */
  role?: Role
  /** Does everything before the crash, answered and therefore written. */
  prepare(number: number): Promise<Subject>
  run(
    server: ServerProcess,
    subject: Subject,
    headers: Record<string, string>,
    by: Operator,
  ): Promise<Answer | undefined>
  /** The repeat, if it differs from the first call: an allowed answer besides success. */
  repeat?(server: ServerProcess, subject: Subject): Promise<Answer | undefined>
  alreadyDone?: string
  before: Standing
  after: Standing
  /** Rows besides the money: state of the deposit or withdrawal, steps, audit entries. */
  record(subject: Subject): Promise<unknown>
  recordBefore: unknown
  /** Intermediate states, if an outside service takes part: a crash may leave them for the clean-up jobs. */
  between?: { money: Standing; record: unknown }[]
  recordAfter: unknown
  alsoAfter?(subject: Subject): Promise<void>
  /** Minimum number of boundaries. */
  boundaries: number
  /** Prepared before all others: a payment file includes every approved payout. */
  takesAllApproved?: boolean
}

interface Standing {
  cash: bigint
  held: bigint
  inPlay: bigint
}

/** Progress of a flow through its boundaries. */
interface FlowRun {
  name: string
  label: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each flow has its own subjects
  flow: Flow<any>
  /** Boundaries to repeat, because another flow's lock came first. */
  again: number[]
  next: number
  /** Distance from a boundary to the next one: 1 for every boundary. */
  step: number
  /** The last boundary without the effect, and the first with it. */
  lastBefore: number
  firstAfter: number
  width: number
  crashedBefore: number
  crashedAfter: number
  turns: number
  isThrough: boolean
}
const maxTurns = 8
/**
 * npm run test:kills kills the server at every boundary; npm test takes every fourth one of each flow, with a different
 * offset per flow, and each one from the last boundary before the effect on.
 */
const stepOfSample = process.env['DHOW_TEST_KILLS'] === 'every' ? 1 : 4
/** Commits are few: take each of them. */
const stepOf = (when: 'answered' | 'committing') => (when === 'answered' ? stepOfSample : 1)
/** Boundaries at which a flow crashes in one run of a server, each for another player. */
const crashesAtOnce = 7

/** Flows prepared concurrently: more would only wait for each other's locks. */
const preparedAtOnce = 4

/** One crash of a process: a flow that stops at one of its boundaries. */
interface Crash {
  flowRun: FlowRun
  at: number
  label: string
  subject: { playerId: string }
  by: Operator
}

/**
 * Crashes each flow at its boundaries. Several flows crash together, each at a few boundaries, so that one run of a
 * server serves them all; a flow that was waiting for another's lock repeats that boundary in the next run.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each flow has its own subjects
export async function crashFlows(world: World, when: 'answered' | 'committing', flows: Record<string, Flow<any>>) {
  const environment = {
    ...world.environment,
    DHOW_FAULTS: 'by-request',
    // The world's process runs the jobs, when the test starts them.
    JOBS: 'off',
    // Each request that waits at its statement keeps a connection until all of them do.
    DATABASE_CONNECTIONS: '120',
    // Waiting for other flows must not count as an unanswered payment service, on a slow machine either.
    SERVICE_TIMEOUT_MS: '60000',
  }
  const runs: FlowRun[] = Object.entries(flows).map(([name, flow], number) => ({
    name,
    label: `flow-${number}`,
    flow,
    again: stepOf(when) > 1 ? [0] : [],
    next: when === 'answered' && stepOf(when) === 1 ? 0 : 1 + (number % stepOf(when)),
    step: stepOf(when),
    lastBefore: -1,
    firstAfter: Infinity,
    // Usually only the first commit matters.
    width: when === 'answered' ? crashesAtOnce : 1,
    crashedBefore: 0,
    crashedAfter: 0,
    turns: 0,
    isThrough: false,
  }))
  const look = async ({ flow }: FlowRun, subject: { playerId: string }) => {
    const { cashMinor, heldMinor, inPlayMinor } = await world.balance(subject.playerId)
    return { money: { cash: cashMinor, held: heldMinor, inPlay: inPlayMinor }, record: await flow.record(subject) }
  }
  const untouched = ({ flow }: FlowRun) => ({ money: flow.before, record: flow.recordBefore })
  const done = ({ flow }: FlowRun) => ({ money: flow.after, record: flow.recordAfter })
  /** Boundaries of a flow for the next run. */
  const boundariesOf = (flowRun: FlowRun): number[] => {
    const wanted = flowRun.again.splice(0, flowRun.width)
    // Boundaries after the last one are answered, which shows that none is left.
    const isWalking = flowRun.step === stepOf(when) || wanted.length === 0
    for (; isWalking && wanted.length < flowRun.width && !flowRun.isThrough; flowRun.next += flowRun.step)
      wanted.push(flowRun.next)
    return wanted
  }
  const operators = openOperators(world)

  let server = await startServer(environment, world.url!)
  try {
    for (;;) {
      const wanted = runs.map((flowRun) => ({ flowRun, boundaries: boundariesOf(flowRun) }))
      const prepare = async ({ flowRun, boundaries }: (typeof wanted)[number]) => {
        const planned: Crash[] = []
        for (const at of boundaries) {
          const by = await operators.next(flowRun.flow.role)
          const subject = await flowRun.flow.prepare(at)
          expect({ name: flowRun.name, stands: await look(flowRun, subject) }).toEqual({
            name: flowRun.name,
            stands: untouched(flowRun),
          })
          planned.push({ flowRun, at, label: `${flowRun.label}-${at}`, subject, by })
        }
        return planned
      }
      const crashes: Crash[] = []
      operators.reuse()
      for (const one of wanted) if (one.flowRun.flow.takesAllApproved) crashes.push(...(await prepare(one)))
      const others = wanted.filter(({ flowRun }) => !flowRun.flow.takesAllApproved)
      crashes.push(...(await inBatches(others, preparedAtOnce, prepare)).flat())
      if (crashes.length === 0) break
      await expireSessions(world)
      const answers = await Promise.all(
        crashes.map(async ({ flowRun, at, label, subject, by }) => {
          const headers = { [faultHeader]: `${when}:${at}/${crashes.length}/${label}` }
          const answer = await flowRun.flow.run(server, subject, headers, by)
          // It timed out on another flow's lock without doing anything: the next run repeats this boundary.
          return sentenceOf(answer) === 'busy' ? undefined : answer
        }),
      )
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })
      await gone(world, server)
      const reached = new Set(
        server
          .output()
          .split('\n')
          .flatMap((line) => /^\{"reached":"([\w-]+)"\}$/.exec(line)?.[1] ?? []),
      )
      /** The answer did not wait for the statement at which the request stopped. */
      const stoppedBehindAnswer = (label: string) => when === 'answered' && reached.has(label)
      // If none moved, something other than a lock holds them.
      expect([reached.size > 0, answers.some((answer) => answer)]).toContain(true)
      await expectWhole(world)

      const left = await Promise.all(crashes.map(({ flowRun, subject }) => look(flowRun, subject)))
      server = await startServer(environment, world.url!)
      await runCleanUpJobs(world)
      await Promise.all(
        crashes.map(async ({ flowRun, at, label, subject, by }, number) => {
          const { name, flow } = flowRun
          const answer = answers[number]
          if (answer) {
            // It was answered, so it must survive any later crash: it has fewer statements than this, or the answer did
            // not wait for this one.
            expect({ name, outcome: sentenceOf(answer) }).toEqual({ name, outcome: 'done' })
            expect({ name, stands: left[number] }).toEqual({ name, stands: done(flowRun) })
            if (stoppedBehindAnswer(label)) flowRun.crashedAfter++
            return
          }
          const happened = !isDeepStrictEqual(left[number], untouched(flowRun))
          const isBetween = flow.between?.some((state) => isDeepStrictEqual(state, left[number]))
          if (!isBetween)
            expect({ name, at, left: left[number] }).toEqual({
              name,
              at,
              left: happened ? done(flowRun) : untouched(flowRun),
            })
          if (happened)
            expect({ name, at, left: await look(flowRun, subject) }).toEqual({ name, at, left: done(flowRun) })
          const outcome = sentenceOf(
            await repeatWhileBusy(async () => flow.repeat?.(server, subject) ?? flow.run(server, subject, {}, by)),
          )
          expect({ name, at, outcome }).toEqual({ name, at, outcome: happened ? (flow.alreadyDone ?? 'done') : 'done' })
          expect({ name, at, stands: await look(flowRun, subject) }).toEqual({ name, at, stands: done(flowRun) })
          await flow.alsoAfter?.(subject)
          if (!reached.has(label)) return void flowRun.again.push(at)
          if (happened) {
            flowRun.crashedAfter++
            flowRun.firstAfter = Math.min(flowRun.firstAfter, at)
          } else {
            flowRun.crashedBefore++
            flowRun.lastBefore = Math.max(flowRun.lastBefore, at)
          }
          // Statements after the first effective commit only read, and the other row covers those crashes.
          if (when === 'committing' && happened && !isBetween) flowRun.isThrough = true
        }),
      )
      for (const flowRun of runs) {
        const answered = crashes.filter(
          (crash, index) => crash.flowRun === flowRun && answers[index] && !stoppedBehindAnswer(crash.label),
        )
        if (answered.length === 0) continue
        const end = Math.min(...answered.map(({ at }) => at))
        if (flowRun.step > 1) {
          // The sample is complete: now take each boundary around the effect.
          flowRun.step = 1
          for (let at = flowRun.lastBefore + 1; at < Math.min(flowRun.firstAfter, end); at++) flowRun.again.push(at)
        }
        flowRun.isThrough = flowRun.crashedAfter > 0 || flowRun.turns++ >= maxTurns
        if (flowRun.isThrough) continue
        // If no commit arrived before the crash was noticed, or another flow consumed its input, try again alone.
        if (flowRun.again.length === 0) flowRun.width = 1
        flowRun.next = when === 'answered' ? end : 1
      }
      await expectWhole(world)
    }
  } finally {
    await server.kill()
  }
  // Each must have stopped on both sides of its commit and once for each sampled statement; otherwise the loop did not
  // test what its title says.
  const short = runs.filter(
    ({ crashedBefore, crashedAfter, flow }) =>
      crashedAfter === 0 ||
      (when === 'answered' &&
        (crashedBefore === 0 || crashedBefore + crashedAfter < Math.floor(flow.boundaries / stepOfSample))),
  )
  expect(short.map(({ name, crashedBefore, crashedAfter }) => ({ name, crashedBefore, crashedAfter }))).toEqual([])
  expect(await betweenStates(world)).toEqual([])
}

/** Operators for the crashes of one run of a server, each a different one; the next run reuses them. */
function openOperators(world: World) {
  const known: Record<Role, Operator[]> = { cashier: [], manager: [] }
  let used: Record<Role, number> = { cashier: 0, manager: 0 }
  return {
    reuse: () => void (used = { cashier: 0, manager: 0 }),
    /** Next operator of the role; the first admin for a flow without an operator. */
    async next(role: Role | undefined): Promise<Operator> {
      if (role === undefined) return world.admin!
      const number = used[role]++
      return (known[role][number] ??= await world.operator(role))
    },
  }
}

/**
 * An operator's session is written again 30 seconds after its last use: make that so in every run, or the machine's
 * speed would change the number of statements.
 */
async function expireSessions(world: World) {
  const seen = new Date(world.platform.clock.now().getTime() - 60_000)
  await world.db.kysely.updateTable('staff.operator_session').set({ last_seen_at: seen }).execute()
}

async function expectWhole(world: World) {
  const results = await checkInvariants(world.db.kysely, world.app.features.invariants)
  expect(results.filter((result) => result.violations > 0)).toEqual([])
}

/** Waits until the database has ended the killed server's statements: only then is it certain what was written. */
async function gone(world: World, { name }: ServerProcess) {
  for (;;) {
    const connections = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where application_name = ${name}`
    const { rows } = await asOwner(world.db, (tx) => connections.execute(tx))
    if (rows[0]!.count === 0) return
    await setTimeout(5)
  }
}

/** Makes everything open due now, and runs the clean-up jobs. */
async function runCleanUpJobs(world: World) {
  const { kysely } = world.db
  const longAgo = new Date(0)
  await kysely
    .updateTable('payments.service_payment')
    .set({ next_check_at: longAgo })
    .where('state', 'in', ['redeeming', 'unknown'])
    .execute()
  await kysely
    .updateTable('payments.service_postback')
    .set({ received_at: longAgo })
    .where('handled_at', 'is', null)
    .execute()
  await kysely
    .updateTable('withdrawals.withdrawal')
    .set({ next_check_at: longAgo })
    .where('by_service', '=', true)
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
  await world.app.features.payments.clean()
  await world.app.features.withdrawals.sending.clean()
}

/** Payments of which it is unknown whether the outside service did its part. */
async function betweenStates(world: World) {
  const { rows } = await sql`
    select id, state from payments.service_payment where state in ('redeeming', 'unknown', 'initiating', 'pending')
    union all select id, state from withdrawals.withdrawal where by_service and state in ('sent', 'unknown')
    union all select id, status from payments.service_postback where handled_at is null`.execute(world.db.kysely)
  return rows
}

/** A provider receives a refusal in a successful reply, so its code counts. */
function sentenceOf(answer: Answer | undefined): string | undefined {
  const code = answer?.json.code as string | undefined
  return answer?.status === 200 && (code === undefined || code === 'ok') ? 'done' : code
}
