import type { EngineName } from './lab.ts'
import { plansOf, readOptions, type Options } from './options.ts'
import { codeOfPlan, type Plan } from './plan.ts'
import { openBatches, runAlone } from './run-schedule.ts'
import { describeSteps, shrink } from './shrink.ts'

/** Runs schedules, prints each failing one with its shortest form, and returns how many failed. */
export async function explore(args: string[]): Promise<number> {
  const options = readOptions(args)
  const isReplay = options.replay !== undefined
  const batches = openBatches(options.engine)
  const since = performance.now()
  const usedBefore = process.cpuUsage()
  const secondsGone = () => (performance.now() - since) / 1_000
  let failed = 0
  let steps = 0
  let done = 0
  for (const { number, plan } of plansOf(options)) {
    if (secondsGone() > options.minutes * 60) break
    const outcome = isReplay ? await runAlone(plan, options.engine) : await batches.run(plan)
    done++
    steps += outcome.steps.length
    if (isReplay) console.log(describeSteps(outcome.steps).join('\n'))
    if (outcome.wrong.length === 0) continue
    failed++
    console.log(`\nschedule ${plan.seed} (number ${number}): ${outcome.wrong.join('; ')}`)
    if (options.isFirstEnough) break
    if (!isReplay) await reportAlone(plan, options)
  }
  const wrong = await batches.end()
  if (wrong.length > 0) console.log(`\nafter the last schedule: ${wrong.join('; ')}`)
  const seconds = secondsGone()
  const { user, system } = process.cpuUsage(usedBefore)
  // Other work on the machine affects the seconds, but hardly the processor time.
  const workMs = ((user + system) / 1_000 / Math.max(1, done)).toFixed(0)
  console.log(
    `\n${done} schedules, ${failed} failed, ${steps} steps, ${seconds.toFixed(1)} s (${(done / seconds).toFixed(1)} a second, ${workMs} ms of processor each)`,
  )
  return failed + wrong.length
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
  console.log(`flows: ${plan.scenes.join(', ')}; jobs: ${plan.jobs.join(', ') || 'none'}`)
  console.log(describeSteps(outcome.steps).join('\n'))
  console.log(`shortest: npm run explore -- --replay ${codeOfPlan(plan)}${flagOf(engine)}`)
}
