import { formatDecimal } from '@dhow/contract/money'
import type { Db, Tx } from '../../platform/db/index.ts'
import { pageOf, type CursorPage } from '../../platform/pages.ts'
import type { LimitParts } from './parts.ts'
import type { ChangeRow } from './tables.ts'

/** Author of a change of limits: the player, an operator, or the program by a rule. */
export type Author = { madeBy: 'player' | 'rule' } | { madeBy: 'operator'; operatorId: string }

export const byPlayer: Author = { madeBy: 'player' }

type Described = Pick<ChangeRow, 'player_id' | 'at' | 'what' | 'kind'> &
  Partial<Pick<ChangeRow, 'period' | 'before_minor' | 'amount_minor' | 'until_at' | 'reason'>>

/** Records a change in the transaction that makes it. */
export async function noteChange({ platform: { id } }: LimitParts, tx: Tx, change: Described, by: Author) {
  await tx
    .insertInto('limits.change')
    .values({
      id: id('lch'),
      ...{ period: null, before_minor: null, amount_minor: null, until_at: null, reason: '' },
      ...change,
      made_by: by.madeBy,
      operator_id: by.madeBy === 'operator' ? by.operatorId : null,
    })
    .execute()
}

/** A player's own changes of limits, breaks and blocks, newest first, without operators' names and reasons. */
export async function ownChanges({ platform: { db } }: LimitParts, playerId: string, page: CursorPage) {
  const { rows, nextCursor } = pageOf(await changesOf(db.kysely, playerId, page), page.limit)
  const decimal = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
  return {
    data: rows.map(({ at, what, kind, period, before_minor, amount_minor, until_at, made_by }) => ({
      at: at.toISOString(),
      what,
      kind,
      period,
      before: decimal(before_minor),
      amount: decimal(amount_minor),
      until: until_at?.toISOString() ?? null,
      by: made_by,
    })),
    next_cursor: nextCursor,
  }
}

function changesOf(db: Db, playerId: string, { limit, cursor }: CursorPage): Promise<ChangeRow[]> {
  let query = db
    .selectFrom('limits.change')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return query.execute()
}
