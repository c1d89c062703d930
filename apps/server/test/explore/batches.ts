import { checkBooks, checkBooksAsServer } from './check-books.ts'
import { checkReceipts } from './check-receipts.ts'
import { openLab, type EngineName, type Lab } from './lab.ts'
import type { Plan } from './plan.ts'
import { runSchedule, type NotePhase, type Outcome } from './run-schedule.ts'

/** A schedule with its number, which counts from one. */
export interface Numbered {
  number: number
  plan: Plan
}

/** A schedule that failed. */
export interface Failure extends Numbered {
  wrong: string[]
}

/** How many schedules share a database and servers before the next ones get others. */
const batchSize = 200
/** How many schedules go by between two looks at all of the books and at the log of receipts. */
const checkedEach = 10

/** Runs a schedule on a database and servers of its own: one that began on the rows and caches of another would not repeat exactly. */
export async function runAlone(plan: Plan, engine: EngineName): Promise<Outcome> {
  const lab = await openLab(engine)
  try {
    const outcome = await runSchedule(lab, plan, () => undefined)
    return outcome.wrong.length > 0 ? outcome : { ...outcome, wrong: await check(lab) }
  } finally {
    await lab.close()
  }
}

/**
 * Runs schedules that share a database and servers, whose start takes far longer than a schedule. The books and the log are checked after several of them:
 * of those that leave them wrong, each is run again on its own to find the one. A failure ends its batch, since the next schedule would begin on broken books.
 * The product's own check of the books ends each batch.
 */
export function openBatches(engine: EngineName, notePhase: NotePhase = () => undefined) {
  let lab: Lab | undefined
  let done = 0
  let unchecked: Numbered[] = []

  async function end(wrongOf: (ended: Lab) => Promise<string[]>): Promise<string[]> {
    const ended = lab
    lab = undefined
    done = 0
    if (!ended) return []
    const wrong = await wrongOf(ended)
    notePhase('check')
    await ended.close()
    notePhase('open')
    return wrong
  }

  /** Looks at the books, for the last time where they end here. */
  async function look(isLast: boolean): Promise<Failure | undefined> {
    const since = unchecked
    unchecked = []
    const wrong = lab && !isLast ? await check(lab) : await end(checkWhole)
    notePhase('check')
    if (wrong.length === 0) return undefined
    await end(nothing)
    for (const one of since) {
      const alone = await runAlone(one.plan, engine)
      if (alone.wrong.length > 0) return { ...one, wrong: alone.wrong }
    }
    const last = since.at(-1)
    return last && { ...last, wrong: [...wrong, `after the ${since.length} schedules up to this one`] }
  }

  return {
    /** Answers how the schedule went, and which of those that were run failed, if one is found now. */
    async run(one: Numbered): Promise<{ steps: number; failure: Failure | undefined }> {
      lab ??= await openLab(engine)
      notePhase('open')
      const { wrong, steps } = await runSchedule(lab, one.plan, notePhase)
      if (wrong.length > 0) {
        unchecked = []
        await end(nothing)
        return { steps: steps.length, failure: { ...one, wrong } }
      }
      unchecked.push(one)
      const isLast = ++done === batchSize
      const failure = isLast || done % checkedEach === 0 ? await look(isLast) : undefined
      return { steps: steps.length, failure }
    },
    /** Looks at what was not looked at yet. */
    end: () => look(true),
  }
}

const nothing = () => Promise.resolve([])

/** The same as `check`, and by the product's own check. */
const checkWhole = async (lab: Lab) => [...(await check(lab)), ...(await checkBooksAsServer(lab))]

/** All invariants over all of the books, and each posting in the log. The log is written first, twice where it waited for what was settled meanwhile. */
async function check(lab: Lab): Promise<string[]> {
  const receipts = lab.servers[0]?.app.features.receipts
  if (!receipts) return []
  try {
    let log: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      await receipts.sequence()
      log = await checkReceipts(lab)
      if (log.length === 0) break
    }
    return [...(await checkBooks(lab)), ...log]
  } catch (error) {
    return [`a job failed after the schedule: ${String(error)}`]
  }
}
