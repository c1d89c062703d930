import type { MoneyAct } from '@dhow/contract/money-acts'
import { marketOfCurrency } from '../portal/index.ts'
import type { WithdrawalRow } from './tables.ts'

/** A withdrawal as an act that is decided or noted. */
export const actOn = <Act extends MoneyAct>(row: WithdrawalRow, act: Act) => ({
  act,
  subject: row.id,
  market: marketOfCurrency(row.currency),
  amountMinor: row.amount_minor,
  playerId: row.player_id,
})
