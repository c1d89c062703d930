import type { RefusalCode } from '@dhow/contract/refusals'

/**
 * A decided, specified "no". Thrown inside a transaction so that the transaction is undone; the door turns it into the
 * declared error reply. `fields` maps a form field to the sentences shown beside it, `data` carries what the caller may
 * act on (a true balance, a waiting time).
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string[]> | undefined
  readonly data: Record<string, unknown> | undefined

  constructor(code: RefusalCode, more: { fields?: Record<string, string[]>; data?: Record<string, unknown> } = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.data = more.data
  }
}
