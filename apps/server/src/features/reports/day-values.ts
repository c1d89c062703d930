import { keysOf } from '@dhow/contract/keys-of'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import {
  addAmounts,
  baseOf,
  methodOf,
  noAmounts,
  providerOf,
  rateOn,
  shareOf,
  sumsOf,
  type Amounts,
} from './figures.ts'
import type { DayMovement } from './store.ts'
import type { RateRow } from './tables.ts'

export type Values = Record<ReportFigure, bigint>

export const figureCodes = keysOf(reportFigures)
export const noCounts = { registrations: 0n, first_deposits: 0n, active_players: 0n }

/** Amounts of one day: of all movements, by provider, and by deposit account. */
export interface DayAmounts {
  total: Amounts
  providers: Map<string, Amounts>
  accounts: Map<string, Amounts>
}

export type AmountsByDay = Map<string, DayAmounts>

/** Adds movements to the amounts of their days. Each is read once, however many figures and fees use it. */
export function addToDays(days: AmountsByDay, movements: readonly DayMovement[]): AmountsByDay {
  for (const movement of movements) {
    const { day } = movement
    const own = days.get(day) ?? { total: noAmounts(), providers: new Map(), accounts: new Map() }
    days.set(day, own)
    const parts = sumsOf([movement])
    addAmounts(own.total, parts)
    const provider = providerOf(movement)
    if (provider !== undefined) addTo(own.providers, provider, parts)
    if (parts.deposits !== 0n) addTo(own.accounts, methodOf(movement), parts)
  }
  return days
}

function addTo(amounts: Map<string, Amounts>, code: string, parts: Amounts) {
  const known = amounts.get(code)
  if (known) addAmounts(known, parts)
  else amounts.set(code, { ...parts })
}

/** All figures of some days. Fees and taxes are rounded per day, because each may have its own rate. */
export function valuesOfDays(days: AmountsByDay, rates: readonly RateRow[], counts: typeof noCounts): Values {
  const sums = noAmounts()
  const taxes = [...new Set(rates.filter(({ kind }) => kind === 'tax').map(({ code }) => code))]
  let [provider_fees, payment_fees, tax] = [0n, 0n, 0n]
  for (const [day, { total, providers, accounts }] of days) {
    const feeOf = (kind: RateRow['kind'], code: string, amounts: Amounts) => {
      const rate = rateOn(rates, kind, code, day)
      return rate === undefined ? 0n : shareOf(baseOf(rate, amounts), rate.basis_points)
    }
    addAmounts(sums, total)
    for (const [code, amounts] of providers) provider_fees += feeOf('provider', code, amounts)
    for (const [account, amounts] of accounts) payment_fees += feeOf('method', account, amounts)
    for (const code of taxes) tax += feeOf('tax', code, total)
  }
  const { deposits, withdrawals, turnover, wins, bonus_cost } = sums
  const ggr = turnover - wins
  return {
    ...{ deposits, withdrawals, net_deposits: deposits - withdrawals, turnover, wins, ggr, bonus_cost },
    ...{ provider_fees, payment_fees, tax, ngr: ggr - bonus_cost - provider_fees - payment_fees - tax },
    ...counts,
  }
}

/** All figures of movements. */
export const valuesOf = (
  movements: readonly DayMovement[],
  rates: readonly RateRow[],
  counts: typeof noCounts,
): Values => valuesOfDays(addToDays(new Map(), movements), rates, counts)
