#!/usr/bin/env node
// The one-player games under kills: players bet, act and cash out while the studio is killed (-9) again and again and its wallet
// fails at random, before or after the money moved. At the end every stake has exactly one end, by the wallet's own books, and the
// pages were told the same.
//   node bench/instant-soak.mjs [--minutes 1] [--players 40] [--postgres]
// Build first: npx tsc -b apps/studio.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../tools/postgres.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    players: { type: 'string', default: '40' },
    port: { type: 'string', default: '18314' },
    postgres: { type: 'boolean', default: false },
  },
})
const port = Number(values.port)
const root = fileURLToPath(new URL('..', import.meta.url))
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const { openHouseDouble } = await import(new URL('../apps/studio/dist/testing/house-double.js', import.meta.url).href)

const house = await openHouseDouble()
const cluster = values.postgres ? await startTemporaryCluster() : undefined
const folder = mkdtempSync(join(tmpdir(), 'instant-soak-'))
const faults = ['error_before', 'error_after', 'silence_before', 'silence_after']
const pick = (list) => list[Math.floor(Math.random() * list.length)]
let isFaulty = true
let failed = 0
house.fault = (call) => {
  if (!isFaulty || call === 'authenticate' || call === 'balance' || Math.random() > 0.12) return 'none'
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
      STUDIO_CHAIN_LENGTH: '20000',
      STUDIO_SOCKETS_PER_ADDRESS: '100000',
      LOG_LEVEL: 'fatal',
    },
  })
  for (let tries = 0; tries < 300; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await wait(100)
  }
  throw new Error('the studio does not come back')
}
const stop = async (signal) => {
  const gone = new Promise((resolve) => studio.once('exit', resolve))
  studio.kill(signal)
  await gone
}

/** Like the page: the same call again until there is a decided answer. */
async function call(name, body, resume) {
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/instant/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(resume ? { authorization: `Bearer ${resume}` } : {}) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(12_000),
      })
      if (response.ok) return await response.json()
      if (response.status < 500 && response.status !== 429) throw new Error(`${name}: ${response.status}`)
    } catch (error) {
      if (/^\w+: \d+$/.test(error.message)) throw error
      // Cut off or too late: it is sent again.
    }
    await wait(pauseMs)
  }
}

const games = {
  dice: () => ({ side: 'over', mark: 5050 }),
  limbo: () => ({ target: 150 }),
  plinko: () => ({ risk: 'high', rows: 8 }),
  wheel: () => ({ risk: 'medium', segments: 10 }),
  keno: () => ({ risk: 'low', marked: [1, 2, 3] }),
  mines: () => ({ mines: 2 }),
  hilo: () => ({}),
}
const told = new Map()
let isPlaying = true

async function player(place) {
  const game = pick(Object.keys(games))
  const { resume, seeds } = await call('hello', { game, token: `soak${place}:INR` })
  const at = (name, body) => call(name, { game, ...body }, resume)
  const note = ({ round }) => round && told.set(round.id, round)
  await at('rotate', { commitment: seeds.next, clientSeed: `soak-${place}` })
  for (let count = 0; isPlaying; count++) {
    await wait(Math.random() * 400)
    let answer = await at('bet', { id: `soak-${place}-${count}`, stake: 1000 + place, options: games[game]() })
    note(answer)
    for (let steps = 0; answer.round?.state === 'open' && steps < 12; steps++) {
      const { round } = answer
      const isOut = round.canCashOut && Math.random() < 0.4
      const act = isOut ? 'out' : game === 'mines' ? { place: round.step } : { guess: pick(round.view.choices).guess }
      answer = await at('act', {
        id: `soak-${place}-${count}-${round.step}-${isOut}`,
        round: round.id,
        step: round.step,
        act,
      })
      note(answer)
    }
    if (answer.code === 'round_open') await wait(500)
    if (Math.random() < 0.05) {
      const state = await at('state', {})
      await at('rotate', { commitment: state.seeds.next, clientSeed: `soak-${place}-${count}` })
    }
  }
  // What is still open is cashed out or guessed to its end, as a player would who comes back.
  for (let tries = 0; tries < 200; tries++) {
    const { rounds } = await at('state', {})
    for (const round of rounds) told.set(round.id, round)
    const open = rounds.find((round) => round.state === 'open')
    if (!open && rounds.every((round) => !['intent', 'rolling', 'settling'].includes(round.state))) return
    if (open) {
      const act = open.canCashOut
        ? 'out'
        : game === 'mines'
          ? { place: open.step }
          : { guess: open.view.choices[0].guess }
      await at('act', { id: `end-${place}-${tries}-${open.step}`, round: open.id, step: open.step, act })
    } else await wait(300)
  }
}

try {
  await start()
  const players = Array.from({ length: Number(values.players) }, (_, place) => player(place))
  const endMs = Date.now() + Number(values.minutes) * 60_000
  while (Date.now() < endMs) {
    await wait(2000 + Math.random() * 6000)
    await stop('SIGKILL')
    kills++
    await start()
  }
  isPlaying = false
  isFaulty = false
  await Promise.all(players)
  let wrong = house.faults()
  for (let tries = 0; tries < 120 && wrong.length > 0; tries++) {
    await wait(500)
    wrong = house.faults()
  }
  // What the pages were told against the wallet's books.
  const lies = []
  for (const [id, round] of told) {
    const bet = house.bets.get(id)
    if (round.state === 'settled' && (bet?.state !== 'won' || bet.paid !== BigInt(round.payout))) lies.push(id)
    if (round.state === 'rolled_back' && bet?.state === 'won') lies.push(id)
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
  row('rounds told otherwise than booked', lies.length, 'bar 0')
  for (const one of [...wrong, ...lies].slice(0, 10)) console.log(`  ${one}`)
  const isGood = wrong.length === 0 && lies.length === 0 && kills > 0 && house.bets.size > 0
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
