#!/usr/bin/env node
// A model of money between shards as planned in docs/architecture/growth.md: schedules of the correct model lose and double nothing, and
// each injected bug is found.
//   node bench/shard-money/run.mjs [--schedules 100000] [--seed 26] [--steps]
import { parseArgs } from 'node:util'
import { machineNotes, report } from '../setup.mjs'
import { explore } from './explore.mjs'
import { mistakes } from './mistakes.mjs'
import { readStep } from './schedule.mjs'

const bar = 100_000
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: String(bar) },
    seed: { type: 'string', default: '26' },
    /** Prints the shortest schedule that shows each mistake. */
    steps: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const print = (steps) => steps?.forEach((step) => console.log(`    ${JSON.stringify(readStep(step))}`))

machineNotes()
const begunAt = performance.now()
const { ran, steps, faults, minorOff, seen } = explore({ count: Number(values.schedules), seed, isShrunk: true })
print(steps)
const each = (name) => (seen[name] / ran).toFixed(1)
const rows = [
  { what: 'schedules of the correct model', value: String(ran), bar: `at least ${bar}`, isReached: ran >= bar },
  {
    what: 'minor units lost or doubled',
    value: faults.length === 0 ? '0' : `${minorOff}: ${faults.join('; ')}`,
    bar: '0',
    isReached: faults.length === 0,
  },
  { what: 'seconds', value: String(Math.round((performance.now() - begunAt) / 1_000)) },
  { what: 'a schedule: commands answered', value: each('answers') },
  { what: 'a schedule: pairs arrived, returned', value: `${each('arrived')}, ${each('returned')}` },
  { what: 'a schedule: slots moved, moves aborted', value: `${each('moves')}, ${each('givenUp')}` },
  { what: 'a schedule: handlers crashed, messages repeated', value: `${each('cutOff')}, ${each('repeated')}` },
]
for (const mistake of mistakes) {
  const found = explore({ count: bar, seed, mistake, isShrunk: values.steps })
  if (values.steps) {
    console.log(`\n${mistake}: ${found.faults.join('; ')}`)
    print(found.steps)
  }
  const value = found.steps ? `found by schedule ${found.ran}` : `not found in ${found.ran}`
  rows.push({ what: `bug: ${mistake}`, value, bar: 'found', isReached: found.steps !== undefined })
}
report(rows)
