import { parseArgs } from 'node:util'
import { codeOfPlan, planOf, planOfCode, type Plan } from './plan.ts'
import { openBatches, runAlone } from './run-schedule.ts'
import { scenes, type SceneName } from './scenes.ts'
import { describeSteps, shrink } from './shrink.ts'

interface Options {
  schedules: number
  seed: string
  replay: string | undefined
  /** All flows, where none is named. */
  flows: SceneName[] | undefined
  /** True if the first schedule that fails is enough. */
  isFirstEnough: boolean
}

/** The arguments of the command. */
function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      schedules: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      replay: { type: 'string' },
      flows: { type: 'string' },
      first: { type: 'boolean', default: false },
    },
  })
  const { schedules, seed, replay, flows, first } = values
  const named = flows?.split(',') as SceneName[] | undefined
  const unknown = named?.filter((name) => !(name in scenes)) ?? []
  if (unknown.length > 0) throw new Error(`no flow is called ${unknown.join(', ')}`)
  return { schedules: Number(schedules), seed, replay, flows: named, isFirstEnough: first }
}

/** Runs schedules, prints each that fails with its shortest form, and answers how many failed. */
export async function explore(args: string[]): Promise<number> {
  const options = readOptions(args)
  const isReplay = options.replay !== undefined
  const plans = options.replay === undefined ? numbered(options) : [planOfCode(options.replay)]
  const batches = openBatches()
  const since = performance.now()
  let failed = 0
  let steps = 0
  let done = 0
  for (const plan of plans) {
    const outcome = isReplay ? await runAlone(plan) : await batches.run(plan)
    done++
    steps += outcome.steps.length
    if (outcome.wrong.length === 0) continue
    failed++
    console.log(`\nschedule ${plan.seed} (number ${done}): ${outcome.wrong.join('; ')}`)
    if (isReplay) console.log(describeSteps(outcome.steps).join('\n'))
    else if (!options.isFirstEnough) await reportAlone(plan)
    if (options.isFirstEnough) break
  }
  await batches.end()
  const seconds = (performance.now() - since) / 1_000
  console.log(
    `\n${done} schedules, ${failed} failed, ${steps} steps, ${seconds.toFixed(1)} s (${(done / seconds).toFixed(1)} a second)`,
  )
  return failed
}

/** Shrinks a schedule that fails on a database of its own too. */
async function reportAlone(plan: Plan) {
  const alone = await runAlone(plan)
  if (alone.wrong.length > 0) return report(await shrink(plan, alone, runAlone))
  console.log('It does not fail on a database of its own: the schedules before it are a part of the failure.')
}

function* numbered({ schedules, seed, flows }: Options): Generator<Plan> {
  for (let number = 0; number < schedules; number++) yield planOf(seed, number, flows)
}

function report({ plan, outcome, tries }: Awaited<ReturnType<typeof shrink>>) {
  console.log(`shrunk in ${tries} tries to ${outcome.steps.length} steps: ${outcome.wrong.join('; ')}`)
  console.log(`flows: ${plan.scenes.join(', ')}; jobs: ${plan.jobs.join(', ') || 'none'}`)
  console.log(describeSteps(outcome.steps).join('\n'))
  console.log(`replay: npm run explore -- --replay ${codeOfPlan(plan)}`)
}
