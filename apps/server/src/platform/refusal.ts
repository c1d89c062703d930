import type { PlayerText } from '@dhow/contract/player-texts'
import type { RefusalCode } from '@dhow/contract/refusals'

/** The texts by form field: `textOf` where a player reads them, `operatorText` on the console. */
export type FieldTexts = Record<string, PlayerText[]>

export interface RefusalParts {
  text?: PlayerText | undefined
  /** Further texts of the message. */
  also?: readonly PlayerText[] | undefined
  fields?: FieldTexts | undefined
  data?: Record<string, unknown> | undefined
}

/**
 * A decided, specified "no". Thrown inside a transaction so that the transaction is undone; the listener turns it into the
 * declared error reply. `text` is more specific than the code's own sentence, `fields` has the texts beside each form field, `data` carries what the
 * caller may use (a true balance, a waiting time).
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly text: PlayerText | undefined
  readonly also: readonly PlayerText[] | undefined
  readonly fields: FieldTexts | undefined
  readonly data: Record<string, unknown> | undefined

  constructor(code: RefusalCode, more: RefusalParts = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.text = more.text
    this.also = more.also
    this.fields = more.fields
    this.data = more.data
  }
}

/** A refusal whose text stands under a field of the form. */
export const fieldRefusal = (code: RefusalCode, field: string, text: PlayerText): Refusal =>
  new Refusal(code, { text, fields: { [field]: [text] } })
