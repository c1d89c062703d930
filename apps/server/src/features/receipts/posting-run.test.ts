import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { readPostingRun } from './posting-run.ts'

let world: World
let playerId: string
const amounts = [9_007_199_254_740_993n, -9_007_199_254_740_992n, 5n]
const keys = ['deposit:1,2', 'gift "of" \\ one\nline', 'ends with a comma,']

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  playerId = (await world.player()).id
  await asOwner(world.db, async (tx) => {
    await sql`update ledger.wallet set limit_minor = ${2n ** 60n} where player_id = ${playerId}`.execute(tx)
    for (const [at, key] of keys.entries()) {
      // A restore or a rolled-back batch leaves gaps of any width.
      await sql`alter table ledger.posting alter column id restart with ${sql.lit((at + 1) * 100_000)}`.execute(tx)
      const amount = amounts[at] ?? 0n
      const accounts = ['bank_detail:test', 'cash']
      const [from, to] = amount > 0n ? accounts : accounts.toReversed()
      const { rows } = await sql<{ outcome: string }>`
        select (ledger.post(${key}, '\\x00', 'test', null, '2026-11-27 05:00:00.789+00'::timestamptz + ${at}::int * interval '1 ms',
          ${playerId}::text, 'NAD', array[${from}], array[${to}], array[${amount < 0n ? -amount : amount}]::bigint[])).outcome`.execute(
        tx,
      )
      expect(rows).toEqual([{ outcome: 'ok' }])
    }
  })
})
afterAll(() => world.close())

it('reads postings across id gaps, with any key and amount, as in the ledger', async () => {
  const found = []
  let after = 0n
  for (;;) {
    const run = await readPostingRun(world.db.kysely, after, 1_000_000n, 1)
    if (run.count === 0) break
    expect([run.ids, run.count]).toEqual([String(run.lastId), 1])
    found.push(run.next())
    expect(() => run.next()).toThrow('a run has no posting 1')
    after = run.lastId
  }
  const base = Date.parse('2026-11-27T05:00:00.789Z')
  expect(found).toEqual(
    keys.map((key, at) => ({
      ...{ id: String((at + 1) * 100_000), atMs: base + at, key, reason: 'test', player_id: playerId, currency: 'NAD' },
      ...{ cash_after: String(amounts.slice(0, at + 1).reduce((sum, amount) => sum + amount, 0n)), bonus_after: '0' },
      ...{ hold_after: '0', in_play_after: '0' },
    })),
  )
})

it('gives each of them a receipt with the exact change', async () => {
  const { sequence, receipt } = world.app.features.receipts
  await vi.waitFor(async () => {
    await sequence()
    // Reading a receipt rebuilds its entry from rows, in integers, and refuses a different one.
    const entries = await Promise.all(
      keys.map(async (_, at) => (await receipt(playerId, String((at + 1) * 100_000))).entry),
    )
    expect(entries.map((entry) => /^cash (\S+) /m.exec(entry)?.[1])).toEqual(amounts.map(String))
  }, 10_000)
})
