// Drills: each breaks a part of the cluster under load, as a row of the table in docs/operating/cluster.md has it, and prints the figures.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cpus, loadavg } from 'node:os'
import { openLoad, until } from './load.mjs'
import { host } from './plan.mjs'

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const settledMs = 3_000
/** Standbys that receive nothing for this long before the leader is killed, or asynchronous replication passes by luck. */
const frozenMs = 1_500

export const drills = {
  'kill-leader': {
    text: 'the leading PostgreSQL is killed, its standbys’ receivers frozen first',
    times: 5,
    run: killLeader,
  },
  'kill-server': { text: 'the two servers are killed in turn', times: 10, run: killServers },
  'kill-studio': { text: 'the studio that plays the tables is killed', times: 10, run: killStudios },
  'rolling-restart': { text: 'servers and studios are restarted one after the other', times: 1, run: rollingRestart },
  'no-nats': { text: 'NATS is away', times: 1, run: noNats },
}

/** Runs a drill and prints its table. @returns whether each bar was reached */
export async function runDrill(cluster, name, words, print) {
  const option = (fallback) => ({ type: 'string', default: String(fallback) })
  const { run, times: usual } = drills[name]
  const { values } = parseArgs({
    args: words,
    options: { bets: option(500), streams: option(2_000), times: option(usual), seconds: option(60) },
  })
  const wanted = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)]))
  print(`  ${name}: ${wanted.bets} bets a second, ${wanted.streams} live streams`)
  const load = await openLoad(cluster, wanted)
  await sleep(settledMs)
  const fromMs = Date.now()
  const rows = await run({ cluster, load, wanted, print })
  const seconds = (Date.now() - fromMs) / 1_000
  await load.stopBets()
  const pagesRightMs = await until(() => load.wrongPages() === 0, 30_000)
  const { written, lost, doubled } = load.compare()
  const refused = [...load.bet.refused].map(([what, count]) => `${count} × ${what}`).join(', ')
  const table = [
    ...rows,
    {
      what: 'bets acknowledged, a second',
      value: `${load.acknowledged()}, ${(load.acknowledged() / seconds).toFixed(0)}`,
    },
    { what: 'acknowledged and lost', value: lost, bar: '0', isReached: lost === 0 },
    { what: 'stakes taken twice', value: doubled, bar: '0', isReached: doubled === 0 },
    { what: 'bets written', value: written },
    { what: 'bets refused for good', value: refused || '0', bar: '0', isReached: refused === '' },
    { what: 'bets sent again, slowest', value: `${load.bet.repeats}, ${(load.bet.longestMs / 1_000).toFixed(1)} s` },
    {
      what: 'pages with the ledger’s balance',
      value: `${load.pages.length - load.wrongPages()} of ${load.pages.length}`,
      bar: 'all, without a reload',
      isReached: pagesRightMs !== undefined,
    },
    { what: 'processors, load average', value: `${cpus().length}, ${loadavg()[0].toFixed(1)}` },
  ]
  load.close()
  for (const { what, value, bar, isReached } of table)
    print(
      `  ${what.padEnd(52)} ${String(value).padEnd(30)} ${bar === undefined ? '' : `${isReached ? 'reached' : 'MISSED'}: ${bar}`}`,
    )
  return table.every(({ isReached = true }) => isReached)
}

