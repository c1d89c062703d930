import type { PlayerText } from '@dhow/contract/player-texts'

export interface ErrorTexts {
  message: PlayerText | undefined
  fields: Record<string, PlayerText[]>
}

/** A failed call: no answer (status 0, code `network`), or a refusal. */
export class ApiError extends Error {
  /** HTTP status of the answer, 0 without one. */
  readonly status: number
  /** Code of the contract's refusals; `network` without an answer, `unknown` if something in front of the server answered. */
  readonly code: string
  /** Errors by form field; empty if no field is at fault. */
  readonly errors: Record<string, string[]>
  readonly data: Record<string, unknown>
  /** The same as codes of the contract's catalogues, to be translated by the page. */
  readonly texts: ErrorTexts

  constructor(
    status: number,
    code: string,
    message: string,
    errors: Record<string, string[]> = {},
    data: Record<string, unknown> = {},
    texts: ErrorTexts = { message: undefined, fields: {} },
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
    this.texts = texts
  }
}
