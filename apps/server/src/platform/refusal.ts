import type { PlayerText } from '@dhow/contract/player-texts'
import type { RefusalCode } from '@dhow/contract/refusals'

/** Texts by form field: `textOf` for players, `operatorText` for the console. */
export type FieldTexts = Record<string, PlayerText[]>

export interface RefusalParts {
  text?: PlayerText | undefined
  /** Further texts of the message. */
  also?: readonly PlayerText[] | undefined
  fields?: FieldTexts | undefined
  data?: Record<string, unknown> | undefined
}

/**
 * A decided, specified "no". Throw it inside a transaction to roll it back; the listener turns it into the declared
 * error reply. `text` is more specific than the code's own sentence, `fields` has the text for each form field, `data`
 * carries values for the caller (the current balance, a waiting time).
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

/** A refusal whose text is shown at a form field. */
export const fieldRefusal = (code: RefusalCode, field: string, text: PlayerText): Refusal =>
  new Refusal(code, { text, fields: { [field]: [text] } })
