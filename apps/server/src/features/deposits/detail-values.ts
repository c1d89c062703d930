import { operatorText } from '@dhow/contract/operator-texts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import { detailName, lineLabel, methods, rails } from './methods.ts'
import type { PaymentDetailRow } from './tables.ts'

/** Combined limits of several details. */
export function limitsOf(details: readonly { min_minor: bigint; max_minor: bigint }[]) {
  const mins = details.map((detail) => detail.min_minor)
  const maxes = details.map((detail) => detail.max_minor)
  return {
    minMinor: mins.reduce((least, next) => (next < least ? next : least)),
    maxMinor: maxes.reduce((most, next) => (next > most ? next : most)),
  }
}

/** Rails of a method, each with the name of its reference. */
export function railsOf(code: string) {
  const own = methods.find((method) => method.code === code)?.rails ?? []
  return own.map((rail) => ({ rail, label: rails[rail]?.label ?? rail }))
}

/** @throws Refusal `invalid_fields` */
export function refuseInvalidLimits({ min, max }: { min: string; max: string }, before = '') {
  const [minMinor, maxMinor] = [parseAmount(min) ?? 0n, parseAmount(max) ?? 0n]
  if (minMinor <= 0n)
    throw new Refusal('invalid_fields', { fields: { [`${before}min`]: [operatorText('smallest_above_nothing', {})] } })
  if (maxMinor <= minMinor)
    throw new Refusal('invalid_fields', { fields: { [`${before}max`]: [operatorText('largest_above_smallest', {})] } })
}

/** A detail as operators see it. */
export function replyOf(row: PaymentDetailRow) {
  return {
    id: row.id,
    rail: row.rail,
    name: inEnglish(detailName(row)),
    name_code: row.name_code,
    lines: row.lines.map((line) => ({
      ...line,
      label: inEnglish(lineLabel(line)),
      label_code: line.label_code ?? null,
    })),
    upi: row.upi,
    note: row.note,
    min: formatDecimal(row.min_minor),
    max: formatDecimal(row.max_minor),
    schedule: row.schedule,
    enabled: row.enabled,
    version: row.version,
  }
}
