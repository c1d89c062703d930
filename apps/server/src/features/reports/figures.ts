import { keysOf } from '@dhow/contract/keys-of'
import type { ListedFigure } from '@dhow/contract/report-figures'
import type { MovementRow, RateRow } from './tables.ts'

/** Figures that are sums of ledger movements; the others are derived from them. */
type LedgerFigure = Exclude<ListedFigure, 'ggr'>

/** Movements from one kind of account to another, and whether they increase or decrease a figure. */
export interface FigureRule {
  debit: readonly string[]
  credit: readonly string[]
  sign: 1 | -1
}

/** Source accounts of deposits, as in the function `reports.is_paid_in`. */
const paidIn: readonly string[] = ['bank_detail', 'payment_service', 'voucher_issuer', 'suspense']

/** Each figure's definition in accounts; the texts are in `report-figures.ts` of the contract. */
export const figureRules: Record<LedgerFigure, readonly FigureRule[]> = {
  deposits: [
    { debit: paidIn, credit: ['cash'], sign: 1 },
    { debit: ['cash', 'player_debt'], credit: paidIn, sign: -1 },
  ],
  withdrawals: [
    { debit: ['hold'], credit: ['payout_transit'], sign: 1 },
    { debit: ['payout_transit', 'returned'], credit: ['cash'], sign: -1 },
  ],
  turnover: [{ debit: ['cash', 'in_play'], credit: ['gaming_result'], sign: 1 }],
  wins: [
    { debit: ['gaming_result'], credit: ['cash'], sign: 1 },
    { debit: ['hold'], credit: ['gaming_result'], sign: -1 },
  ],
  bonus_cost: [
    { debit: ['bonus_cost'], credit: ['bonus', 'cash'], sign: 1 },
    // The win of a free round that was refused after its check returns from its hold.
    { debit: ['bonus', 'cash', 'hold'], credit: ['bonus_cost'], sign: -1 },
  ],
}

/** Rules of a figure with entries; GGR is turnover minus wins. */
export function rulesOf(figure: ListedFigure): readonly FigureRule[] {
  if (figure !== 'ggr') return figureRules[figure]
  return [
    ...figureRules.turnover,
    ...figureRules.wins.map((rule) => ({ ...rule, sign: rule.sign === 1 ? -1 : 1 }) as const),
  ]
}

/** Kind of an account: `bank_detail` of `bank_detail:2`. */
function kindOf(account: string): string {
  const end = account.indexOf(':')
  return end < 0 ? account : account.slice(0, end)
}

type Movement = Pick<MovementRow, 'debit' | 'credit' | 'amount_minor'>

/** A movement's contribution to a figure, in minor units; 0 if it does not belong to it. */
export function partOf(figure: LedgerFigure, movement: Movement): bigint {
  const [debit, credit] = [kindOf(movement.debit), kindOf(movement.credit)]
  const rule = figureRules[figure].find((one) => one.debit.includes(debit) && one.credit.includes(credit))
  return rule === undefined ? 0n : BigInt(rule.sign) * movement.amount_minor
}

/** Provider of a movement of play: `dhow` of `gaming_result:dhow`. */
export function providerOf({ debit, credit }: Movement): string | undefined {
  const account = [debit, credit].find((one) => kindOf(one) === 'gaming_result')
  return account?.slice('gaming_result:'.length)
}

/** The operator's account of a deposit, the same name whether the bank line or the player's report came first. */
export function methodOf({ debit, credit }: Movement): string {
  const account = paidIn.includes(kindOf(debit)) ? debit : credit
  return account.replace(/^suspense:/, 'bank_detail:')
}

/** Rate valid on a day; undefined before the first. */
export function rateOn(
  rates: readonly RateRow[],
  kind: RateRow['kind'],
  code: string,
  day: string,
): RateRow | undefined {
  let found: RateRow | undefined
  for (const rate of rates)
    if (rate.kind === kind && rate.code === code && rate.from_day <= day && (!found || rate.from_day > found.from_day))
      found = rate
  return found
}

/** Share of an amount in minor units, in hundredths of a percent; halves are rounded away from zero. */
export function shareOf(amountMinor: bigint, basisPoints: number): bigint {
  const [size, sign] = amountMinor < 0n ? [-amountMinor, -1n] : [amountMinor, 1n]
  return (sign * (size * BigInt(basisPoints) + 5_000n)) / 10_000n
}

export type Amounts = Record<LedgerFigure, bigint>

const figures = keysOf(figureRules)

/** Zero for every figure. */
export const noAmounts = (): Amounts => ({ deposits: 0n, withdrawals: 0n, turnover: 0n, wins: 0n, bonus_cost: 0n })

/** Adds amounts in place. */
export function addAmounts(sums: Amounts, more: Amounts): void {
  for (const figure of figures) sums[figure] += more[figure]
}

/** Sums of movements by figure. */
export function sumsOf(movements: readonly Movement[]): Amounts {
  const sums = noAmounts()
  for (const movement of movements) for (const figure of figures) sums[figure] += partOf(figure, movement)
  return sums
}

/** Amount to which a rate applies. */
export const baseOf = (rate: RateRow, { turnover, wins, deposits }: Amounts): bigint =>
  ({ ggr: turnover - wins, turnover, deposits })[rate.base]
