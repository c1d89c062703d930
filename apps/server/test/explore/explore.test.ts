import { describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { codeOfPlan, planOf, type Plan } from './plan.ts'
import { openBatches, runAlone } from './run-schedule.ts'

/** Fixed, so that each run has the same schedules. More of them, with other seeds: `npm run explore`. */
const seed = 'ci'
const schedules = 20

describe.runIf(testEngine === 'postgres')('schedules of the explorer', { timeout: 600_000 }, () => {
  it('leave the books, the receipts and all answers right', async () => {
    const batches = openBatches()
    const found: { plan: string; wrong: string[] }[] = []
    for (let number = 0; number < schedules && found.length === 0; number++) {
      const plan = planOf(seed, number)
      const { wrong } = await batches.run(plan)
      if (wrong.length > 0) found.push({ plan: plan.seed, wrong })
    }
    await batches.end()
    expect(found).toEqual([])
  })

  it('are the same each time, step for step', async () => {
    const faults: Plan['faults'] = [
      { kind: 'crash', at: 25, place: 0 },
      { kind: 'answer-lost', at: 40, place: 0 },
    ]
    const plan: Plan = { ...planOf(seed, 1), scenes: ['decideDeposit', 'endBet'], jobs: ['receipts'], faults }
    const [first, second] = [await runAlone(plan), await runAlone(plan)]
    expect(codeOfPlan(plan)).toMatch(/^[\w-]+$/)
    expect(first.wrong).toEqual([])
    expect(second.steps).toEqual(first.steps)
  })
})
