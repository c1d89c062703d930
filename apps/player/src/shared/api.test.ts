import { ApiError } from '@dhow/client/api-error'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, sentencesOf, tokenKey } from './api.ts'
import { loadWords } from './words/words.tsx'

beforeAll(() => loadWords('en', ['core']))

it('merges the sentences of the fields and the message without repeats', () => {
  const fields = { amount: ['Amount is required'], utr: ['UTR number is required', 'Amount is required'] }
  expect(sentencesOf(new ApiError(422, 'invalid', 'UTR number is required', fields))).toEqual([
    'Amount is required',
    'UTR number is required',
  ])
  expect(sentencesOf(new ApiError(500, 'unknown', 'Closed for the regatta.'))).toEqual(['Closed for the regatta.'])
  expect(sentencesOf(new TypeError('is not a function'))).toEqual(['Something went wrong. Try again.'])
})

describe('the early check of the token', () => {
  const refused = { status: 'error', type: 'suspended', msg: 'not now', text: { code: 'player_inactive', params: {} } }
  const early = (token: string) => {
    window.dhowChecked = { token, answer: Promise.resolve(Response.json(refused)) }
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
    window.dhowChecked = undefined
  })

  it('answers the first check only', async () => {
    localStorage.setItem(tokenKey, 'mine')
    early('mine')
    const fetch = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({ ...refused, type: 'closed' })))
    vi.stubGlobal('fetch', fetch)
    expect(await call('verifyToken')).toMatchObject({ type: 'suspended' })
    expect(fetch).not.toHaveBeenCalled()
    expect(await call('verifyToken')).toMatchObject({ type: 'closed' })
  })

  it('answers no other call and no other token', async () => {
    localStorage.setItem(tokenKey, 'of another player')
    early('mine')
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...refused, type: 'closed' })))
    expect(await call('verifyToken')).toMatchObject({ type: 'closed' })
    localStorage.setItem(tokenKey, 'mine')
    expect(await call('accountDashboard').catch(() => 'asked')).toMatchObject({ type: 'closed' })
    expect(window.dhowChecked).toBeDefined()
  })
})
