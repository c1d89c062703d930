/** A call that failed: no answer came (status 0, code `network`), or the server refused it. */
export class ApiError extends Error {
  /** HTTP status of the answer, 0 without one. */
  readonly status: number
  /** Code of the contract's refusals; `network` without an answer, `unknown` where something in front of the server answered. */
  readonly code: string
  /** Sentences by field of the form; empty where no field is at fault. */
  readonly errors: Record<string, string[]>
  readonly data: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    errors: Record<string, string[]> = {},
    data: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
  }
}
