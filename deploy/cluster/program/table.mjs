// The live table: the leader, the standbys' lag, live streams and bets per second.
import { host } from './plan.mjs'

const eachMs = 2_000

/** Prints the cluster's state repeatedly: in place on a terminal, otherwise a line now and then. @returns a function that stops it */
export function showTable(cluster, print) {
  let isOver = false
  const isTerminal = process.stdout.isTTY
  let lines = 0
  let before = { bets: 0, atMs: 0 }
  const turn = async () => {
    const state = await readState(cluster)
    if (isOver) return
    const perSecond = before.atMs ? (state.bets - before.bets) / ((state.atMs - before.atMs) / 1_000) : 0
    before = state
    const rows = [
      `  Leader    ${state.leader ?? 'none'}`,
      `  Standbys  ${state.standbys.map(({ name, role, lag }) => `${name} ${role === 'sync_standby' ? 'synchronous' : role}, ${lag ?? '?'} MB behind`).join('   ') || 'none'}`,
      `  Streams   ${state.streams}   game pages ${state.pages}`,
      `  Bets      ${Math.max(0, perSecond).toFixed(1)} a second`,
    ]
    if (isTerminal) {
      if (lines > 0) process.stdout.write(`\u001B[${lines}A`)
      for (const row of rows) process.stdout.write(`\u001B[2K${row}\n`)
      lines = rows.length
    } else print(rows.map((row) => row.trim().replace(/\s+/g, ' ')).join('; '))
    setTimeout(() => void turn(), isTerminal ? eachMs : 5 * eachMs)
  }
  void turn()
  return () => (isOver = true)
}

/** The figures of the table, from Patroni and from the programs' metrics. */
export async function readState(cluster) {
  const { ports } = cluster.plan
  const all = await cluster.members()
  const texts = await Promise.all(
    ['serverMetrics1', 'serverMetrics2', 'studioMetrics1', 'studioMetrics2'].map((name) => metricsAt(ports[name])),
  )
  const sum = (pattern) =>
    texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => pattern.test(line))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0)
  return {
    atMs: Date.now(),
    leader: all.find(({ role, state }) => role === 'leader' && state === 'running')?.name,
    standbys: all.filter(({ role }) => role !== 'leader'),
    streams: sum(/^dhow_live_streams\b/),
    pages: sum(/^dhow_pages\b/),
    bets: sum(/^dhow_wallet_calls_total\{[^}]*"bet"/),
  }
}

const metricsAt = (port) =>
  fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.text(),
    () => '',
  )
