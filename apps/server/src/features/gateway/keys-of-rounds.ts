import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Posting keys of a player's rounds by their ids: stakes, wins, rollbacks, and wins held for a check. */
export async function keysOfRounds(db: Db, playerId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; key: string }>`
    with asked as materialized (
      select id, provider_code, round_id from gateway.game_round_in_order where player_id = ${playerId} and id = any(${ids}::text[])
    )
    select asked.id, 'game:' || call.provider_code || ':' || call.tx_id as key
    from asked join gateway.game_transaction call
      on call.player_id = ${playerId} and call.round_id = asked.round_id and call.provider_code = asked.provider_code
    where call.posting_id is not null
    union all
    select asked.id, 'win:' || win.provider_code || ':' || win.tx_id || ':hold' || step
    from asked join gateway.held_win win
      on win.player_id = ${playerId} and win.round_id = asked.round_id and win.provider_code = asked.provider_code
    cross join unnest(array['', ':paid', ':refused']) as step`.execute(db)
  const keys = new Map<string, string[]>()
  for (const { id, key } of rows) keys.set(id, [...(keys.get(id) ?? []), key])
  return keys
}
