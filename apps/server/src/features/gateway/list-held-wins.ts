import type { HeldWinParts } from './parts.ts'
import type { HeldWin } from '@dhow/contract/held-wins'
import { formatDecimal } from '@dhow/contract/money'
import { pageOf } from '../../platform/pages.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { HeldWinRow } from './tables.ts'

const pageSize = 50

type ListedRow = HeldWinRow & {
  player_name: string
  game_name: string | null
  operator: string | null
  waits: unknown
}

function winReply(row: ListedRow): HeldWin {
  const hundredths = row.stake_minor === 0n ? null : (row.win_minor * 100n) / row.stake_minor
  return {
    id: row.id,
    state: row.state,
    provider: row.provider_code,
    game: row.game_name ?? row.game_id,
    round_id: row.round_id,
    player_id: row.player_id,
    player_name: row.player_name,
    currency: row.currency,
    stake: formatDecimal(row.stake_minor),
    win: formatDecimal(row.win_minor),
    held: formatDecimal(row.held_minor),
    multiple: hundredths === null ? null : formatDecimal(hundredths),
    ceilings: row.ceilings,
    held_at: row.held_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.operator,
    reason: row.reason,
    waits: Boolean(row.waits),
    version: row.version,
  }
}

export async function listHeldWins(
  { platform: { db, clock } }: HeldWinParts,
  query: { state?: 'held' | 'decided' | undefined; cursor?: string | undefined },
) {
  const isHeld = query.state !== 'decided'
  let listed = db.kysely
    .selectFrom('gateway.held_win as win')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'win.player_id')
    .leftJoin('catalog.games', 'catalog.games.id', 'win.game_id')
    .leftJoin('staff.operator_card', 'staff.operator_card.id', 'win.decided_by')
    .selectAll('win')
    .select([
      'accounts.player_card.player_name',
      'catalog.games.name as game_name',
      'staff.operator_card.name as operator',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('approvals.open_changes as waiting')
            .select('waiting.id')
            .where('waiting.kind', '=', 'held_win')
            .whereRef('waiting.subject', '=', 'win.id')

            .where('waiting.until', '>', clock.now()),
        )
        .as('waits'),
    )
    .where('win.state', isHeld ? '=' : '<>', 'held')
    .orderBy('win.id', isHeld ? 'asc' : 'desc')
    .limit(pageSize + 1)
  if (query.cursor) listed = listed.where('win.id', isHeld ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(await listed.execute(), pageSize)
  return { wins: rows.map(winReply), next_cursor: nextCursor }
}

/** Wins of all providers that wait for a check, and since when the first. */
export async function readHeldQueue({ platform: { db } }: HeldWinParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('gateway.held_win')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('held_at').as('oldest')])
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** Number of wins that wait for a check, by provider. */
export async function countHeldWins({ platform: { db } }: HeldWinParts): Promise<Map<string, number>> {
  const rows = await db.kysely
    .selectFrom('gateway.held_win')
    .select((eb) => ['provider_code', eb.fn.countAll<bigint>().as('count')])
    .where('state', '=', 'held')
    .groupBy('provider_code')
    .execute()
  return new Map(rows.map((row) => [row.provider_code, Number(row.count)]))
}
