#!/usr/bin/env node
// Limits of guesses: (1) an hour of 2,000 honest people behind one address against 2,000 attackers on as many, on the server's own limiter;
// (2) bursts of guesses at two servers on one database; (3) whether the time of an answer tells who has an account.
//   node bench/guesses.mjs [--people 2000] [--tries 12] [--pairs 1000]
// Build first: npm run build.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startTemporaryCluster } from '../tools/postgres.mjs'
import { simulate } from './guess-simulation.mjs'
import { machineNotes, openDb, openHouse, report } from './house.mjs'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    tries: { type: 'string', default: '12' },
    pairs: { type: 'string', default: '1000' },
  },
})
const people = Number(values.people)
const triesEach = Number(values.tries)
const pairs = Number(values.pairs)
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
  // The limit that stood before: twenty codes an hour an address.
  const before = { refused: (100 * Math.max(0, people - 20)) / people, sent: people * Math.min(20, triesEach) }
  return [
    { what: `honest people behind one address in an hour`, value: String(count.honest) },
    {
      what: 'of them refused a code or a sign-in',
      value: `${count.honestRefused} (${share.toFixed(2)} %; twenty an hour an address: ${before.refused.toFixed(0)} %)`,
      bar: 'under 1 %',
      isReached: share < 1,
    },
    { what: `codes asked for strangers' numbers from ${people} addresses`, value: String(count.strangersAsked) },
    {
      what: 'of them sent',
      value: `${count.codesToStrangers} (twenty an hour an address: ${before.sent})`,
      bar: `at most ${bound}: ${guessRules.codePrefix.most} unanswered a prefix and hour`,
      isReached: count.codesToStrangers <= bound,
    },
    { what: 'passwords judged of those tried', value: `${count.passwordsJudged} of ${count.passwordsTried}` },
    { what: 'simulated in', value: `${tookS.toFixed(0)} s` },
  ]
}

async function bursts() {
  const house = await openHouse({ url: cluster.url, players: pairs, env: { SMS_URL: 'http://127.0.0.1:9/none' } })
  const post = async (path, body) => {
    const since = performance.now()
    const response = await fetch(`http://127.0.0.1:${house.port}/api/v1/dhow${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return { status: response.status, ms: performance.now() - since }
  }
  const burst = await Promise.all(
    Array.from({ length: 600 }, (_, place) => post('/login', { mobile: '+264811999999', password: `wrong-${place}` })),
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

  // Every number is new to the limits, so that each call is judged; the prefix is given its allowance back in between.
  const db = await openDb(cluster.url)
  const known = (
    await db.kysely.selectFrom('accounts.player').select('mobile').orderBy('mobile').limit(pairs).execute()
  ).map(({ mobile }) => mobile)
  const times = { known: [], unknown: [] }
  for (let pair = 0; pair < pairs; pair++) {
    await db.kysely.deleteFrom('platform.attempt_count').execute()
    const order = pair % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of order) {
      const mobile = kind === 'known' ? known[pair] : `+26485${String(1_000_000 + pair)}`
      times[kind].push((await post('/forgot-password', { mobile })).ms)
    }
  }
  await db.close()
  await house.close()
  const medians = { known: median(times.known), unknown: median(times.unknown) }
  const apart = Math.abs(medians.known - medians.unknown)
  const chance = sameDistribution(times.known, times.unknown)
  rows.push(
    {
      what: `forgotten password, ${pairs} pairs: medians of known and unknown`,
      value: `${medians.known.toFixed(2)} and ${medians.unknown.toFixed(2)} ms`,
      bar: 'within 5 ms',
      isReached: apart <= 5,
    },
    {
      what: 'that both are of one distribution (Mann-Whitney)',
      value: `p = ${chance.toFixed(3)}`,
      bar: 'above 0.01',
      isReached: chance > 0.01,
    },
  )
  return rows
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The two-sided p of the Mann-Whitney test, by its normal approximation. */
function sameDistribution(one, other) {
  const all = [...one.map((value) => ({ value, first: 1 })), ...other.map((value) => ({ value, first: 0 }))]
  all.sort((a, b) => a.value - b.value)
  const ranks = all.reduce((sum, { first }, place) => sum + first * (place + 1), 0)
  const u = ranks - (one.length * (one.length + 1)) / 2
  const mean = (one.length * other.length) / 2
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12)
  const z = Math.abs(u - mean) / deviation
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * z)
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, 2 * tail)
}
