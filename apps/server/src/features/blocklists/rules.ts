import type { BlockKind } from '@dhow/contract/blocklists'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { maskedMobile } from '@dhow/contract/personal-fields'
import type { BlocklistParts } from './parts.ts'

/** A value of the lists in normal form. */
export interface BlockedValue {
  kind: BlockKind
  value: string
}

type Normal = Pick<BlocklistParts, 'normalMobile' | 'normalReference'>

/** Normal form by kind; undefined for an invalid text. */
const oneForm: Record<BlockKind, (text: string, normal: Normal) => string | undefined> = {
  mobile(text, { normalMobile }) {
    const international = text.replace(/^00/, '+')
    if (!international.startsWith('+')) return undefined
    return normalMobile(international, 'NA') ?? normalMobile(international, 'IN')
  },
  payout(text) {
    const number = text.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()
    // A wallet number may have the country code, a leading zero, or neither.
    const wallet = /^(?:\+264|0)?((?:60|8[1245])\d{7})$/.exec(number)
    if (wallet) return `+264${wallet[1]}`
    return /^[a-z0-9._@+]{6,64}$/.test(number) ? number : undefined
  },
  payer(text, { normalReference }) {
    const name = normalReference(text)
    return name.length >= 4 && name.length <= 100 ? name : undefined
  },
  device: (text) => (/^[0-9a-f]{64}$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined),
}

const faults: Record<BlockKind, OperatorText> = {
  mobile: operatorText('block_mobile_rule', {}),
  payout: operatorText('block_payout_rule', {}),
  payer: operatorText('block_payer_rule', {}),
  device: operatorText('block_device_rule', {}),
}

/** A typed value in normal form, or why it is invalid. */
export function readValue(normal: Normal, kind: BlockKind, text: string): BlockedValue | { fault: OperatorText } {
  const value = oneForm[kind](text, normal)
  return value === undefined ? { fault: faults[kind] } : { kind, value }
}

/** Normal form of a value whose source has validated it; undefined if it is invalid after all. */
export const valueOf = (normal: Normal, kind: BlockKind, text: string): BlockedValue | undefined => {
  const read = readValue(normal, kind, text)
  return 'fault' in read ? undefined : read
}

const dots = '••••'

/** A value as operators see it without giving a reason. */
export function maskValue({ kind, value }: BlockedValue): string {
  if (kind === 'mobile') return maskedMobile(value)
  if (kind === 'device') return `${value.slice(0, 8)}${dots}`
  return `${dots}${value.slice(value.length - Math.min(4, Math.floor(value.length / 3)))}`
}

const dayMs = 86_400_000

/** End of a block's last day, in UTC; undefined for an invalid or past day. */
export function endOfDay(day: string, now: Date): Date | undefined {
  const at = new Date(`${day}T00:00:00.000Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    return undefined
  const end = new Date(at.getTime() + dayMs)
  return end > now ? end : undefined
}
