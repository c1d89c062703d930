import type { AddressInfo } from 'node:net'
import { openMetrics, openMetricsServer } from '@dhow/platform/metrics'
import { metricRows } from '@dhow/platform/metric-rows'
import { watchFetch } from '@dhow/platform/watch-fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordMetrics } from '../src/record-metrics.ts'
import { playerToBePaid, withdrawalCode } from './api-calls.ts'
import { seatOf } from './game-seat.ts'
import { openWorld, type World } from './world.ts'

/** The server's metrics, after each kind of work by people with easily found names. */
let world: World
const failures: unknown[] = []
const metrics = openMetrics('server', '9.9.9', (error) => failures.push(error))
const server = openMetricsServer(metrics)
const stopWatchingFetch = watchFetch(metrics, () => performance.now())
let text = ''
let personal: string[] = []

beforeAll(async () => {
  world = await openWorld({}, { metrics })
  recordMetrics(metrics, world.platform, world.app.features)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const player = await playerToBePaid(world)
  const seat = await seatOf(world, player)
  await seat.bet(1_234)
  await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '777.77',
    utr: 'REFERENCE12345',
  })
  const code = await withdrawalCode(world, player)
  await player.post('/player/withdrawals', { amount: '400', payout_account_id: player.payoutAccountId, otp: code })
  await player.get(`/player/deposits/dep_of_${player.player_name}`)
  await world.visitor().post(`/${player.mobile}/nowhere`)
  await world.app.features.check({ isWhole: true })
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')])
  text = await answer.text()
  const { mobile, id, player_name } = player
  personal = [
    mobile,
    mobile.slice(4),
    id,
    player_name,
    'Invented',
    '62001234567',
    'Skeleton',
    'REFERENCE12345',
    player.ip,
  ]
}, 60_000)
afterAll(async () => {
  stopWatchingFetch()
  server.closeAllConnections()
  server.close()
  await world.close()
})

it('has no personal data: no name, number, reference, account or address', () => {
  expect(personal.filter((part) => text.includes(part))).toEqual([])
  // Prefixed ids identify a row of one person.
  expect(text.match(/\b(ply|dep|wd|pay|bet|rnd|tr|ses)_\w{8,}/g)).toBeNull()
})

it('has every metric of the table with its description, and reads all without a failure', () => {
  expect(failures).toEqual([])
  for (const [name, row] of Object.entries(metricRows))
    if (row.programs.some((program) => program === 'server')) expect(text).toContain(`# HELP ${name} ${row.text}\n`)
})

it.each([
  [
    'requests by route and status',
    /dhow_requests_total\{listener="portal",method="POST",route="[^"]+register",status="200"\} 1/,
  ],
  ['a path that is none as none', /route="none",status="404"\} 1/],
  ['refusals by code', /dhow_refusals_total\{code="not_found"\} [1-9]/],
  ['calls of providers', /dhow_wallet_calls_total\{provider="dhow-studio",call="bet",code="ok"\} 1/],
  ['their time', /dhow_wallet_call_seconds_count\{call="bet"\} 1/],
  ['the width of groups', /dhow_group_width_count\{queue="bets"\} [1-9]/],
  ['queues', /dhow_queue_waiting\{queue="deposits"\} 1/],
  ['their age', /dhow_queue_oldest_seconds\{queue="withdrawals"\} \d/],
  ['the outbox', /dhow_queue_waiting\{queue="messages"\} \d/],
  ['live streams', /dhow_live_streams 0/],
  ['checks of the books', /dhow_invariant_violations\{check="\w+"\} 0/],
  ['the age of the last check', /dhow_invariants_age_seconds \d/],
  ['the ledger by kind of account', /dhow_ledger_minor\{account="players in_play",currency="NAD",side="credit"\} 1234/],
  ['the database', /dhow_database_up 1/],
  ['its pool', /dhow_database_connections\{state="waiting"\} 0/],
  ['the disk', /dhow_disk_free_bytes \d/],
  ['outside services by host', /dhow_service_seconds_count\{service="127\.0\.0\.1:\d+",outcome="answered"\} [1-9]/],
  ['the event loop', /nodejs_eventloop_lag_p99_seconds/],
  ['memory', /process_resident_memory_bytes/],
  ['the version', /dhow_info\{program="server",version="9.9.9"\} 1/],
])('shows %s', (_name, line) => {
  expect(text).toMatch(line)
})

it('debits and credits of a currency are equal', () => {
  const totals = { debit: 0, credit: 0 }
  for (const [, side, minor] of text.matchAll(/dhow_ledger_minor\{.*currency="NAD",side="(debit|credit)"\} (\d+)/g))
    totals[side === 'debit' ? 'debit' : 'credit'] += Number(minor)
  expect(totals.debit).toBe(totals.credit)
  expect(totals.debit).toBeGreaterThan(0)
})
