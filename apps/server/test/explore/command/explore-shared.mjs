// The explorer's module in a process of its own, or in several that share the schedules, each with its own PostgreSQL.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { startTemporaryCluster } from '@dhow/platform/testing/postgres.mjs'

/** Most of a schedule's memory is garbage at its end: in a large young generation, little of it is ever copied. */
const flags = ['--max-semi-space-size=64']

/** The cluster is temporary and its tables stay small: maintenance would only take time. */
const settings = ['autovacuum = off', 'track_counts = off', 'wal_level = minimal', 'max_wal_senders = 0']

const sumLine = /^(\d+) schedules, (\d+) failed, (\d+) steps, .* (\d+) ms of processor each/
const replayLine = /^replay: (.*)/

/**
 * Runs the explorer's module; `show` receives each line that it prints.
 * @returns {Promise<number>} its exit code
 */
export async function runExplorer(module, args, databaseUrl, show) {
  const child = spawn(process.execPath, [...flags, module, ...args], {
    env: { ...process.env, DHOW_TEST_PG: databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) show(line)
  return ended
}

/** A PostgreSQL for one explorer: another's transactions in it would delay work that waits for the oldest open one. */
export const clusterFor = (args) =>
  args.includes('--in-process') ? { url: undefined, stop: () => undefined } : startTemporaryCluster({ settings })

/**
 * Runs the schedules in several processes, and prints their output and the totals.
 * @returns {Promise<number>} how many schedules failed
 */
export async function exploreShared(module, args, workers) {
  const since = performance.now()
  const sums = [0, 0, 0]
  let processorMs = 0
  const replays = []
  const one = async (rest) => {
    const cluster = await clusterFor(args)
    const show = (line) => {
      const counted = sumLine.exec(line)
      if (counted) {
        for (const index of sums.keys()) sums[index] += Number(counted[index + 1])
        processorMs += Number(counted[1]) * Number(counted[4])
      }
      const replay = replayLine.exec(line)
      if (replay) replays.push(replay[1])
      if (!counted || workers === 1) console.log(line)
    }
    const code = await runExplorer(module, [...args, '--share', `${rest}/${workers}`], cluster.url, show)
    await cluster.stop()
    return code
  }
  const codes = await Promise.all(Array.from({ length: workers }, (_none, rest) => one(rest)))
  for (const file of [module, `${module}.map`]) rmSync(file, { force: true })
  const [done, failed, steps] = sums
  const seconds = (performance.now() - since) / 1_000
  if (workers > 1)
    console.log(
      `${done} schedules, ${failed} failed, ${steps} steps, ${seconds.toFixed(1)} s with ${workers} processes (${(done / seconds).toFixed(1)} a second, ${(processorMs / Math.max(1, done)).toFixed(0)} ms of processor each)`,
    )
  if (replays.length > 0) console.log(`failed:\n${replays.map((command) => `  ${command}`).join('\n')}`)
  // A process that crashed has no totals.
  return failed + codes.filter((code) => code !== 0).length
}
