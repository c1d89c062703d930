import { checkBooks, checkBooksAsServer } from './check-books.ts'
import { checkReceipts } from './check-receipts.ts'
import { openChoices, type Chosen } from './chooser.ts'
import { jobs, type JobName } from './jobs.ts'
import { openLab, type EngineName, type Lab } from './lab.ts'
import type { Plan } from './plan.ts'
import { Deadlock, Endless } from './scheduler.ts'
import { scenes } from './scenes.ts'
import { sendFrom, type Client, type Scene } from './stage.ts'

export interface Outcome {
  /** Everything that is wrong; empty if nothing is. */
  wrong: string[]
  steps: Chosen[]
}

/** Far more than the longest schedule of correct code. */
const stepsAtMost = 3_000

/** Runs a schedule on its own database and servers: rows and caches of another would prevent exact repetition. */
export async function runAlone(plan: Plan, engine: EngineName): Promise<Outcome> {
  const lab = await openLab(engine)
  try {
    return await runSchedule(lab, plan)
  } finally {
    await lab.close()
  }
}

/** Schedules that share a database and servers. */
const batchSize = 100

/**
 * Runs schedules on a shared database and servers, whose start takes far longer than a schedule. A failing one ends its
 * batch, because the next would begin with broken books. The product's own check of the books ends each batch.
 */
export function openBatches(engine: EngineName) {
  let lab: Lab | undefined
  let done = 0
  async function end(): Promise<string[]> {
    const ended = lab
    lab = undefined
    done = 0
    if (!ended) return []
    const wrong = await checkBooksAsServer(ended)
    await ended.close()
    return wrong
  }
  return {
    async run(plan: Plan): Promise<Outcome> {
      lab ??= await openLab(engine)
      const outcome = await runSchedule(lab, plan)
      if (outcome.wrong.length > 0) {
        await lab.close()
        lab = undefined
        done = 0
      } else if (++done === batchSize) return { ...outcome, wrong: await end() }
      return outcome
    },
    /** Returns what is wrong at the end. */
    end,
  }
}

/** Runs one schedule, and then checks the books, the receipts, and the answers. */
async function runSchedule(lab: Lab, plan: Plan): Promise<Outcome> {
  await lab.begin(plan.seed, plan.faults.filter(({ kind }) => kind === 'crash').length)
  const prepared: Scene[] = []
  for (const name of plan.scenes) {
    const scene = await scenes[name](lab).catch((error: unknown) => `${name} could not be prepared: ${String(error)}`)
    if (typeof scene === 'string') return { wrong: [scene], steps: [] }
    prepared.push(scene)
  }
  const { scheduler } = lab
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
  const choices = openChoices(lab, plan, (place) => {
    for (const name of ['receipts', 'payments', 'payouts'] as const)
      start(() => runJob(lab, name, place, `restarted ${name}`))
  })
  const startClient = (name: string, place: number, client: Client) =>
    start(async () => {
      const actor = { name, server: undefined, isGone: false }
      const step = { actor, kind: 'begin' as const, label: client.name, writes: false, commits: false }
      await scheduler.hold(step, () => Promise.resolve())
      await client.act(sendFrom(lab, name, place, choices.isReplyLost))
    })
  scheduler.begin()
  const clients = prepared.flatMap((scene, number) => scene.clients.map((client) => ({ client, number })))
  for (const [index, { client, number }] of clients.entries()) {
    const name = `${plan.scenes[number]}${number} ${client.name}`
    startClient(name, index % 2, client)
    if (plan.faults.some(({ kind, place }) => kind === 'duplicate' && place % clients.length === index))
      startClient(`${name} (duplicate)`, (index + 1) % 2, client)
  }
  for (const [index, name] of plan.jobs.entries()) start(() => runJob(lab, name, index % 2, `job ${index} ${name}`))
  const wrong = await scheduler
    .run(choices, () => open === 0, stepsAtMost)
    .then(
      () => [] as string[],
      (error: unknown) => {
        if (error instanceof Deadlock || error instanceof Endless) return [error.message]
        throw error
      },
    )
  // A statement that waits for a lock would wait forever; a lab with one is not used again.
  if (wrong.length > 0) return { wrong, steps: choices.chosen }
  for (const step of scheduler.end()) step.release()
  await scheduler.quiet()
  wrong.push(...failures)
  await settle(lab).catch((error: unknown) => void wrong.push(`a job failed after the schedule: ${String(error)}`))
  for (const scene of prepared) wrong.push(...(await scene.judge()))
  return { wrong: [...wrong, ...(await checkBooks(lab)), ...(await checkReceipts(lab))], steps: choices.chosen }
}

/** A server's job as an actor; a failing one is tried again at its next run, after the schedule. */
async function runJob(lab: Lab, job: JobName, place: number, name: string) {
  const server = lab.servers[place]
  if (!server) return
  const actor = { name, server: server.number, isGone: false }
  const work = lab.scheduler.actors.run(actor, async () => {
    await lab.scheduler.hold({ actor, kind: 'begin', label: job, writes: false, commits: false }, () =>
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
  select ((select count(*) from payment) + (select count(*) from postback) + (select count(*) from payout))::int as open`

/**
 * Runs the jobs as in the next minutes: a second time if they left something open, and the log, which waits for settled
 * postings.
 */
async function settle(lab: Lab) {
  const features = lab.servers[0]?.app.features
  if (!features) return
  for (let turn = 0; turn < 2; turn++) {
    const [due] = await lab.database.query<{ open: number }>(makeDue, [], 'due')
    if (turn === 0 || due?.open !== 0) {
      await features.payments.clean()
      await features.withdrawals.sending.clean()
      await features.rewards.bonuses.settleDue()
    }
    await features.receipts.sequence()
    if (turn === 0) await features.receipts.sequenceStaff()
  }
}
