import type { Reason } from '../reasons.ts'
import { VerificationError } from '../verification-error.ts'

/** Reason for which a call is refused; 'accepted' if it is not. Other errors go on. */
export function reasonOf(call: () => unknown): Reason | 'accepted' {
  try {
    call()
  } catch (error) {
    if (error instanceof VerificationError) return error.reason
    throw error
  }
  return 'accepted'
}
