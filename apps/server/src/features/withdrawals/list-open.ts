import { formatDecimal } from '@dhow/contract/money'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { Market } from '@dhow/contract/shapes'
import { markets } from '../portal/index.ts'
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

/** Open withdrawals. */
export async function readWaiting({ platform: { db } }: WithdrawalParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('requested_at').as('oldest')])
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** Withdrawals of a market with at least this amount that are open, or were requested since; oldest first. */
export async function listLarge(
  { platform: { db } }: WithdrawalParts,
  { market, leastMinor, since }: { market: Market; leastMinor: bigint; since: Date },
) {
  const rows = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select(['id', 'amount_minor', 'currency'])
    .where('currency', '=', markets[market].currency)
    .where('amount_minor', '>=', leastMinor)
    .where((eb) => eb.or([eb('state', 'in', [...openStates]), eb('requested_at', '>=', since)]))
    .orderBy('id')
    .execute()
  return rows.map(({ id, amount_minor: amountMinor, currency }) => ({ id, amountMinor, currency }))
}

/** Withdrawals that wait for a second operator after one not in `notAfter`. */
export async function readWaitingForSecond(
  { platform: { db } }: WithdrawalParts,
  notAfter: readonly string[],
): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('requested_at').as('oldest')])
    .where('state', '=', 'awaiting_second_approval')
    .where('first_approver', 'not in', notAfter)
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}
