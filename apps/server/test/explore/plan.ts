import { seededRandom } from '../parts.ts'
import { flows, type FlowName } from './flows.ts'
import { jobs, type JobName } from './jobs.ts'

/** Faults that a schedule may inject, each into a server or the next step. */
export const faultKinds = [
  'crash',
  'connection-lost',
  'answer-lost',
  'reply-lost',
  'disk-full',
  'connections-restart',
  'failover',
  'service-silent',
  'messages-lost',
  'clock-jump',
  'delay',
  'duplicate',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Number of the step from which it is due. */
  at: number
  /** Number of the server or client; numbers past the last one wrap around. */
  place: number
}

/** Everything that a schedule does. The same plan always gives the same schedule. */
export interface Plan {
  /** Seed of everything random: the order, ids, randomness of the servers. */
  seed: string
  flows: FlowName[]
  jobs: JobName[]
  faults: Fault[]
  /** Per cent of choices that stay with the last step's actor. */
  staying: number
  /** Actors in the order of their steps, if not drawn; past its end each actor runs to its end in turn. */
  order?: string[]
}

/** Statements of an average schedule, within which faults occur. */
const usualSteps = 70

/** Schedule with a number under a seed. */
export function planOf(seed: string, number: number, only?: readonly FlowName[]): Plan {
  const name = `${seed}/${number}`
  const random = seededRandom(`plan ${name}`)
  const pick = <Item>(items: readonly Item[]): Item => items[random.int(items.length)] as Item
  const flowNames = only ?? (Object.keys(flows) as FlowName[])
  const jobNames = Object.keys(jobs) as JobName[]
  return {
    seed: name,
    flows: Array.from({ length: 1 + random.int(2) }, () => pick(flowNames)),
    jobs: Array.from({ length: 1 + random.int(3) }, () => pick(jobNames)),
    // A third of the schedules only vary the order.
    faults: Array.from({ length: random.int(3) }, () => ({
      kind: pick(faultKinds),
      at: random.int(usualSteps),
      place: random.int(6),
    })),
    staying: pick([0, 30, 60, 85]),
  }
}

/** Encodes a plan as one word, to run it again. */
export const codeOfPlan = (plan: Plan) => Buffer.from(JSON.stringify(plan)).toString('base64url')

/** Decodes such a word, or draws the plan of a seed and number from the same flows as before. */
export function planOfCode(code: string, only?: readonly FlowName[]): Plan {
  const [, seed, number] = /^(.+)\/(\d+)$/.exec(code) ?? []
  if (seed !== undefined) return planOf(seed, Number(number), only)
  if (only) throw new Error('a word names its flows itself; --flows goes with a seed and its number')
  return JSON.parse(Buffer.from(code, 'base64url').toString()) as Plan
}