async function killLeader({ cluster, load, wanted, print }) {
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    await until(
      async () =>
        (await cluster.members()).filter(({ state }) => ['running', 'streaming'].includes(state)).length === 3,
      120_000,
    )
    await until(async () => (await cluster.members()).some(({ role }) => role === 'sync_standby'), 60_000)
    const leader = await cluster.leader()
    const others = ['pg1', 'pg2', 'pg3'].filter((name) => name !== leader)
    const receivers = others.flatMap((name) =>
      postgresProcesses(cluster, name).filter(({ title }) => /walreceiver/.test(title)),
    )
    for (const { id } of receivers) signal(id, 'SIGSTOP')
    await sleep(frozenMs)
    const before = load.acknowledged()
    const doomed = postgresProcesses(cluster, leader)
    await cluster.processes.kill(leader, { isHeld: true })
    for (const { id } of doomed) signal(id, 'SIGKILL')
    const fromMs = Date.now()
    for (const { id } of receivers) signal(id, 'SIGCONT')
    const ended = load.acknowledged()
    await sleep(500)
    const settled = load.acknowledged()
    const tookMs = await until(() => load.acknowledged() > settled + 20, 120_000)
    backMs.push(tookMs === undefined ? Infinity : Date.now() - fromMs)
    const next = await cluster.leader()
    print(
      `  ${leader} killed after ${ended - before} bets while frozen; ${next} leads, writes back after ${(backMs.at(-1) / 1_000).toFixed(1)} s`,
    )
    await sleep(settledMs)
    cluster.processes.resume(leader)
  }
  const worst = Math.max(...backMs) / 1_000
  return [
    { what: 'leaders killed, receivers frozen for 1.5 s', value: backMs.length },
    { what: 'writes back after, slowest', value: `${worst.toFixed(1)} s`, bar: 'within 30 s', isReached: worst <= 30 },
  ]
}

async function killServers({ cluster, load, wanted }) {
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    const name = `server${(turn % 2) + 1}`
    const hellos = load.pages.map((page) => page.hellos)
    const atServer = await streamsOf(cluster, name)
    const fromMs = Date.now()
    await cluster.processes.kill(name)
    await until(() => load.pages.filter((page, index) => page.hellos > hellos[index]).length >= atServer, 30_000)
    const back = load.pages
      .filter((page, index) => page.hellos > hellos[index])
      .map(({ helloAtMs }) => helloAtMs - fromMs)
    backMs.push(...back, ...Array.from({ length: Math.max(0, atServer - back.length) }, () => Infinity))
    await until(() => isReady(cluster, name), 60_000)
    await sleep(settledMs)
  }
  const sorted = backMs.sort((a, b) => a - b)
  const worst = (sorted.at(-1) ?? 0) / 1_000
  return [
    { what: 'servers killed', value: wanted.times },
    { what: 'streams cut', value: sorted.length },
    {
      what: 'streams back after: median, slowest',
      value: `${((sorted[Math.floor(sorted.length / 2)] ?? 0) / 1_000).toFixed(1)}, ${worst.toFixed(1)} s`,
      bar: 'within 3 s',
      isReached: worst <= 3,
    },
  ]
}

async function killStudios({ cluster, wanted }) {
  const { ports } = cluster.plan
  const playing = async () => {
    for (const name of ['studio1', 'studio2']) if (await answers(ports[name], '/health/playing')) return name
    return undefined
  }
  const backMs = []
  for (let turn = 0; turn < wanted.times; turn++) {
    await until(async () => (await playing()) !== undefined, 60_000)
    const name = await playing()
    const other = name === 'studio1' ? 'studio2' : 'studio1'
    await until(() => isReady(cluster, other), 60_000)
    const fromMs = Date.now()
    await cluster.processes.kill(name)
    await until(() => answers(ports[other], '/health/playing'), 60_000)
    backMs.push(Date.now() - fromMs)
    await sleep(settledMs)
  }
  const worst = Math.max(...backMs) / 1_000
  return [
    { what: 'playing studios killed', value: backMs.length },
    {
      what: 'the other one plays all tables after, slowest',
      value: `${worst.toFixed(1)} s`,
      bar: 'within 3 s',
      isReached: worst <= 3,
    },
  ]
}

