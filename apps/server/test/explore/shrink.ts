import type { Chosen } from './chooser.ts'
import type { Plan } from './plan.ts'
import type { Outcome } from './run-schedule.ts'

export interface Shrunk {
  plan: Plan
  outcome: Outcome
  tries: number
}

const orderOf = (steps: readonly Chosen[]) => steps.filter(({ actor }) => actor !== '!').map(({ actor }) => actor)

/** Plans with one element less than this one. */
function* shorterPlans(plan: Plan): Generator<Plan> {
  const without = <Item>(items: readonly Item[], index: number) => items.filter((_item, other) => other !== index)
  for (const index of plan.faults.keys()) yield { ...plan, faults: without(plan.faults, index) }
  for (const index of plan.jobs.keys()) yield { ...plan, jobs: without(plan.jobs, index) }
  if (plan.flows.length > 1) for (const index of plan.flows.keys()) yield { ...plan, flows: without(plan.flows, index) }
}

/**
 * Finds a shorter plan that fails too: first without unneeded elements, then with a shorter order, past whose end each
 * actor runs to its end.
 * @param run runs a plan on its own books
 */
export async function shrink(
  failed: Plan,
  first: Outcome,
  run: (plan: Plan) => Promise<Outcome>,
  maxTries = 40,
): Promise<Shrunk> {
  let best: Shrunk = { plan: failed, outcome: first, tries: 0 }
  let tries = 0
  async function fails(plan: Plan): Promise<boolean> {
    if (tries >= maxTries) return false
    tries++
    const outcome = await run(plan)
    if (outcome.wrong.length > 0) best = { plan, outcome, tries }
    return outcome.wrong.length > 0
  }

  for (let isShorter = true; isShorter;) {
    isShorter = false
    for (const plan of shorterPlans(best.plan)) {
      isShorter = await fails(plan)
      if (isShorter) break
    }
  }
  // The same order, recorded; then halves of the rest.
  const order = orderOf(best.outcome.steps)
  if (await fails({ ...best.plan, order }))
    for (let length = order.length; length > 1;) {
      const kept = best.plan.order ?? order
      const shorter = kept.slice(0, Math.floor(length / 2))
      if (await fails({ ...best.plan, order: shorter })) length = shorter.length
      else if (await fails({ ...best.plan, order: kept.slice(0, Math.floor((length * 3) / 4)) }))
        length = (best.plan.order ?? kept).length
      else break
    }
  return { ...best, tries }
}

/** Describes the steps: consecutive steps of one actor are one line. */
export function describeSteps(steps: readonly Chosen[]): string[] {
  const lines: { actor: string; labels: string[] }[] = []
  for (const { actor, label, fault } of steps) {
    const text = fault === undefined ? label : `${label} [${fault}]`
    const last = lines.at(-1)
    if (last && last.actor === actor && actor !== '!') last.labels.push(text)
    else lines.push({ actor, labels: [text] })
  }
  return lines.map(({ actor, labels }, index) => {
    const [first, lastOne] = [labels[0], labels.at(-1)]
    const faulty = labels.filter((label) => label.endsWith(']') && label !== first && label !== lastOne)
    const middle = labels.length > 2 ? [`… ${labels.length - 2} more`, ...faulty] : []
    const shown = labels.length === 1 ? [first] : [first, ...middle, lastOne]
    return `${String(index + 1).padStart(3)}. ${actor === '!' ? 'fault' : actor}: ${shown.join(', ')}`
  })
}
