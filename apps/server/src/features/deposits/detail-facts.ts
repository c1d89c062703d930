import { operatorText, typedText } from '@dhow/contract/operator-texts'
import type { Fact } from '../approvals/index.ts'
import type { DetailBody } from './detail-store.ts'
import type { PaymentDetailRow } from './tables.ts'

/** Whether money would go somewhere else, or seem to: that needs two operators. */
export function movesMoney(row: PaymentDetailRow, detail: DetailBody): boolean {
  const of = ({ name, lines, upi }: Pick<DetailBody, 'name' | 'lines' | 'upi'>) =>
    JSON.stringify([name, lines.map(({ label, value }) => [label, value]), upi && [upi.pa, upi.pn]])
  return of(row) !== of(detail)
}

/** The destination of a payment detail in one line. */
export const inWords = ({ lines, upi }: Pick<DetailBody, 'lines' | 'upi'>) =>
  [...lines.map(({ label, value }) => `${label} ${value}`), ...(upi ? [`UPI ${upi.pa} (${upi.pn})`] : [])].join(', ')

/** A detail line by line, beside the one that it replaces. */
export function factsOf(detail: DetailBody, row?: PaymentDetailRow): Fact[] {
  const rows = ({ name, lines, upi }: Pick<DetailBody, 'name' | 'lines' | 'upi'>) =>
    new Map([
      ['name', { label: operatorText('fact_name', {}), value: name }],
      ...lines.map(({ label, value }) => [`line ${label}`, { label: typedText(label), value }] as const),
      ...(upi ? [['upi', { label: operatorText('fact_upi', {}), value: `${upi.pa} (${upi.pn})` }] as const] : []),
    ])
  const [before, after] = [row ? rows(row) : new Map<string, never>(), rows(detail)]
  const valueIn = (side: ReadonlyMap<string, { value: string }>, key: string) => {
    const found = side.get(key)
    return found === undefined ? null : typedText(found.value)
  }
  return [...new Map([...before, ...after])].map(([key, { label }]) => ({
    label,
    before: valueIn(before, key),
    after: valueIn(after, key),
  }))
}
