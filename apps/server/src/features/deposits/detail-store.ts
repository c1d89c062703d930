import type { updateDetail } from '@dhow/contract/methods'
import { parseAmount } from '@dhow/contract/money'
import type { BodyOf } from '@dhow/contract/operation'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { inEnglish } from '../../platform/texts.ts'
import type { Schedule } from './availability.ts'
import { detailName, lineLabel } from './methods.ts'
import type { PaymentDetailRow } from './tables.ts'

/** A payment detail as operators set it. */
export type DetailBody = Omit<BodyOf<typeof updateDetail>, 'version' | 'reason'>

/** @throws Refusal `not_found` */
export async function lockDetail(tx: Tx, detailId: number): Promise<PaymentDetailRow> {
  const row = await tx
    .selectFrom('deposits.payment_detail')
    .selectAll()
    .where('id', '=', detailId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function writeDetail(tx: Tx, detailId: number, detail: DetailBody) {
  await tx
    .updateTable('deposits.payment_detail')
    .set((eb) => ({ ...columnsOf(detail), version: eb('version', '+', 1) }))
    .where('id', '=', detailId)
    .execute()
}

/** Columns of a payment detail as operators set it. */
export function columnsOf(detail: DetailBody) {
  const { lines, upi, note, min, max, schedule } = detail
  return {
    name: inEnglish(detailName(detail)),
    name_code: detail.name_code ?? null,
    lines: JSON.stringify(lines.map((line) => ({ ...line, label: inEnglish(lineLabel(line)) }))),
    upi: upi === null ? null : JSON.stringify(upi),
    note: note === '' ? null : note,
    min_minor: required(parseAmount(min), 'smallest amount'),
    max_minor: required(parseAmount(max), 'largest amount'),
    schedule:
      schedule === null
        ? null
        : JSON.stringify({ ...schedule, days: [...new Set(schedule.days)].sort((a, b) => a - b) } satisfies Schedule),
  }
}
