import { errorReply } from '../platform/http/errors.ts'
import { Refusal } from '../platform/refusal.ts'
import { RefusedCall } from './call-operation.ts'

/** Reply of a refused call, or of a page's own refusal; undefined for any other error. */
export const refusedBy = (error: unknown) =>
  error instanceof RefusedCall ? error.reply : error instanceof Refusal ? errorReply(error.code, error) : undefined
