import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { netOf } from './batch-store.ts'
import type { WithdrawalRow } from './tables.ts'

/** Amount without the fee, as a sentence has it. */
export const netText = (row: WithdrawalRow): string => formatMoney(netOf(row), row.currency)

/** The same as parameters of a text. */
export const netParams = (row: WithdrawalRow) => ({ amount: formatDecimal(netOf(row)), currency: row.currency })
