import type { MoneyAction } from '@dhow/contract/money-actions'
import { marketOfCurrency } from '../portal/index.ts'
import type { WithdrawalRow } from './tables.ts'

/** A withdrawal as a money action to decide or record. */
export const actionOn = <Action extends MoneyAction>(row: WithdrawalRow, action: Action) => ({
  action,
  subject: row.id,
  market: marketOfCurrency(row.currency),
  amountMinor: row.amount_minor,
  playerId: row.player_id,
  payee: row.payout_account_id,
})
