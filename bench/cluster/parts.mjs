// Shared helpers of the drills: waiting, calling the programs, and finding processes to break.
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { host } from '../../deploy/cluster/program/plan.mjs'

/** Time to settle after each break, so that the next one starts from a healthy cluster. */
export const settledMs = 3_000
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @returns the time taken in milliseconds; undefined on timeout */
export async function until(isSo, withinMs) {
  const fromMs = Date.now()
  while (Date.now() - fromMs < withinMs) {
    if (await (async () => isSo())().catch(() => false)) return Date.now() - fromMs
    await sleep(50)
  }
  return undefined
}

export const answers = (port, path) =>
  fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

export const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(socket.destroy() && true))
    socket.once('error', () => resolve(false))
  })

export const isReady = (cluster, name) => answers(cluster.plan.ports[name], '/health/ready')

/** Whether a studio plays all shared tables; one that still prepares them already takes pages, which `/health/playing` says. */
export const plays = ({ plan: { ports } }, name) =>
  fetch(`http://${host}:${ports[name]}/health`, { signal: AbortSignal.timeout(2_000) })
    .then((answer) => answer.json())
    .then(
      ({ state }) => state === 'playing',
      () => false,
    )

/** The studio that plays the shared tables; undefined if none does. */
export async function playingStudio(cluster) {
  for (const name of ['studio1', 'studio2']) if (await plays(cluster, name)) return name
  return undefined
}

/** Waits until one studio plays and the other is on standby. @returns their names */
export async function waitForStudios(cluster) {
  let playing
  await until(async () => {
    playing = await playingStudio(cluster)
    return playing && (await isReady(cluster, otherStudio(playing)))
  }, 120_000)
  return { playing, other: otherStudio(playing) }
}

export const otherStudio = (name) => (name === 'studio1' ? 'studio2' : 'studio1')

/** Waits until a leader runs with both standbys replicating, one of them synchronous. */
export const waitForDatabase = (cluster) =>
  until(async () => {
    const all = await cluster.members()
    const up = all.filter(({ state }) => ['running', 'streaming'].includes(state))
    return up.length === 3 && all.some(({ role }) => role === 'sync_standby')
  }, 120_000)

/** Entries of a program's log since then. */
export const entriesSince = ({ plan: { logs } }, name, fromMs) =>
  readFileSync(join(logs, `${name}.log`), 'utf8')
    .split('\n')
    .flatMap((line) => parsed(line) ?? [])
    .filter(({ time }) => time >= fromMs)

function parsed(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Metrics of a program; an empty text without an answer. */
export const metricsOf = ({ plan: { ports } }, name) =>
  fetch(`http://${host}:${ports[name.replace(/(\d)$/, 'Metrics$1')]}/metrics`, { signal: AbortSignal.timeout(5_000) })
    .then((answer) => answer.text())
    .catch(() => '')

/** Child processes of a process. */
export function childrenOf(parent) {
  return readdirSync('/proc').flatMap((id) => {
    try {
      if (Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) !== parent) return []
      return [{ id: Number(id), title: readFileSync(`/proc/${id}/cmdline`, 'utf8') }]
    } catch {
      return []
    }
  })
}

export function signal(id, name) {
  try {
    process.kill(id, name)
  } catch {
    // It has exited by itself.
  }
}

/** The first, the median and the last of the times. */
export function spreadOf(times) {
  const sorted = times.filter(Number.isFinite).toSorted((a, b) => a - b)
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].join('/')
}

const seconds = (ms) => (ms / 1_000).toFixed(1)

/** Rows of the table for recovery times. */
export function recoveryRows(what, times, withinS) {
  const sorted = times.toSorted((a, b) => a - b)
  const worst = sorted.at(-1) ?? Infinity
  const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity
  const value = `${seconds(median)}, ${seconds(worst)} s of ${sorted.length}`
  return [{ what: `${what}: median, slowest`, value, bar: `within ${withinS} s`, isReached: worst <= withinS * 1_000 }]
}
