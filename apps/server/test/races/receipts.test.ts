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
  const leaves = () => world.db.kysely.selectFrom('receipts.entry').select('player_id').orderBy('leaf').execute()
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
    expect(await leaves()).toEqual([])
  } finally {
    commit()
    await posting
  }
  await vi.waitFor(async () => {
    await receipts.sequence()
    expect(await leaves()).toEqual([{ player_id: early.id }, { player_id: late.id }])
  }, 10_000)
})
