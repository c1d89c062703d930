import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import { moneyActs, type MoneyAct } from '@dhow/contract/money-acts'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import { markets } from '../portal/index.ts'
import type { MoneyActRow } from './tables.ts'

export type Side = 'in' | 'out'

/** The side of a player's money that an act stands on. */
export function sideOf(act: MoneyAct): Side | undefined {
  const row = moneyActs[act]
  return 'side' in row ? row.side : undefined
}

/** A market's own day, as `2026-11-21`. */
export const dayOf = (at: Date, market: Market): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: markets[market].timezone }).format(at)

/** Acts of one operator, and acts for one player, follow each other until the transaction ends: two at once never both read the same sum. */
export async function lockDay(tx: Tx, operatorId: string, playerId?: string): Promise<void> {
  const keys = [`operator:${operatorId}`, ...(playerId === undefined ? [] : [`player:${playerId}`])]
  for (const key of keys)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`money-act:${key}`}, 0))`.execute(tx)
}

export async function insertAct(tx: Tx, act: Omit<MoneyActRow, 'day'> & { day: string }): Promise<void> {
  await tx
    .insertInto('approvals.money_act')
    .values({ ...act, day: sql<Date>`${act.day}::date` })
    .execute()
}

/** The sum of a day that was moved by one person alone and without evidence: of one operator, or for one player. */
export async function sumAlone(
  tx: Tx,
  of: { operatorId: string } | { playerId: string },
  { day, currency, side }: { day: string; currency: Currency; side: Side | undefined },
): Promise<bigint> {
  const row = await tx
    .selectFrom('approvals.money_act')
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

/** An operator's acts of a day on one side of the money of any of these players. */
export function findOnSide(tx: Tx, operatorId: string, side: Side, day: string, playerIds: string[]) {
  return tx
    .selectFrom('approvals.money_act')
    .select('subject')
    .where('day', '=', sql<Date>`${day}::date`)
    .where('player_id', 'in', playerIds)
    .where('side', '=', side)
    .where((eb) => eb.or([eb('operator_id', '=', operatorId), eb('first_operator', '=', operatorId)]))
    .limit(1)
    .executeTakeFirst()
}
