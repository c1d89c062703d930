import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import * as z from './bounded.ts'
import { fieldsOf } from './records.ts'

/**
 * Fields of replies that identify a player or their payee. Masked for operators without `players.see_identity` in every console reply: the HTTP layer
 * does it by the reply's schema, so that no screen can forget it.
 */

export type PersonalKind = 'mobile' | 'email' | 'pay_to' | 'document'
const personal = z.registry<{ kind: PersonalKind }>()

/** A player's number, unmasked. */
export const mobileShown = z.string()
personal.add(mobileShown, { kind: 'mobile' })

/** A player's e-mail address, unmasked. */
export const emailShown = z.string()
personal.add(emailShown, { kind: 'email' })

/** Last characters of an identity document's number. */
export const documentEnd = z.string()
personal.add(documentEnd, { kind: 'document' })

/** Fields of a payout account, in the order of a bank's form. */
const payToFields = ['holder', 'bank', 'account_number', 'wallet_number', 'upi_id', 'branch_code', 'ifsc'] as const
export type PayToField = (typeof payToFields)[number]
const maskedFields: readonly string[] = ['holder', 'account_number', 'wallet_number', 'upi_id'] satisfies PayToField[]

/** One line of a payee. */
export const payToLine = z.object({ field: z.enum(payToFields), value: z.string() })
personal.add(payToLine, { kind: 'pay_to' })
/** Name of a maskable field. */
export const maskedField = z.enum(['mobile', 'email', ...payToFields])

const dots = '••••'
/** Visible end of a number, to recognise it: at most four characters and a third of it. */
const endOf = (text: string) => `${dots}${text.slice(text.length - Math.min(4, Math.floor(text.length / 3)))}`

export const maskedMobile = (mobile: string) => `${mobile.slice(0, 4)}${dots}${mobile.slice(-2)}`

/** Shows only first letters and the top-level domain: `j••••@e••••.com`; the rest of a domain may identify a person. */
export function maskedEmail(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}${dots}@${domain.slice(0, 1)}${dots}${domain.slice(domain.lastIndexOf('.'))}`
}

const maskers: Record<PersonalKind, (value: unknown) => unknown> = {
  mobile: (value) => maskedMobile(String(value)),
  email: (value) => maskedEmail(String(value)),
  document: () => dots,
  pay_to(value) {
    const { field, value: text } = fieldsOf(value)
    return maskedFields.includes(String(field)) ? { field, value: endOf(String(text)) } : value
  },
}

/** All personal fields of a schema, with paths: `players[].mobile`. */
export function personalFields(schema: $ZodType, path = ''): { path: string; kind: PersonalKind }[] {
  const kind = personal.get(schema)?.kind
  if (kind) return [{ path, kind }]
  return partsOf(schema).flatMap(([name, part]) => personalFields(part, `${path}${name}`))
}

/** Masks the personal fields of a reply. */
export function maskReply(schema: $ZodType, value: unknown): unknown {
  const kind = personal.get(schema)?.kind
  if (kind) return maskers[kind](value)
  const { def } = known(schema)._zod
  switch (def.type) {
    case 'object': {
      const fields = fieldsOf(value)
      return Object.fromEntries(
        Object.entries(fields).map(([name, one]) => [name, def.shape[name] ? maskReply(def.shape[name], one) : one]),
      )
    }
    case 'array':
      return Array.isArray(value) ? value.map((one) => maskReply(def.element, one)) : value
    case 'nullable':
    case 'optional':
      return value === null || value === undefined ? value : maskReply(def.innerType, value)
    case 'union': {
      const option = def.options.find((one) => safeParse(one, value).success)
      return option ? maskReply(option, value) : value
    }
    default:
      return value
  }
}

function partsOf(schema: $ZodType): [name: string, part: $ZodType][] {
  const { def } = known(schema)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, part]) => [`.${name}`, part])
    case 'array':
      return [['[]', def.element]]
    case 'nullable':
    case 'optional':
      return [['', def.innerType]]
    case 'union':
      return def.options.map((option) => ['', option])
    default:
      return []
  }
}

// Every schema of the contract is one of zod's kinds, distinguished by `def.type`.
const known = (schema: $ZodType) => schema as $ZodTypes
