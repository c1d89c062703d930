import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { netOf } from './batch-store.ts'
import type { WithdrawalRow } from './tables.ts'

/** Amount without the fee, formatted for a sentence. */
export const netText = (row: WithdrawalRow): string => formatMoney(netOf(row), row.currency)

/** Amount without the fee, as text parameters. */
export const netParams = (row: WithdrawalRow) => ({ amount: formatDecimal(netOf(row)), currency: row.currency })
