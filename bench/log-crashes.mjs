#!/usr/bin/env node
// Seeded crashes of the public log's sequencer before and after each of its statements: checkpoints never contradict each other, and each
// entry exists once. Runs the test of the same name with more schedules.
//   node bench/log-crashes.mjs [--schedules 10000]
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { bin, root } from '../tools/run.mjs'
import { machineNotes, report } from './setup.mjs'

const bar = 10_000
const { values } = parseArgs({ options: { schedules: { type: 'string', default: String(bar) } } })
machineNotes()
const begunAt = performance.now()
const { status } = spawnSync(
  bin('vitest'),
  ['run', '--project', 'server', 'apps/server/src/features/receipts/crashes.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DHOW_CRASH_SCHEDULES: values.schedules },
  },
)
report([
  { what: 'seconds', value: String(Math.round((performance.now() - begunAt) / 1_000)) },
  {
    what: 'schedules without contradicting checkpoints',
    value: status === 0 ? values.schedules : 'see above',
    bar: `at least ${bar}`,
    isReached: status === 0 && Number(values.schedules) >= bar,
  },
])
