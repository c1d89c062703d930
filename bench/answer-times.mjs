#!/usr/bin/env node
// Measures whether answers disclose which numbers have an account: each unauthenticated call with a number is made in pairs, alternating a
// number with an account and one without. Both answers must match in status, text and time (Mann-Whitney test).
//   node bench/answer-times.mjs [--pairs 1000]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { median } from './median.mjs'
import { machineNotes, openDb, openSetup, report } from './setup.mjs'

const { values } = parseArgs({ options: { pairs: { type: 'string', default: '1000' } } })
const pairs = Number(values.pairs)
const dist = (path) => import(new URL(`../apps/server/dist/${path}`, import.meta.url).href)
const password = 'a stranger knows this one'

/** In this order: a code can be requested again once a registration waits for it. */
const calls = [
  { what: 'signing in', path: '/login', body: (mobile) => ({ mobile, password }) },
  {
    what: 'registering',
    path: '/register',
    body: (mobile, name) => ({ mobile, password, player_name: name, accept_terms: true }),
  },
  {
    what: 'the code of a registration again',
    path: '/authentication-otp-send',
    body: (mobile) => ({ mobile, type: 'register' }),
  },
  {
    what: 'the code of a sign-in again',
    path: '/authentication-otp-send',
    body: (mobile) => ({ mobile, type: 'login' }),
  },
  { what: 'a forgotten password', path: '/forgot-password', body: (mobile) => ({ mobile }) },
]

machineNotes()
const cluster = await startTemporaryCluster()
const setup = await openSetup({
  url: cluster.url,
  players: pairs,
  env: { SMS_URL: 'http://127.0.0.1:9/none' },
  statements: [await passwordStatements()],
})
const rows = []
try {
  const db = await openDb(cluster.url)
  for (const call of calls) rows.push(...(await compare(db, call)))
  await db.close()
} finally {
  await setup.close()
  await cluster.stop()
}
report(rows)

/** A statement that sets a password with each player's own cost, as registration does. */
async function passwordStatements() {
  const { openPasswords } = await dist('features/accounts/passwords.js')
  const { passwordCost } = await dist('platform/password-cost.js')
  const hash = await (await openPasswords(passwordCost)).hash('a password of the bench')
  return `update accounts.player set password_hash = '${hash}'`
}

async function compare(db, { what, path, body }) {
  const known = await db.kysely.selectFrom('accounts.player').select('mobile').orderBy('mobile').limit(pairs).execute()
  const times = { known: [], unknown: [] }
  let differing = 0
  for (let pair = 0; pair < pairs; pair++) {
    // Every number is new to the rate limits, so that each call is answered; the network prefix has its counters reset in between.
    await db.kysely.deleteFrom('platform.attempt_count').execute()
    const answers = {}
    for (const kind of pair % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const mobile = kind === 'known' ? known[pair].mobile : `+26485${String(1_000_000 + pair)}`
      const { ms, answer } = await post(path, body(mobile, `${kind}_${pair}`))
      times[kind].push(ms)
      answers[kind] = answer.replaceAll(/\+264[•\d]+/g, '')
    }
    if (answers.known !== answers.unknown && differing++ === 0) console.log(answers)
  }
  const medians = { known: median(times.known), unknown: median(times.unknown) }
  const chance = sameDistribution(times.known, times.unknown)
  return [
    {
      what: `${what}, ${pairs} pairs: answers that differ`,
      value: String(differing),
      bar: '0',
      isReached: differing === 0,
    },
    {
      what: '  medians of known and unknown',
      value: `${medians.known.toFixed(2)} and ${medians.unknown.toFixed(2)} ms`,
    },
    {
      what: '  probability of equal distributions',
      value: `p = ${chance.toFixed(3)}`,
      bar: 'above 0.01',
      isReached: chance > 0.01,
    },
  ]
}

async function post(path, body) {
  const since = performance.now()
  const response = await fetch(`http://127.0.0.1:${setup.port}/api/v1/dhow${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { ms: performance.now() - since, answer: `${response.status} ${text}` }
}

/** The two-sided p-value of the Mann-Whitney test, by its normal approximation. */
function sameDistribution(one, other) {
  const all = [...one.map((value) => ({ value, first: 1 })), ...other.map((value) => ({ value, first: 0 }))]
  all.sort((a, b) => a.value - b.value)
  const ranks = all.reduce((sum, { first }, index) => sum + first * (index + 1), 0)
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
