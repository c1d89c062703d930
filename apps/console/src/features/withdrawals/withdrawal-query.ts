import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffGetWithdrawal } from '@dhow/contract/withdrawal-review'
import { call } from '../../shared/api.ts'
import { formatMoney } from '../../shared/format.ts'

export type Withdrawal = ReplyOf<typeof staffGetWithdrawal>['withdrawal']

export const withdrawalKey = (id: string) => ['withdrawal', id]
export const fetchWithdrawal = (id: string) => call('staffGetWithdrawal', { params: { id } })

/** Amount that leaves the bank: the amount without the fee. */
export const toPay = ({ amount, fee, currency }: Withdrawal): string =>
  formatMoney(formatDecimal((parseAmount(amount) ?? 0n) - (parseAmount(fee) ?? 0n)), currency)
