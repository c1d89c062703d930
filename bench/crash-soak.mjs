#!/usr/bin/env node
// The crash table under kills: players bet and cash out while the studio is killed (-9) again and again and its wallet fails
// at random, before or after the money moved. At the end every stake has exactly one end, by the wallet's own books.
//   node bench/crash-soak.mjs [--minutes 1] [--players 60] [--postgres]
// Build first: npx tsc -b apps/studio.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { startTemporaryCluster } from '../tools/postgres.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    players: { type: 'string', default: '60' },
    port: { type: 'string', default: '18312' },
    postgres: { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
const root = fileURLToPath(new URL('..', import.meta.url))
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const { openHouseDouble } = await import(new URL('../apps/studio/dist/testing/house-double.js', import.meta.url).href)

const house = await openHouseDouble()
const cluster = values.postgres ? await startTemporaryCluster() : undefined
const folder = mkdtempSync(join(tmpdir(), 'crash-soak-'))
const faults = ['error_before', 'error_after', 'silence_before', 'silence_after']
const pick = (list) => list[Math.floor(Math.random() * list.length)]
let isFaulty = true
let failed = 0
house.fault = (call) => {
  if (!isFaulty || call === 'authenticate' || call === 'balance' || Math.random() > 0.1) return 'none'
  failed++
  return pick(faults)
}

let studio
let kills = 0
const start = async () => {
  studio = spawn(process.execPath, ['apps/studio/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      STUDIO_PORT: String(port),
      STUDIO_DATA_DIR: folder,
      STUDIO_DATABASE_URL: cluster?.url ?? '',
      STUDIO_WALLET_URL: house.url,
      STUDIO_WALLET_KEY: house.key,
      STUDIO_CHAIN_LENGTH: '100000',
      STUDIO_BETTING_MS: '1500',
      STUDIO_PAUSE_MS: '500',
      LOG_LEVEL: 'error',
    },
  })
  for (let tries = 0; tries < 300; tries++) {
    const health = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.json(),
      () => null,
    )
    if (health?.state === 'playing') return
    await wait(100)
  }
  throw new Error('the studio does not come back')
}
const stop = async (signal) => {
  const gone = new Promise((resolve) => studio.once('exit', resolve))
  studio.kill(signal)
  await gone
}

const own = new Map()
let isPlaying = true
function player(place) {
  let resume
  const connect = () => {
    if (!isPlaying) return
    const ws = new WebSocket(`ws://127.0.0.1:${port}/live/dhow`)
    const send = (message) => ws.readyState === ws.OPEN && ws.send(JSON.stringify(message))
    const bet = (no) => {
      for (const panel of [0, 1]) {
        const auto = Math.random() < 0.5 ? 101 + Math.floor(Math.random() * 300) : null
        const id = `soak-${no}-${place}-${panel}-${Math.floor(Math.random() * 1e6)}`
        setTimeout(() => send({ t: 'bet', id, panel, stake: 1000 + place, auto }), Math.random() * 1600)
      }
    }
    ws.on('open', () => send({ t: 'hello', ...(resume ? { resume } : { token: `p${place}:INR` }) }))
    ws.on('message', (data) => {
      const message = JSON.parse(data)
      if (message.t === 'welcome') resume = message.resume
      if (message.t === 'open' && isPlaying) bet(message.no)
      if (message.t === 'mine') for (const one of message.bets) own.set(one.id, one)
      if (message.t === 'fly') {
        for (const one of own.values()) {
          if (!one.id.includes(`-${place}-`) || one.state !== 'accepted' || Math.random() < 0.4) continue
          const id = `out-${Math.floor(Math.random() * 1e9)}`
          setTimeout(() => send({ t: 'out', id, bet: one.id }), Math.random() * 6000)
        }
      }
    })
    ws.on('error', () => undefined)
    ws.on('close', () => setTimeout(connect, 200))
  }
  connect()
}

try {
  await start()
  for (let place = 0; place < Number(values.players); place++) player(place)
  const endMs = Date.now() + Number(values.minutes) * 60_000
  while (Date.now() < endMs) {
    await wait(3000 + Math.random() * 11_000)
    await stop('SIGKILL')
    kills++
    await start()
  }
  isPlaying = false
  isFaulty = false
  // The last rounds end, the janitor passes, repeated calls come to their end.
  let wrong = house.faults()
  for (let tries = 0; tries < 120 && wrong.length > 0; tries++) {
    await wait(500)
    wrong = house.faults()
  }
  const count = (state) => [...house.bets.values()].filter((bet) => bet.state === state).length
  const row = (name, value, bar = '') => console.log(`${name.padEnd(44)}${String(value).padStart(10)}   ${bar}`)
  row('studio killed (-9) and started again', kills)
  row('wallet calls that failed at random', failed)
  row('stakes asked for', house.bets.size)
  row('settled', count('won'))
  row('rolled back', count('rolled_back'))
  row('rolled back before they came', count('never'))
  row('stakes without exactly one end', wrong.length, 'bar 0')
  for (const one of wrong.slice(0, 10)) console.log(`  ${one}`)
  const isGood = wrong.length === 0 && kills > 0 && house.bets.size > 0
  console.log(isGood ? 'reached' : 'MISSED')
  process.exitCode = isGood ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  isPlaying = false
  await stop('SIGTERM')
  await cluster?.stop()
  await house.close()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
