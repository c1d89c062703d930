import type { ClosingObstacle } from '@dhow/contract/closing'
import { formatDecimal } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openStates as openDepositStates } from '../deposits/index.ts'
import { openFreeStakes } from '../gateway/index.ts'
import { openServiceStates } from '../payments/index.ts'
import { openStates as openWithdrawalStates } from '../withdrawals/index.ts'
import type { OverviewParts } from './parts.ts'

/**
 * Money and payments that must end before a player's account closes: balance, money in play (free rounds too), held or
 * owed, and each open payment. Unused free rounds are no money: they end with the account. Read under the wallet's
 * lock, nothing is added before the transaction ends.
 * @throws Refusal `account_missing`
 */
export async function findObstacles(
  { wallet }: Pick<OverviewParts, 'wallet'>,
  reader: Db,
  playerId: string,
): Promise<ClosingObstacle[]> {
  const state = await wallet.balance(reader, playerId)
  if (!state) throw new Refusal('account_missing')
  const payments = await openPaymentsOf(reader, playerId)
  const leaving = payments.filter(({ kind }) => kind === 'withdrawal')
  // A withdrawal holds its money; any further held amount is a win under review.
  const heldMinor = leaving.reduce((sum, { amountMinor }) => sum - amountMinor, state.heldMinor)
  const sums = [
    { kind: 'balance', amountMinor: state.cashMinor },
    // An open free round may still win cash.
    { kind: 'in_play', amountMinor: state.inPlayMinor + (await openFreeStakes(reader, playerId)) },
    { kind: 'held', amountMinor: heldMinor },
    { kind: 'bonus', amountMinor: state.bonusMinor },
    { kind: 'debt', amountMinor: state.debtMinor },
  ] as const
  return [...sums.filter(({ amountMinor }) => amountMinor > 0n).map((sum) => ({ ...sum, id: null })), ...payments].map(
    ({ kind, amountMinor, id }) => ({ kind, amount: formatDecimal(amountMinor), id }),
  )
}

async function openPaymentsOf(reader: Db, playerId: string) {
  const deposits = await reader
    .selectFrom('deposits.deposits')
    .select(['id', 'declared_minor as amountMinor'])
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openDepositStates])
    .execute()
  const services = await reader
    .selectFrom('payments.service_payments')
    .select(['id', 'requested_minor', 'confirmed_minor'])
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openServiceStates])
    .execute()
  const withdrawals = await reader
    .selectFrom('withdrawals.withdrawals')
    .select(['id', 'amount_minor as amountMinor'])
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openWithdrawalStates])
    .execute()
  return [
    ...deposits.map((row) => ({ kind: 'deposit' as const, ...row })),
    ...services.map((row) => ({
      kind: 'deposit' as const,
      id: row.id,
      amountMinor: row.confirmed_minor ?? row.requested_minor ?? 0n,
    })),
    ...withdrawals.map((row) => ({ kind: 'withdrawal' as const, ...row })),
  ]
}
