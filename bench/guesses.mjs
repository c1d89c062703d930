#!/usr/bin/env node
// Rate limits of guesses: (1) an hour of 2,000 honest users behind one address against 2,000 attacker addresses, with the server's own
// limiter; (2) bursts of guesses at two servers on one database.
//   node bench/guesses.mjs [--people 2000] [--tries 12]
// Build first: npm run build.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { simulate } from './guess-simulation.mjs'
import { machineNotes, openSetup, report } from './setup.mjs'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    tries: { type: 'string', default: '12' },
  },
})
const people = Number(values.people)
const triesEach = Number(values.tries)
const dist = (path) => import(new URL(`../apps/server/dist/${path}`, import.meta.url).href)

machineNotes()
const cluster = await startTemporaryCluster()
const rows = []
try {
  rows.push(...(await anHour()), ...(await bursts()))
} finally {
  await cluster.stop()
}
report(rows)

async function anHour() {
  const { openDatabase } = await dist('platform/db/index.js')
  const { openAttempts } = await dist('platform/attempts.js')
  const { codeUses, signInUses, guessRules } = await dist('features/accounts/guess-limits.js')
  const db = await openDatabase({ url: cluster.url, log: pino({ level: 'error' }) })
  const startMs = Date.parse('2026-11-21T09:00:00Z')
  let nowMs = 0
  const clock = { now: () => new Date(startMs + nowMs) }
  const attempts = openAttempts({ db, clock }, () => [])
  const at = (ms) => void (nowMs = ms)
  const since = performance.now()
  const count = await simulate(
    { attempts, codeUses, signInUses, at, random: randomInt },
    { honest: people, attackers: people, triesEach },
  )
  const tookS = (performance.now() - since) / 1_000
  await db.close()
  const share = (100 * count.honestRefused) / count.honest
  const bound = people * guessRules.codePrefix.most
  // The earlier limit: twenty codes per hour and address.
  const before = { refused: (100 * Math.max(0, people - 20)) / people, sent: people * Math.min(20, triesEach) }
  return [
    { what: `honest users behind one address in an hour`, value: String(count.honest) },
    {
      what: 'of them refused a code or sign-in',
      value: `${count.honestRefused} (${share.toFixed(2)} %; twenty an hour an address: ${before.refused.toFixed(0)} %)`,
      bar: 'under 1 %',
      isReached: share < 1,
    },
    { what: `codes requested for others' numbers from ${people} addresses`, value: String(count.strangersAsked) },
    {
      what: 'of them sent',
      value: `${count.codesToStrangers} (twenty an hour an address: ${before.sent})`,
      bar: `at most ${bound}: ${guessRules.codePrefix.most} unanswered a prefix and hour`,
      isReached: count.codesToStrangers <= bound,
    },
    { what: 'passwords checked of those tried', value: `${count.passwordsJudged} of ${count.passwordsTried}` },
    { what: 'simulated in', value: `${tookS.toFixed(0)} s` },
  ]
}

async function bursts() {
  const setup = await openSetup({ url: cluster.url, players: 1, env: { SMS_URL: 'http://127.0.0.1:9/none' } })
  const post = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${setup.port}/api/v1/dhow${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return { status: response.status }
  }
  const burst = await Promise.all(
    Array.from({ length: 600 }, (_, index) => post('/login', { mobile: '+264811999999', password: `wrong-${index}` })),
  )
  const judged = burst.filter(({ status }) => ![429, 503].includes(status)).length
  const rows = [
    {
      what: '600 passwords for one number at once, judged',
      value: String(judged),
      bar: 'at most 5',
      isReached: judged <= 5,
    },
  ]

  await setup.close()
  return rows
}
