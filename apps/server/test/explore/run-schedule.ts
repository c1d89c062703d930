import { openChoices, type Chosen } from './chooser.ts'
import { sendFrom, type Client, type Flow } from './flow.ts'
import { flows } from './flows.ts'
import { jobs, type JobName } from './jobs.ts'
import type { Plan } from './plan.ts'
import { Deadlock, Endless } from './scheduler.ts'
import type { System } from './system.ts'

/** Result of a schedule. */
export interface Outcome {
  /** Everything that is wrong; empty if nothing is. */
  wrong: string[]
  steps: Chosen[]
}

/** Phases of a schedule, for a report of their times. */
export const phases = ['start servers', 'prepare', 'run', 'settle', 'check flows', 'check books'] as const
/** Ends the current phase; the next one starts. */
export type NotePhase = (phase: (typeof phases)[number]) => void

/** Far more than the longest schedule of correct code. */
const maxSteps = 3_000

/** Runs one schedule and the jobs after it, and then checks the money and the answers. */
export async function runSchedule(system: System, plan: Plan, notePhase: NotePhase): Promise<Outcome> {
  await system.begin(plan.seed, plan.faults.filter(({ kind }) => kind === 'crash').length)
  notePhase('start servers')
  const prepared: Flow[] = []
  for (const name of plan.flows) {
    const flow = await flows[name](system).catch((error: unknown) => `${name} could not be prepared: ${String(error)}`)
    if (typeof flow === 'string') return { wrong: [flow], steps: [] }
    prepared.push(flow)
  }
  notePhase('prepare')
  const { scheduler } = system
  const under: Promise<void>[] = []
  const failures: string[] = []
  let open = 0
  const start = (work: () => Promise<void>) => {
    open++
    under.push(
      work()
        .catch((error: unknown) => void failures.push(String(error)))
        .finally(() => {
          open--
          scheduler.note()
        }),
    )
  }
  const choices = openChoices(system, plan, (place) => {
    for (const name of ['receipts', 'payments', 'payouts'] as const)
      start(() => runJob(system, name, place, `restarted ${name}`))
  })
  const startClient = (name: string, place: number, client: Client) =>
    start(async () => {
      const actor = { name, server: undefined, isGone: false }
      const step = { actor, kind: 'begin' as const, label: client.name, writes: false, commits: false }
      await scheduler.hold(step, () => Promise.resolve())
      await client.act(sendFrom(system, name, place, choices.isReplyLost))
    })
  scheduler.begin()
  const clients = prepared.flatMap((flow, number) => flow.clients.map((client) => ({ client, number })))
  for (const [index, { client, number }] of clients.entries()) {
    const name = `${plan.flows[number]}${number} ${client.name}`
    startClient(name, index % 2, client)
    if (plan.faults.some(({ kind, place }) => kind === 'duplicate' && place % clients.length === index))
      startClient(`${name} (duplicate)`, (index + 1) % 2, client)
  }
  for (const [index, name] of plan.jobs.entries()) start(() => runJob(system, name, index % 2, `job ${index} ${name}`))
  const wrong = await scheduler
    .run(choices, () => open === 0, maxSteps)
    .then(
      () => [] as string[],
      (error: unknown) => {
        if (error instanceof Deadlock || error instanceof Endless) return [error.message]
        throw error
      },
    )
  // A statement that waits for a lock would wait forever; a system with one is not used again.
  if (wrong.length > 0) return { wrong, steps: choices.chosen }
  for (const step of scheduler.end()) step.release()
  await scheduler.quiet()
  notePhase('run')
  wrong.push(...failures)
  await settle(system).catch((error: unknown) => void wrong.push(`a job failed after the schedule: ${String(error)}`))
  notePhase('settle')
  for (const flow of prepared) wrong.push(...(await flow.check()))
  notePhase('check flows')
  return { wrong, steps: choices.chosen }
}

/** A server's job as an actor; a failing one is tried again at its next run, after the schedule. */
async function runJob(system: System, job: JobName, place: number, name: string) {
  const server = system.servers[place]
  if (!server) return
  const actor = { name, server: server.number, isGone: false }
  const work = system.scheduler.actors.run(actor, async () => {
    await system.scheduler.hold({ actor, kind: 'begin', label: job, writes: false, commits: false }, () =>
      Promise.resolve(),
    )
    await jobs[job](server.app.features).catch(() => undefined)
  })
  await Promise.race([work, server.gone])
}

/** Makes all scheduled repeats due now, and returns their number. Rows that are not repeated stay unchanged. */
const makeDue = `
  with payment as (
    update payments.service_payment set next_check_at = to_timestamp(0) where state in ('redeeming', 'unknown') and next_check_at is not null returning 1
  ), postback as (
    update payments.service_postback set received_at = to_timestamp(0) where handled_at is null returning 1
  ), payout as (
    update withdrawals.withdrawal set next_check_at = to_timestamp(0) where by_service and state in ('sent', 'unknown') and next_check_at is not null returning 1
  )
  select ((select count(*) from payment) + (select count(*) from postback))::int as payments, (select count(*) from payout)::int as payouts`

/** Runs the jobs that have something to do, as in the next minutes: a second time if they left something open. */
async function settle(system: System) {
  const features = system.servers[0]?.app.features
  if (!features) return
  for (let turn = 0; turn < 2; turn++) {
    const [due] = await system.database.query<{ payments: number; payouts: number }>(makeDue, [], 'due')
    const { payments = 0, payouts = 0 } = due ?? {}
    if (turn > 0 && payments + payouts === 0) return
    if (payments > 0) await features.payments.clean()
    if (payouts > 0) await features.withdrawals.sending.clean()
    await features.rewards.bonuses.settleDue()
    if (payments + payouts === 0) return
  }
}
