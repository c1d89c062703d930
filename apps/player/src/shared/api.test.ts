import { beforeAll, expect, it } from 'vitest'
import { ApiError, sentencesOf } from './api.ts'
import { loadWords } from './words/words.tsx'

beforeAll(() => loadWords('en', ['core']))

it('merges the sentences of the fields and the message, none twice', () => {
  const fields = { amount: ['Amount is required'], utr: ['UTR number is required', 'Amount is required'] }
  expect(sentencesOf(new ApiError(422, 'UTR number is required', 'invalid', fields))).toEqual([
    'Amount is required',
    'UTR number is required',
  ])
  expect(sentencesOf(new ApiError(500, 'Closed for the regatta.', 'unknown'))).toEqual(['Closed for the regatta.'])
  expect(sentencesOf(new TypeError('is not a function'))).toEqual(['Something went wrong. Try again.'])
})
