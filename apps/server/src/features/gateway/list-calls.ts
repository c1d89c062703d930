import { sql } from 'kysely'
import type { ProviderParts } from './parts.ts'
import { required } from '../../platform/required.ts'

const callsShown = 100

/** Calls of providers, newest first. */
export async function listCalls(
  { platform: { db } }: ProviderParts,
  query: {
    provider?: string | undefined
    player?: string | undefined
    round?: string | undefined
    refused?: '1' | undefined
    cursor?: string | undefined
  },
) {
  let filtered = db.kysely
    .selectFrom('gateway.call as call')
    .leftJoin('accounts.player_card', 'accounts.player_card.id', 'call.player_id')
    .leftJoin('gateway.game_round as round', (join) =>
      join
        .onRef('round.player_id', '=', 'call.player_id')
        .onRef('round.provider_code', '=', 'call.provider_code')
        .onRef('round.round_id', '=', 'call.round_id'),
    )
    .selectAll('call')
    .select([
      'accounts.player_card.player_name',
      'round.is_automatic',
      sql<string>`to_char(call.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('exact'),
    ])
    .orderBy('call.at', 'desc')
    .limit(callsShown + 1)
  if (query.provider) filtered = filtered.where('call.provider_code', '=', query.provider)
  if (query.round) filtered = filtered.where('call.round_id', '=', query.round)
  if (query.refused) filtered = filtered.where('call.code', '!=', 'ok')
  const { player } = query
  if (player)
    filtered = filtered.where(({ eb, or, selectFrom }) =>
      or([
        eb('call.player_id', '=', player),
        eb(
          'call.player_id',
          '=',
          selectFrom('accounts.player_card')
            .select('id')
            .where(sql`lower(player_name)`, '=', player.toLowerCase()),
        ),
      ]),
    )
  if (query.cursor && !Number.isNaN(Date.parse(query.cursor)))
    filtered = filtered.where('call.at', '<', sql<Date>`${query.cursor}::timestamptz`)
  const rows = await filtered.execute()
  const page = rows.slice(0, callsShown)
  return {
    calls: page.map((row) => ({
      at: row.at.toISOString(),
      provider: row.provider_code,
      call: row.call,
      tx_id: row.tx_id,
      round_id: row.round_id,
      player_id: row.player_id,
      player_name: row.player_name,
      code: row.code,
      took_ms: row.took_us / 1_000,
      ...(row.is_automatic ? { automatic: true as const } : {}),
    })),
    next_cursor: rows.length > callsShown ? `${required(page.at(-1), 'the last call of a page').exact}Z` : null,
  }
}
