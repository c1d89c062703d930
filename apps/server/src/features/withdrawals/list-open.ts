import { formatDecimal } from '@dhow/contract/money'
import type { WithdrawalParts } from './parts.ts'
import { openStates } from './rules.ts'

/** A player's open withdrawals, oldest first. */
export async function listOpen({ platform: { db } }: WithdrawalParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select(['id', 'amount_minor', 'state'])
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openStates])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: row.id, amount: formatDecimal(row.amount_minor), state: row.state }))
}

/** The number of open withdrawals. */
export async function countOpen({ platform: { db } }: WithdrawalParts): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow()
  return Number(count)
}
