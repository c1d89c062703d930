import { describe, expect, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { openBatches, runAlone } from './batches.ts'
import { plansOf, readOptions } from './options.ts'
import { codeOfPlan, planOf, type Plan } from './plan.ts'
import type { EngineName } from './system.ts'

/** Fixed, so that each run has the same schedules. For more, with other seeds: `npm run explore`. */
const seed = 'ci'

/** Runs schedules until one fails; returns that one. */
async function firstFailure(engine: EngineName, schedules: number) {
  const batches = openBatches(engine)
  for (const one of plansOf(readOptions(['--seed', seed, '--schedules', String(schedules)]))) {
    const { failure } = await batches.run(one)
    if (failure) return failure
  }
  return batches.end()
}

/** Two flows with one job, with a server's crash and other faults. */
const planWith = (...faults: Plan['faults']): Plan => ({
  ...planOf(seed, 1),
  flows: ['decideDeposit', 'endBet'],
  jobs: ['receipts'],
  faults,
})
const crash = { kind: 'crash', at: 25, place: 0 } as const
const lost = { kind: 'answer-lost', at: 40, place: 0 } as const

describe.runIf(testEngine === 'postgres')('schedules of the explorer', { timeout: 600_000 }, () => {
  it('leave books, receipts and all answers correct', async () => {
    expect(await firstFailure('postgres', 40)).toBeUndefined()
  })

  it('are the same each time, step for step', async () => {
    const plan = planWith(crash, lost)
    const [first, second] = [await runAlone(plan, 'postgres'), await runAlone(plan, 'postgres')]
    expect(first.wrong).toEqual([])
    expect(second.steps).toEqual(first.steps)
  })

  it('include a failover, after which the database refuses writes for some steps', async () => {
    const { wrong, steps } = await runAlone(planWith({ kind: 'failover', at: 20, place: 0 }), 'postgres')
    expect(wrong).toEqual([])
    expect(steps).toContainEqual({ actor: '!', label: 'failover 0' })
    expect(steps.filter(({ fault }) => fault === 'read-only').length).toBeGreaterThan(0)
  })
})

describe('schedules in this process', { timeout: 600_000 }, () => {
  it('leave books, receipts and all answers correct', async () => {
    expect(await firstFailure('in-process', 8)).toBeUndefined()
  })

  it('are the same each time, step for step', async () => {
    const plan = planWith(crash, lost, { kind: 'failover', at: 50, place: 0 })
    const [first, second] = [await runAlone(plan, 'in-process'), await runAlone(plan, 'in-process')]
    expect(first.wrong).toEqual([])
    expect(second.steps).toEqual(first.steps)
  })
})

describe('a replay', () => {
  const plans = (...args: string[]) => [...plansOf(readOptions(args))].map(({ plan }) => plan)
  const flows = ['--flows', 'claimGift,betTwice']

  it('of a seed with number and flows repeats the drawn plan', () => {
    const drawn = plans('--seed', 'ci', '--schedules', '8', ...flows)
    expect(drawn).toHaveLength(8)
    expect(plans('--replay', 'ci/7', ...flows)).toEqual([drawn[7]])
    expect(drawn[7]?.flows.every((name) => ['claimGift', 'betTwice'].includes(name))).toBe(true)
    expect(plans('--replay', 'ci/7')).not.toEqual([drawn[7]])
  })

  it('of an encoded plan has its own flows and accepts no others', () => {
    const plan = planWith(crash)
    expect(codeOfPlan(plan)).toMatch(/^[\w-]+$/)
    expect(plans('--replay', codeOfPlan(plan))).toEqual([plan])
    expect(() => plans('--replay', codeOfPlan(plan), ...flows)).toThrow('--flows goes with a seed')
  })

  it('with two processes shares the schedules', () => {
    const [even, odd] = [plans('--schedules', '5', '--share', '0/2'), plans('--schedules', '5', '--share', '1/2')]
    expect([...even, ...odd].map(({ seed: name }) => name).sort()).toEqual(
      plans('--schedules', '5').map(({ seed: name }) => name),
    )
  })
})
