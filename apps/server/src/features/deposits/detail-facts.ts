import { operatorText, typedText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Fact } from '../approvals/index.ts'
import { inEnglish } from '../../platform/texts.ts'
import type { DetailBody } from './detail-store.ts'
import { detailName, lineLabel } from './methods.ts'
import type { DetailLine, PaymentDetailRow } from './tables.ts'

/** Destination of the money. */
type Destination = Pick<DetailBody, 'name' | 'name_code' | 'lines' | 'upi'>

/** The name of a payment detail for operators. */
export const nameIn = (detail: Pick<Destination, 'name' | 'name_code'>) => inEnglish(detailName(detail))
/** Label of a line for operators. */
const labelIn = (line: Pick<DetailLine, 'label' | 'label_code'>) => inEnglish(lineLabel(line))

/** Whether the destination changes, or seems to: that needs two operators. */
export function movesMoney(row: PaymentDetailRow, detail: DetailBody): boolean {
  const of = ({ lines, upi, ...named }: Destination) =>
    JSON.stringify([detailName(named), lines.map((line) => [lineLabel(line), line.value]), upi && [upi.pa, upi.pn]])
  return of(row) !== of(detail)
}

/** A detail line by line, beside the one that it replaces. Labels and names of the catalogue are its codes; an operator's own are as they were typed. */
export function factsOf(detail: DetailBody, row?: PaymentDetailRow): Fact[] {
  const rows = ({ lines, upi, ...named }: Destination) =>
    new Map<string, { label: OperatorText; value: OperatorText }>([
      ['name', { label: operatorText('fact_name', {}), value: detailName(named) }],
      ...lines.map(
        (line) => [`line ${labelIn(line)}`, { label: lineLabel(line), value: typedText(line.value) }] as const,
      ),
      ...(upi
        ? [['upi', { label: operatorText('fact_upi', {}), value: typedText(`${upi.pa} (${upi.pn})`) }] as const]
        : []),
    ])
  const [before, after] = [row ? rows(row) : new Map<string, never>(), rows(detail)]
  return [...new Map([...before, ...after])].map(([key, { label }]) => ({
    label,
    before: before.get(key)?.value ?? null,
    after: after.get(key)?.value ?? null,
  }))
}
