import type { Deposit } from '@dhow/contract/deposits'
import { money } from './format.ts'

/** Amount that a player reported, with its currency; null while nobody knows it: of a voucher, and at the page of a service. */
export const declaredOf = ({
  declared_amount,
  currency,
}: Pick<Deposit, 'declared_amount' | 'currency'>): string | null =>
  declared_amount === '0.00' ? null : money(declared_amount, currency)

/** Amount of a deposit as far as it is known: what was credited, else what was reported. */
export const amountOfDeposit = (
  deposit: Pick<Deposit, 'declared_amount' | 'credited_amount' | 'currency'>,
): string | null =>
  deposit.credited_amount === null ? declaredOf(deposit) : money(deposit.credited_amount, deposit.currency)
