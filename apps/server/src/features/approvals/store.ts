import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import { moneyActions, type MoneyAction } from '@dhow/contract/money-actions'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import type { MoneyActionRow } from './tables.ts'

export type Side = 'in' | 'out'

/** Side of a player's money that an action handles. */
export function sideOf(action: MoneyAction): Side | undefined {
  const row = moneyActions[action]
  return 'side' in row ? row.side : undefined
}

/** A market's own day, as `2026-11-21`. */
export const dayOf = (at: Date, market: Market): string => dayIn(markets[market].timezone, at)

/**
 * Serialises actions of one operator, and actions for one player, until the transaction ends, so that two never read
 * the same sum.
 */
export async function lockDay(tx: Tx, operatorId: string, playerId?: string): Promise<void> {
  const keys = [`operator:${operatorId}`, ...(playerId === undefined ? [] : [`player:${playerId}`])]
  for (const key of keys)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`money-action:${key}`}, 0))`.execute(tx)
}

export async function insertAction(tx: Tx, action: Omit<MoneyActionRow, 'day'> & { day: string }): Promise<void> {
  await tx
    .insertInto('approvals.money_action')
    .values({ ...action, day: sql<Date>`${action.day}::date` })
    .execute()
}

/** Sum that one person moved alone and without evidence on a day: of one operator, or for one player. */
export async function sumByOnePerson(
  tx: Tx,
  of: { operatorId: string } | { playerId: string },
  { day, currency, side }: { day: string; currency: Currency; side: Side | undefined },
): Promise<bigint> {
  const row = await tx
    .selectFrom('approvals.money_action')
    .select((eb) => eb.fn.sum<string | null>('amount_minor').as('sum'))
    .where('day', '=', sql<Date>`${day}::date`)
    .where('currency', '=', currency)
    .where('stage', '=', 'done')
    .where('evidence', 'is', null)
    .where('first_operator', 'is', null)
    .where((eb) => (side === 'out' ? eb('side', '=', 'out') : eb('side', 'is distinct from', 'out')))
    .where((eb) => ('operatorId' in of ? eb('operator_id', '=', of.operatorId) : eb('player_id', '=', of.playerId)))
    .executeTakeFirstOrThrow()
  return BigInt(row.sum ?? 0)
}

/** An operator's actions of a day on one side of these players' money. */
export function findActionsOfSide(tx: Tx, operatorId: string, side: Side, day: string, playerIds: string[]) {
  return tx
    .selectFrom('approvals.money_action')
    .select('subject')
    .where('day', '=', sql<Date>`${day}::date`)
    .where('player_id', 'in', playerIds)
    .where('side', '=', side)
    .where((eb) => eb.or([eb('operator_id', '=', operatorId), eb('first_operator', '=', operatorId)]))
    .limit(1)
    .executeTakeFirst()
}
