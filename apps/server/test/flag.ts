import { sql } from 'kysely'
import type { World } from './world.ts'

/** A reward check of a player that waits, by the row: to earn one takes several accounts. */
export const flag = (world: World, playerId: string) =>
  sql`insert into rewards.reward_check (id, kind, player_id, subject, currency, amount_minor, points, reasons, created_at)
    values (${`rck_${playerId.slice(-8)}`}, 'welcome', ${playerId}, ${`dep_${playerId}`}, 'NAD', 100, 5, '[]', ${world.clock.now()})`.execute(
    world.db.kysely,
  )
