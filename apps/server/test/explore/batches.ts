import { checkBooks, checkBooksAsServer } from './check-books.ts'
import { checkReceipts } from './check-receipts.ts'
import type { Plan } from './plan.ts'
import { runSchedule, type NotePhase, type Outcome } from './run-schedule.ts'
import { openSystem, type EngineName, type System } from './system.ts'

/** A schedule with its number, from one. */
export interface Numbered {
  number: number
  plan: Plan
}

/** A schedule that failed. */
export interface Failure extends Numbered {
  wrong: string[]
}

/** Schedules that share a database and servers. */
const batchSize = 200
/** Schedules between two checks of all books and of the public log. */
const checkEach = 10

/** Runs a schedule on its own database and servers: rows and caches of another would prevent exact repetition. */
export async function runAlone(plan: Plan, engine: EngineName): Promise<Outcome> {
  const system = await openSystem(engine)
  try {
    const outcome = await runSchedule(system, plan, () => undefined)
    return outcome.wrong.length > 0 ? outcome : { ...outcome, wrong: await checkAll(system) }
  } finally {
    await system.close()
  }
}

/**
 * Runs schedules on a shared database and servers, whose start takes far longer than a schedule. The books and the public
 * log are checked after several of them; if that finds something, each of these runs again alone, to find the one that
 * failed. A failure ends its batch, because the next schedule would begin with broken books. The product's own check of
 * the books ends each batch.
 */
export function openBatches(engine: EngineName, notePhase: NotePhase = () => undefined) {
  let system: System | undefined
  let done = 0
  let unchecked: Numbered[] = []

  async function end(check: (ended: System) => Promise<string[]>): Promise<string[]> {
    const ended = system
    system = undefined
    done = 0
    if (!ended) return []
    const wrong = await check(ended)
    notePhase('check books')
    await ended.close()
    notePhase('start servers')
    return wrong
  }

  /** Checks the schedules since the last check, and ends the batch if it is complete. */
  async function checkUnchecked(isComplete: boolean): Promise<Failure | undefined> {
    const suspects = unchecked
    unchecked = []
    const wrong = system && !isComplete ? await checkAll(system) : await end(checkAllAsServer)
    notePhase('check books')
    if (wrong.length === 0) return undefined
    await end(nothing)
    for (const one of suspects) {
      const alone = await runAlone(one.plan, engine)
      if (alone.wrong.length > 0) return { ...one, wrong: alone.wrong }
    }
    const last = suspects.at(-1)
    return last && { ...last, wrong: [...wrong, `found after the last ${suspects.length} schedules together`] }
  }

  return {
    /** Runs a schedule. The failure may be one of the schedules before it that were not checked yet. */
    async run(one: Numbered): Promise<{ steps: number; failure: Failure | undefined }> {
      system ??= await openSystem(engine)
      notePhase('start servers')
      const { wrong, steps } = await runSchedule(system, one.plan, notePhase)
      if (wrong.length > 0) {
        unchecked = []
        await end(nothing)
        return { steps: steps.length, failure: { ...one, wrong } }
      }
      unchecked.push(one)
      const isComplete = ++done === batchSize
      const failure = isComplete || done % checkEach === 0 ? await checkUnchecked(isComplete) : undefined
      return { steps: steps.length, failure }
    },
    /** Checks the rest and ends the batch. */
    end: () => checkUnchecked(true),
  }
}

const nothing = () => Promise.resolve([])

const checkAllAsServer = async (system: System) => [...(await checkAll(system)), ...(await checkBooksAsServer(system))]

/** Brings the public log up to date, and checks it and every invariant of the books. */
async function checkAll(system: System): Promise<string[]> {
  const receipts = system.servers[0]?.app.features.receipts
  if (!receipts) return []
  try {
    let log: string[] = []
    // A second time if the first had to wait for postings that were not settled.
    for (let turn = 0; turn < 2; turn++) {
      await receipts.sequence()
      log = await checkReceipts(system)
      if (log.length === 0) break
    }
    return [...(await checkBooks(system)), ...log]
  } catch (error) {
    return [`a job failed after the schedule: ${String(error)}`]
  }
}
