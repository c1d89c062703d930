import { openBatches, runAlone, type Failure } from './batches.ts'
import { plansOf, readOptions, type Options } from './options.ts'
import { codeOfPlan, type Plan } from './plan.ts'
import { phases } from './run-schedule.ts'
import { describeSteps, shrink } from './shrink.ts'
import type { EngineName } from './system.ts'

/** Schedules between two lines of progress. */
const progressEach = 1_000

/** Runs schedules, prints each failing one with its shortest form, and returns how many failed. */
export async function explore(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (options.replay !== undefined) return replay(options)
  const since = performance.now()
  const times = openTimes()
  const batches = openBatches(options.engine, times.note)
  const usedBefore = process.cpuUsage()
  const secondsGone = () => (performance.now() - since) / 1_000
  let failed = 0
  let steps = 0
  let done = 0
  const note = async (failure: Failure | undefined) => {
    if (!failure) return
    failed++
    const { plan, number, wrong } = failure
    console.log(`\nschedule ${plan.seed} (number ${number}): ${wrong.join('; ')}`)
    if (!options.isFirstEnough) await reportAlone(plan, options)
    times.note('start servers')
  }
  for (const one of plansOf(options)) {
    if (secondsGone() > options.minutes * 60 || (failed > 0 && options.isFirstEnough)) break
    const ran = await batches.run(one)
    done++
    steps += ran.steps
    await note(ran.failure)
    if (done % progressEach === 0) console.log(`… ${done} schedules, ${failed} failed, ${secondsGone().toFixed(0)} s`)
  }
  if (failed === 0 || !options.isFirstEnough) await note(await batches.end())
  const seconds = secondsGone()
  const { user, system } = process.cpuUsage(usedBefore)
  // Other work on the machine affects the seconds, but hardly the processor time.
  const workMs = ((user + system) / 1_000 / Math.max(1, done)).toFixed(0)
  console.log(
    `\n${done} schedules, ${failed} failed, ${steps} steps, ${seconds.toFixed(1)} s (${(done / seconds).toFixed(1)} a second, ${workMs} ms of processor each)`,
  )
  console.log(`of each schedule: ${times.describe(done)}`)
  return failed
}

/** Runs one schedule again, and prints its steps. */
async function replay(options: Options): Promise<number> {
  let failed = 0
  for (const { plan } of plansOf(options)) {
    const { steps, wrong } = await runAlone(plan, options.engine)
    console.log(describeSteps(steps).join('\n'))
    console.log(`\n${wrong.length === 0 ? 'nothing is wrong' : wrong.join('; ')}`)
    if (wrong.length > 0) failed++
  }
  return failed
}

/** Measures the phases of all schedules. */
function openTimes() {
  const sums = new Map<string, number>(phases.map((phase) => [phase, 0]))
  let at = performance.now()
  return {
    note(phase: string) {
      const now = performance.now()
      sums.set(phase, (sums.get(phase) ?? 0) + now - at)
      at = now
    },
    describe: (schedules: number) =>
      [...sums].map(([phase, ms]) => `${phase} ${(ms / Math.max(1, schedules)).toFixed(1)} ms`).join(', '),
  }
}

/** Shrinks a schedule that also fails on its own database. */
async function reportAlone(plan: Plan, { engine, flows }: Options) {
  const run = (shorter: Plan) => runAlone(shorter, engine)
  const drawn = flows ? ` --flows ${flows.join(',')}` : ''
  console.log(`replay: npm run explore -- --replay ${plan.seed}${drawn}${flagOf(engine)}`)
  const alone = await run(plan)
  if (alone.wrong.length > 0) return report(await shrink(plan, alone, run), engine)
  console.log('It does not fail on a fresh database: the failure depends on the schedules before it.')
}

const flagOf = (engine: EngineName) => (engine === 'in-process' ? ' --in-process' : '')

function report({ plan, outcome, tries }: Awaited<ReturnType<typeof shrink>>, engine: EngineName) {
  console.log(`shrunk in ${tries} tries to ${outcome.steps.length} steps: ${outcome.wrong.join('; ')}`)
  console.log(`flows: ${plan.flows.join(', ')}; jobs: ${plan.jobs.join(', ') || 'none'}`)
  console.log(describeSteps(outcome.steps).join('\n'))
  console.log(`shortest: npm run explore -- --replay ${codeOfPlan(plan)}${flagOf(engine)}`)
}
