import fc from 'fast-check'
import { runSchedule, maxSteps } from './schedule.mjs'

const schedules = fc.array(fc.integer({ min: 0, max: maxSteps }), { minLength: 60, maxLength: 160, size: 'max' })

/**
 * Runs seeded schedules until one shows a fault.
 * @param {{ count: number, seed: number, mistake?: string, isShrunk?: boolean }} options
 * @returns {{ ran: number, steps: number[] | undefined, faults: string[], minorOff: number, seen: Record<string, number> }}
 *   schedules run; the steps of the failed one, minimised if `isShrunk`; total event counts
 */
export function explore({ count, seed, mistake, isShrunk = false }) {
  const seen = {}
  let ran = 0
  let hasFailed = false
  const property = fc.property(schedules, (steps) => {
    const result = runSchedule(steps, mistake)
    if (!hasFailed) {
      ran += 1
      for (const [name, value] of Object.entries(result.seen)) seen[name] = (seen[name] ?? 0) + value
    }
    if (result.faults.length === 0) return true
    hasFailed = true
    return false
  })
  const { counterexample } = fc.check(property, { numRuns: count, seed, unbiased: true, endOnFailure: !isShrunk })
  const steps = counterexample?.[0]
  return { ran, steps, seen, ...(steps ? pick(runSchedule(steps, mistake)) : { faults: [], minorOff: 0 }) }
}

const pick = ({ faults, minorOff }) => ({ faults, minorOff })
