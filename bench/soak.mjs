#!/usr/bin/env node
// Soak test with crashes: simulated players at all shared tables and one-player games, with real sessions through the gateway, while the
// server and two studio processes are killed (-9) in turn and random calls between them fail before or after the money moved. At the end the
// ledger balances, nothing is open, every stake has the same single outcome in the rows of studio and server, and no page was shown another
// one.
//   node bench/soak.mjs [--minutes 30] [--players 2000] [--every 20] [--faults 0.02]
// Build first: npm run build.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { openFaultyWallet } from './faulty-wallet.mjs'
import { freePorts, machineNotes, openDb, openSetup, report, root } from './setup.mjs'
import { instant, openPlayers, shared } from './soak-players.mjs'
import { bookedOf, compareStakes, openStakes, stakesOf } from './soak-stakes.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    players: { type: 'string', default: '2000' },
    // Seconds between two kills.
    every: { type: 'string', default: '20' },
    // Share of the studio's wallet calls that fail.
    faults: { type: 'string', default: '0.02' },
  },
})
const count = Number(values.players)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const pick = (list) => list[Math.floor(Math.random() * list.length)]
const games = [...shared, ...Object.keys(instant)]

machineNotes()
const cluster = await startTemporaryCluster()
const databases = { server: databaseOf('soak_server'), studio: databaseOf('soak_studio') }
const [firstPort, secondPort] = await freePorts(2)
const origin = (port) => `http://127.0.0.1:${port}`
const setup = await openSetup({
  url: databases.server,
  players: count,
  env: { STUDIO_ORIGIN: origin(firstPort), LOG_LEVEL: 'fatal' },
})
const folder = mkdtempSync(join(tmpdir(), 'soak-'))
const wallet = await openFaultyWallet(setup.port, Number(values.faults))
const studios = [firstPort, secondPort].map(openStudio)
let isOver = false
const seen = { kills: { server: 0, studio: 0 }, silences: [] }
const players = openPlayers({ setup, studioUrl: () => origin(anyStudio().port) })

/** One of the two studio processes, which share a database. */
function openStudio(port) {
  let child
  const studio = {
    port,
    state: 'gone',
    async look() {
      const health = await fetch(`${origin(port)}/health`, { signal: AbortSignal.timeout(5000) }).then(
        (answer) => answer.json(),
        () => undefined,
      )
      studio.state = health?.state ?? 'gone'
    },
    start() {
      const started = spawn(process.execPath, ['apps/studio/dist/program.js'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          STUDIO_PORT: String(port),
          STUDIO_ORIGIN: origin(firstPort),
          STUDIO_DATA_DIR: folder,
          STUDIO_DATABASE_URL: databases.studio,
          STUDIO_SECRET: 'the secret of both processes of the soak',
          STUDIO_WALLET_URL: `${wallet.url}/api/v1/dhow/gateway/dhow`,
          STUDIO_WALLET_KEY: setup.bets.key,
          STUDIO_CHAIN_LENGTH: '20000',
          STUDIO_TABLE_BETTING_MS: '8000',
          STUDIO_TABLE_PAUSE_MS: '2000',
          STUDIO_TABLE_PACE: '300',
          STUDIO_SOCKETS_PER_ADDRESS: '1000000',
          LOG_LEVEL: 'fatal',
        },
      })
      child = started
      // A process that loses the lease on a busy machine exits; the supervisor restarts it.
      started.once('exit', () => {
        if (!isOver && child === started) setTimeout(() => isOver || studio.start(), 300)
      })
    },
    async end(signal) {
      const gone = new Promise((resolve) =>
        child.exitCode === null && !child.signalCode ? child.once('exit', resolve) : resolve(),
      )
      child.kill(signal)
      await gone
    },
  }
  return studio
}
const playing = () => studios.find(({ state }) => state === 'playing')
const anyStudio = () => playing() ?? pick(studios)

/** Every third kill hits the server; of the studios mostly the active one. */
async function kill() {
  if ((seen.kills.server + seen.kills.studio) % 3 === 1) {
    seen.kills.server++
    await setup.kill()
    await wait(Math.random() * 3000)
    await setup.start()
    return
  }
  seen.kills.studio++
  const victim = Math.random() < 0.75 ? anyStudio() : pick(studios)
  const wasPlaying = victim === playing()
  await victim.end('SIGKILL')
  victim.state = 'gone'
  if (!wasPlaying) return
  const sinceMs = Date.now()
  while (!playing()) await wait(50)
  seen.silences.push(Date.now() - sinceMs)
}

