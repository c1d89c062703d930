import { sql } from 'kysely'
import type { World } from './world.ts'

/** Inserts a waiting reward check of a player: causing one takes several accounts. */
export const flag = (world: World, playerId: string) =>
  sql`insert into rewards.reward_check (id, kind, player_id, subject, currency, amount_minor, points, reasons, created_at)
    values (${`rck_${playerId.slice(-8)}`}, 'welcome', ${playerId}, ${`dep_${playerId}`}, 'NAD', 100, 5, '[]', ${world.clock.now()})`.execute(
    world.db.kysely,
  )
