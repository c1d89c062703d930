import { parseArgs } from 'node:util'
import type { Numbered } from './batches.ts'
import { flows, type FlowName } from './flows.ts'
import { planOf, planOfCode } from './plan.ts'
import type { EngineName } from './system.ts'

export interface Options {
  seed: string
  schedules: number
  /** No further schedule begins after this time. */
  minutes: number
  replay: string | undefined
  /** Default: all flows. */
  flows: FlowName[] | undefined
  /** True to stop at the first failing schedule. */
  isFirstEnough: boolean
  engine: EngineName
  /** Runs every schedule whose number has this remainder, as one of several processes. */
  share: { rest: number; of: number }
}

/** Reads the command's arguments. @throws Error for an unknown flow */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      schedules: { type: 'string', default: '300' },
      minutes: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: '1' },
      replay: { type: 'string' },
      flows: { type: 'string' },
      first: { type: 'boolean', default: false },
      'in-process': { type: 'boolean', default: false },
      share: { type: 'string', default: '0/1' },
    },
  })
  const { seed, replay, first, share } = values
  const named = values.flows?.split(',') as FlowName[] | undefined
  const unknown = named?.filter((name) => !(name in flows)) ?? []
  if (unknown.length > 0) throw new Error(`no flow is called ${unknown.join(', ')}`)
  const [rest = 0, of = 1] = share.split('/').map(Number)
  return {
    ...{ seed, replay, flows: named, isFirstEnough: first, share: { rest, of } },
    ...{ schedules: Number(values.schedules), minutes: Number(values.minutes) },
    engine: values['in-process'] ? 'in-process' : 'postgres',
  }
}

/** Schedules of these options with their numbers, from one. */
export function* plansOf({ schedules, seed, flows, replay, share }: Options): Generator<Numbered> {
  if (replay !== undefined) return yield { number: 1, plan: planOfCode(replay, flows) }
  for (let number = share.rest; number < schedules; number += share.of)
    yield { number: number + 1, plan: planOf(seed, number, flows) }
}
