import type { Reason } from '../reasons.ts'
import { VerificationError } from '../verification-error.ts'

/** Reason of a call's refusal; 'accepted' if there is none. Rethrows other errors. */
export function reasonOf(call: () => unknown): Reason | 'accepted' {
  try {
    call()
  } catch (error) {
    if (error instanceof VerificationError) return error.reason
    throw error
  }
  return 'accepted'
}
