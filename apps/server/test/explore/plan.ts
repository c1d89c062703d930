import { seededRandom } from '../parts.ts'
import { jobs, type JobName } from './jobs.ts'
import { scenes, type SceneName } from './scenes.ts'

/** Wrongs that a schedule may do, each to a server or to the step that comes next. */
export const faultKinds = [
  'crash',
  'connection-lost',
  'answer-lost',
  'reply-lost',
  'disk-full',
  'connections-restart',
  'failover',
  'service-silent',
  'notices-away',
  'clock-jump',
  'delay',
  'duplicate',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Number of the step from which on it is due. */
  at: number
  /** Number of the server or client, counted on past the last one. */
  place: number
}

/** All that a schedule does. The same plan always makes the same schedule. */
export interface Plan {
  /** Of all that is drawn: the order, ids, chance of the servers. */
  seed: string
  scenes: SceneName[]
  jobs: JobName[]
  faults: Fault[]
  /** In a hundred choices, how many stay with the actor of the step before. */
  staying: number
  /** Actors in the order of their steps, where it is not drawn; past its end everybody runs through in turn. */
  order?: string[]
}

/** Statements of a middling schedule: where its faults may fall. */
const usualSteps = 70

/** The schedule of a number under a seed. */
export function planOf(seed: string, number: number, only?: readonly SceneName[]): Plan {
  const name = `${seed}/${number}`
  const random = seededRandom(`plan ${name}`)
  const pick = <Item>(items: readonly Item[]): Item => items[random.int(items.length)] as Item
  const sceneNames = only ?? (Object.keys(scenes) as SceneName[])
  const jobNames = Object.keys(jobs) as JobName[]
  return {
    seed: name,
    scenes: Array.from({ length: 1 + random.int(2) }, () => pick(sceneNames)),
    jobs: Array.from({ length: 1 + random.int(3) }, () => pick(jobNames)),
    // A third of the schedules is only an order.
    faults: Array.from({ length: random.int(3) }, () => ({
      kind: pick(faultKinds),
      at: random.int(usualSteps),
      place: random.int(6),
    })),
    staying: pick([0, 30, 60, 85]),
  }
}

/** A plan as one word, to run it again. */
export const codeOfPlan = (plan: Plan) => Buffer.from(JSON.stringify(plan)).toString('base64url')

/** The plan of such a word, or of a seed with its number, drawn from the same flows as then. */
export function planOfCode(code: string, only?: readonly SceneName[]): Plan {
  const [, seed, number] = /^(.+)\/(\d+)$/.exec(code) ?? []
  if (seed !== undefined) return planOf(seed, Number(number), only)
  if (only) throw new Error('a word names its flows itself; --flows goes with a seed and its number')
  return JSON.parse(Buffer.from(code, 'base64url').toString()) as Plan
}
