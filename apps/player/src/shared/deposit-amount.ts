import type { Deposit } from '@dhow/contract/deposits'
import { formatMoney } from './format.ts'

/** Amount that the player reported; null while unknown: of a voucher, or at a payment service. */
export const getDeclaredAmount = ({
  declared_amount,
  currency,
}: Pick<Deposit, 'declared_amount' | 'currency'>): string | null =>
  declared_amount === '0.00' ? null : formatMoney(declared_amount, currency)

/** Amount of a deposit: credited, else reported. */
export const amountOfDeposit = (
  deposit: Pick<Deposit, 'declared_amount' | 'credited_amount' | 'currency'>,
): string | null =>
  deposit.credited_amount === null ? getDeclaredAmount(deposit) : formatMoney(deposit.credited_amount, deposit.currency)
