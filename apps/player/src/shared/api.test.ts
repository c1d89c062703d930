import { ApiError } from '@dhow/client/api-error'
import { beforeAll, expect, it } from 'vitest'
import { sentencesOf } from './api.ts'
import { loadWords } from './words/words.tsx'

beforeAll(() => loadWords('en', ['core']))

it('merges the sentences of the fields and the message, none twice', () => {
  const fields = { amount: ['Amount is required'], utr: ['UTR number is required', 'Amount is required'] }
  expect(sentencesOf(new ApiError(422, 'invalid', 'UTR number is required', fields))).toEqual([
    'Amount is required',
    'UTR number is required',
  ])
  expect(sentencesOf(new ApiError(500, 'unknown', 'Closed for the regatta.'))).toEqual(['Closed for the regatta.'])
  expect(sentencesOf(new TypeError('is not a function'))).toEqual(['Something went wrong. Try again.'])
})
