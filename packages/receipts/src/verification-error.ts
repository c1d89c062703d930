import type { Reason } from './reasons.ts'

/**
 * A file that does not verify. `reason` names the failed check, from the table in reasons.ts; `detail` is the failing part of the file, for
 * developers.
 */
export class VerificationError extends Error {
  readonly reason: Reason
  readonly detail: string

  constructor(reason: Reason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'VerificationError'
    this.reason = reason
    this.detail = detail
  }
}

/** Throws a VerificationError with this reason, unless the condition holds. */
export function check(condition: boolean, reason: Reason, detail = ''): asserts condition {
  if (!condition) throw new VerificationError(reason, detail)
}
