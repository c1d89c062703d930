import { ApiError } from '@dhow/client/api-error'
import { sentencesOf } from '../../shared/api.ts'
import type { Words } from '../../shared/words/words.tsx'

/** The server's sentences, or `otherwise` if there are none. */
function sentenceOr(error: unknown, otherwise: string): string {
  // An answer from something else than our server has no sentence.
  if (!(error instanceof ApiError) || error.code === 'unknown') return otherwise
  return sentencesOf(error).filter(Boolean).join(' ') || otherwise
}

export const detailsSentence = ({ failures }: Words, error: unknown) => sentenceOr(error, failures.requestFailed)
export const settingsSentence = ({ failures }: Words, error: unknown) => sentenceOr(error, failures.settingsFailed)
export const methodsSentence = ({ failures }: Words, error: unknown) => sentenceOr(error, failures.methodsFailed)
export const redirectSentence = ({ deposit }: Words, error: unknown) => sentenceOr(error, deposit.redirectFailed)
