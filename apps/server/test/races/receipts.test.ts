import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

it('a posting that commits after one with a greater id is sequenced before it', async () => {
  const { wallet, receipts } = world.app.features
  const early = await world.player()
  const late = await world.player()
  const playersOfEntries = async () => {
    const { rows } = await sql<{ player_id: string }>`
      select player_id from receipts.batch cross join unnest(posting_ids) as posting_id
      join ledger.postings on postings.id = posting_id order by first_leaf, posting_id`.execute(world.db.kysely)
    return rows.map((row) => row.player_id)
  }
  let commit = () => {}
  const held = new Promise<void>((resolve) => (commit = resolve))
  let posted = () => {}
  const isPosted = new Promise<void>((resolve) => (posted = resolve))
  const posting = world.db.transaction(async (tx) => {
    await wallet.post(tx, {
      key: 'test:held',
      reason: 'test' as never,
      playerId: early.id,
      currency: 'NAD',
      happenedAt: world.clock.now(),
      lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor: 100n }],
    })
    posted()
    await held
  })
  try {
    await isPosted
    await world.fund(late.id, '1.00')
    await receipts.sequence()
    expect(await playersOfEntries()).toEqual([])
  } finally {
    commit()
    await posting
  }
  await vi.waitFor(async () => {
    await receipts.sequence()
    expect(await playersOfEntries()).toEqual([early.id, late.id])
  }, 10_000)
})
