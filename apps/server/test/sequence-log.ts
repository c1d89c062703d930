import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/** Sequences settled postings until the public log has the newest posting of a player. */
export const sequenceLog = (world: World) =>
  vi.waitFor(async () => {
    await world.app.features.receipts.sequence()
    const { db } = world
    const log = await db.kysely
      .selectFrom('receipts.log')
      .select('posting_id')
      .where('name', '=', 'players')
      .executeTakeFirst()
    const newest = await db.kysely
      .selectFrom('ledger.postings')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('player_id', 'is not', null)
      .executeTakeFirst()
    expect(log?.posting_id).toBe(newest?.id)
  }, 10_000)