/** Compare each stake of the studio with the server's ledger; describe differences. */
async function compare() {
  const stakes = await askStudio(stakesOf)
  const wrong = compareStakes(stakes, await askServer(bookedOf), players.ends)
  const states = stakes.reduce((sums, { state }) => sums.set(state, (sums.get(state) ?? 0) + 1), new Map())
  return { stakes: stakes.length, states, wrong }
}

function databaseOf(name) {
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  execFileSync(join(cluster.bin, 'psql'), [cluster.url, '-qc', `create database ${name}`], { stdio: 'ignore' })
  return url.href
}

async function askStudio(text) {
  const { openDb: openStudioDb } = await import(new URL('../apps/studio/dist/platform/db.js', import.meta.url).href)
  const db = await openStudioDb('', databases.studio)
  return db.query(text).finally(() => db.close())
}

async function askServer(text) {
  const db = await openDb(databases.server)
  const { rows } = await db.kysely.executeQuery(CompiledQuery.raw(text)).finally(() => db.close())
  return rows
}

const trouble = []
try {
  for (const studio of studios) studio.start()
  const watching = setInterval(() => studios.forEach((studio) => void studio.look()), 250)
  while (!playing()) await wait(100)
  const alone = []
  for (let index = 0; index < count; index++) {
    const game = games[index % games.length]
    const seated = players.takeSeat(index, game)
    alone.push(seated.catch((error) => trouble.push(`player ${index} at ${game}: ${error.message}`)))
    // Players join gradually.
    if (index % 20 === 19) await wait(200)
  }
  const endMs = Date.now() + Number(values.minutes) * 60_000
  while (Date.now() < endMs) {
    await wait(Number(values.every) * 1000 * (0.5 + Math.random()))
    await kill()
  }
  players.stopPlaying()
  wallet.stopFaults()
  // Flights end, stakes are settled, and open rounds are completed.
  await Promise.race([Promise.all(alone), wait(300_000)])
  for (let tries = 0; tries < 240; tries++) {
    const [left] = await askStudio(openStakes)
    if (left.open === 0n) break
    await wait(500)
  }
  isOver = true
  players.leave()
  clearInterval(watching)
  await Promise.all(studios.map((studio) => studio.end('SIGTERM')))
  const { stakes, states, wrong } = await compare()
  const broken = await setup.close()
  for (const line of [...wrong, ...trouble].slice(0, 20)) console.log(`  ${line}`)
  for (const title of broken) console.log(`  failed check: ${title}`)
  const silences = seen.silences.sort((a, b) => a - b)
  const longest = silences.at(-1) ?? 0
  report([
    { what: 'players at 6 shared and 8 one-player games', value: String(count) },
    { what: 'minutes', value: values.minutes },
    { what: 'server killed and restarted', value: String(seen.kills.server) },
    { what: 'studio processes killed and restarted', value: String(seen.kills.studio) },
    {
      what: 'median takeover time of the other studio process',
      value: `${silences[Math.floor(silences.length / 2)] ?? 0} ms of ${silences.length}`,
    },
    {
      what: 'longest takeover time of the other studio process',
      value: `${longest} ms`,
      bar: '20 s',
      isReached: longest < 20_000,
    },
    { what: 'calls to the wallet that failed at random', value: String(wallet.failed()) },
    { what: 'launches', value: String(players.seen.launches) },
    { what: 'connections opened to shared tables', value: String(players.seen.lines) },
    { what: 'commands sent', value: String(players.seen.commands) },
    { what: 'outcomes shown to pages', value: String(players.ends.size) },
    { what: 'stakes', value: String(stakes), bar: 'some', isReached: stakes > 0 },
    ...[...states].map(([state, number]) => ({ what: `  ${state}`, value: String(number) })),
    {
      what: 'stakes whose outcome differs between sides or pages',
      value: String(wrong.length),
      bar: '0',
      isReached: wrong.length === 0,
    },
    {
      what: 'failed ledger checks',
      value: String(broken.length),
      bar: '0',
      isReached: broken.length === 0,
    },
    { what: 'players with errors', value: String(trouble.length), bar: '0', isReached: trouble.length === 0 },
  ])
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  isOver = true
  players.leave()
  wallet.close()
  await Promise.all(studios.map((studio) => studio.end('SIGKILL').catch(() => undefined)))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
