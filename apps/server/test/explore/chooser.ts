import { seededRandom } from '../parts.ts'
import type { Fault, FaultKind, Plan } from './plan.ts'
import type { Chooser } from './scheduler.ts'
import type { Actor, Step, StepFault } from './steps.ts'
import type { System } from './system.ts'

/** Steps for which a delayed actor waits. */
const delaySteps = 30
const jumpMs = 4 * 60_000
/** Steps for which the database refuses writes after a failover. */
const failoverSteps = 15

/** Chosen steps, for a report and for a shorter order. */
export interface Chosen {
  actor: string
  label: string
  fault?: string
}

export interface Choices extends Chooser {
  chosen: Chosen[]
  /** Returns true if the next answer is lost on its way to the client. */
  isReplyLost(): boolean
}

/** Chooses the steps of a plan, and injects its faults when they are due. */
export function openChoices(system: System, plan: Plan, restarted: (place: number) => void): Choices {
  const random = seededRandom(`order ${plan.seed}`)
  const due = [...plan.faults]
  const chosen: Chosen[] = []
  /** Step from which the new primary accepts writes. */
  let writesFrom = 0
  let delayed: { actor: string; until: number } | undefined
  let number = 0
  const take = (isFit: (fault: Fault) => boolean): Fault | undefined => {
    const index = due.findIndex((fault) => fault.at <= number && isFit(fault))
    return index === -1 ? undefined : due.splice(index, 1)[0]
  }
  const note = (label: string) => void chosen.push({ actor: '!', label })

  /** Faults of a server rather than of a step. */
  async function injectIntoServers({ kind, place }: Fault) {
    note(`${kind} ${place % 2}`)
    if (kind === 'crash') {
      await system.crash(place % 2)
      restarted(place % 2)
    }
    if (kind === 'connections-restart') await system.restartConnections(place % 2)
    if (kind === 'failover') {
      await system.restartConnections(0)
      await system.restartConnections(1)
      writesFrom = number + failoverSteps
    }
    if (kind === 'messages-lost') system.messages.areLost = true
    if (kind === 'clock-jump') system.clock.advance(jumpMs)
  }
  const ofServers = new Set(['crash', 'connections-restart', 'failover', 'messages-lost', 'clock-jump'])

  function draw(steps: readonly Step[], previous: Actor | undefined): number {
    const mine = previous === undefined ? -1 : steps.findIndex(({ actor }) => actor === previous)
    if (mine !== -1 && random.int(100) < plan.staying) return mine
    const free = steps.flatMap(({ actor }, index) =>
      delayed?.actor === actor.name && number < delayed.until ? [] : [index],
    )
    const from = free.length > 0 ? free : steps.map((_step, index) => index)
    return from[random.int(from.length)] ?? 0
  }
  function follow(order: string[], steps: readonly Step[], previous: Actor | undefined): number {
    const named = steps.findIndex(({ actor }) => actor.name === order[number])
    if (named !== -1) return named
    const mine = steps.findIndex(({ actor }) => actor === previous)
    return Math.max(0, mine)
  }

  return {
    chosen,
    async before(step) {
      number = step
      const before = chosen.length
      for (let fault = take(({ kind }) => ofServers.has(kind)); fault; fault = take(({ kind }) => ofServers.has(kind)))
        await injectIntoServers(fault)
      return chosen.length > before
    },
    choose(steps, previous) {
      const delay = take(({ kind }) => kind === 'delay')
      if (delay) delayed = { actor: steps[delay.place % steps.length]?.actor.name ?? '', until: number + delaySteps }
      const index = plan.order ? follow(plan.order, steps, previous) : draw(steps, previous)
      const step = steps[index]
      if (step) chosen.push({ actor: step.actor.name, label: step.label })
      return index
    },
    faultOf(step) {
      const last = chosen.at(-1)
      const inject = (fault: StepFault) => {
        if (last) last.fault = fault
        return fault
      }
      if (number < writesFrom && step.writes) return inject('read-only')
      const fault = take(({ kind }) => fits(kind, step))
      if (fault === undefined) return undefined
      if (fault.kind !== 'service-silent') return inject(fault.kind as StepFault)
      return inject(fault.place % 2 === 0 ? 'answer-lost' : 'connection-lost')
    },
    isReplyLost() {
      const isLost = take(({ kind }) => kind === 'reply-lost') !== undefined
      if (isLost) note('reply-lost')
      return isLost
    },
  }
}

/** Whether a fault may be injected at this step. */
function fits(kind: FaultKind, step: Step): boolean {
  switch (kind) {
    case 'answer-lost':
      return step.commits
    case 'disk-full':
      return step.writes
    case 'service-silent':
      return step.kind === 'service'
    case 'connection-lost':
      return step.kind !== 'timer' && step.kind !== 'begin'
    default:
      return false
  }
}
