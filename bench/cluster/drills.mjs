// Drills: each breaks one part of the cluster under load, as in the table of docs/operating/cluster.md, and prints its figures.
import { parseArgs } from 'node:util'
import { cpus, loadavg } from 'node:os'
import { killEdges } from './kill-edge.mjs'
import { killLeader } from './kill-leader.mjs'
import { killServers } from './kill-server.mjs'
import { killStudios } from './kill-studio.mjs'
import { openLoad } from './load.mjs'
import { noNats } from './no-nats.mjs'
import { noQuorum } from './no-quorum.mjs'
import { settledMs, sleep, until } from './parts.mjs'
import { restore } from './restore.mjs'
import { rollingRestart } from './rolling-restart.mjs'
import { split } from './split.mjs'
import { openTables } from './tables.mjs'
import { buildOlder, twoVersions } from './two-versions.mjs'

/** `players` are at the shared tables if the drill breaks a studio; `prepare` runs before the cluster starts. */
export const drills = {
  'kill-leader': { text: 'the leading PostgreSQL is killed, its standbys frozen first', times: 5, run: killLeader },
  'kill-server': { text: 'the two servers are killed in turn', times: 20, run: killServers },
  'kill-studio': { text: 'the studio that plays the tables is killed', times: 20, players: 60, run: killStudios },
  'kill-edge': { text: 'an edge of the studio that plays is killed', times: 20, players: 60, run: killEdges },
  split: { text: 'the studio that plays is cut off from its database', times: 1, players: 30, run: split },
  'rolling-restart': {
    text: 'servers and studios are restarted one after the other',
    times: 1,
    players: 30,
    run: rollingRestart,
  },
  'two-versions': {
    text: 'the version before and this one side by side',
    times: 1,
    players: 30,
    prepare: buildOlder,
    run: twoVersions,
  },
  'no-nats': { text: 'NATS is away', times: 1, run: noNats },
  'no-quorum': { text: 'two of three etcd are away, then both standbys', times: 1, run: noQuorum },
  restore: { text: 'the databases are restored to a point in time', times: 1, run: restore },
}

/** @param {string[]} words options of a drill. @returns the parsed numbers, and the commit of another version */
export function readOptions(name, words) {
  const { times, players = 0 } = drills[name]
  const number = (fallback) => ({ type: 'string', default: String(fallback) })
  const { values } = parseArgs({
    args: words,
    options: {
      bets: number(500),
      streams: number(2_000),
      times: number(times),
      seconds: number(60),
      players: number(players),
      commit: { type: 'string' },
    },
  })
  const { commit, ...numbers } = values
  return { commit, ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, Number(value)])) }
}

/** Runs a drill and prints its table. @returns whether each limit was met */
export async function runDrill(cluster, name, { wanted, older }, print) {
  const atTables = wanted.players > 0 ? `, ${wanted.players} players at the tables` : ''
  print(`  ${name}: ${wanted.bets} bets per second, ${wanted.streams} live streams${atTables}`)
  const load = await openLoad(cluster, wanted)
  const tables = wanted.players > 0 ? await openTables(cluster, load.tableTokens) : undefined
  await sleep(settledMs)
  const fromMs = Date.now()
  const rows = await drills[name].run({ cluster, load, tables, wanted, older, print })
  const seconds = (Date.now() - fromMs) / 1_000
  await load.stopBets()
  const table = [...rows, ...((await tables?.end()) ?? []), ...(await loadRows(load, seconds))]
  load.close()
  for (const { what, value, bar, isReached } of table)
    print(
      `  ${what.padEnd(52)} ${String(value).padEnd(30)} ${bar === undefined ? '' : `${isReached ? 'reached' : 'MISSED'}: ${bar}`}`.trimEnd(),
    )
  return table.every(({ isReached = true }) => isReached)
}

async function loadRows(load, seconds) {
  const pagesRightMs = await until(() => load.wrongPages() === 0, 30_000)
  const { written, lost, doubled } = load.compare()
  const refused = [...load.bet.refused].map(([what, count]) => `${count} × ${what}`).join(', ')
  return [
    {
      what: 'bets acknowledged, per second',
      value: `${load.acknowledged()}, ${(load.acknowledged() / seconds).toFixed(0)}`,
    },
    { what: 'acknowledged and lost', value: lost, bar: '0', isReached: lost === 0 },
    { what: 'stakes deducted twice', value: doubled, bar: '0', isReached: doubled === 0 },
    { what: 'bets written', value: written },
    { what: 'bets finally refused', value: refused || '0', bar: '0', isReached: refused === '' },
    { what: 'bets retried, slowest', value: `${load.bet.repeats}, ${(load.bet.longestMs / 1_000).toFixed(1)} s` },
    {
      what: 'pages with the ledger’s balance',
      value: `${load.pages.length - load.wrongPages()} of ${load.pages.length}`,
      bar: 'all, without a reload',
      isReached: pagesRightMs !== undefined,
    },
    { what: 'processors, load average', value: `${cpus().length}, ${loadavg()[0].toFixed(1)}` },
  ]
}