async function rollingRestart({ cluster, load, wanted }) {
  const failures = new Map()
  let reads = 0
  let isOver = false
  /** Reads as a page does: a call without a decision is repeated twice. */
  const read = async () => {
    while (!isOver) {
      let answer
      for (let tries = 0; tries < 3 && !(answer?.status < 500); tries++) {
        if (tries > 0) await sleep(300)
        answer = await load.call('GET', '/portal', undefined, {})
      }
      reads++
      const what = String(answer?.status ?? 'no answer')
      if (!(answer?.status < 500)) failures.set(what, (failures.get(what) ?? 0) + 1)
      await sleep(20)
    }
  }
  const readers = [read(), read(), read(), read()]
  const restarted = []
  for (let turn = 0; turn < wanted.times; turn++)
    for (const name of ['server1', 'studio1', 'server2', 'studio2']) {
      const fromMs = Date.now()
      await cluster.processes.kill(name, { signal: 'SIGTERM' })
      const left = Date.now() - fromMs
      await until(() => isReady(cluster, name), 60_000)
      restarted.push(left)
      await sleep(settledMs)
    }
  isOver = true
  await Promise.all(readers)
  const failed = [...failures].map(([what, count]) => `${count} × ${what}`).join(', ')
  return [
    {
      what: 'programs restarted, slowest to leave',
      value: `${restarted.length}, ${(Math.max(...restarted) / 1_000).toFixed(1)} s`,
    },
    {
      what: 'reads, failed after two repeats',
      value: `${reads}, ${failed || 0}`,
      bar: '0 failed',
      isReached: failed === '',
    },
  ]
}

async function noNats({ cluster, load, wanted }) {
  await cluster.processes.kill('nats', { isHeld: true })
  const [awayFrom, before] = [Date.now(), load.acknowledged()]
  await sleep(wanted.seconds * 1_000)
  const perSecond = (load.acknowledged() - before) / ((Date.now() - awayFrom) / 1_000)
  // The truth stands still from here on, so that it can be compared.
  await load.stopBets()
  await sleep(settledMs)
  const wrong = load.wrongPages()
  const port = cluster.plan.ports.natsPort
  cluster.processes.resume('nats')
  await until(() => accepts(port), 20_000)
  const rightMs = await until(() => load.wrongPages() === 0, 30_000)
  return [
    { what: 'NATS away for', value: `${wanted.seconds} s, ${perSecond.toFixed(0)} bets a second meanwhile` },
    { what: 'pages with an old balance when it came back', value: `${wrong} of ${load.pages.length}` },
    {
      what: 'all right after its return',
      value: rightMs === undefined ? 'never' : `${(rightMs / 1_000).toFixed(1)} s`,
      bar: 'within 2 s',
      isReached: rightMs !== undefined && rightMs <= 2_000,
    },
  ]
}

/** The processes of one PostgreSQL, its receivers and senders among them. */
function postgresProcesses(cluster, name) {
  const [first] = readFileSync(join(cluster.plan.engines, name, 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  const children = readdirSync('/proc').flatMap((id) => {
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
      if (parent !== postmaster) return []
      return [{ id: Number(id), title: readFileSync(`/proc/${id}/cmdline`, 'utf8') }]
    } catch {
      return []
    }
  })
  return [{ id: postmaster, title: 'postmaster' }, ...children]
}

function signal(id, name) {
  try {
    process.kill(id, name)
  } catch {
    // It has ended by itself.
  }
}

const answers = (port, path) =>
  fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
const accepts = (port) =>
  import('node:net').then(
    ({ connect }) =>
      new Promise((resolve) => {
        const socket = connect(port, host)
        socket.once('connect', () => resolve(socket.destroy() && true))
        socket.once('error', () => resolve(false))
      }),
  )
const isReady = (cluster, name) => answers(cluster.plan.ports[name], '/health/ready')

async function streamsOf(cluster, name) {
  const port = cluster.plan.ports[name.replace('server', 'serverMetrics')]
  const text = await fetch(`http://${host}:${port}/metrics`).then((answer) => answer.text())
  return Number(/^dhow_live_streams(?:\{[^}]*\})? (\d+)/m.exec(text)?.[1] ?? 0)
}
