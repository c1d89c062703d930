import type { Deposit } from '@dhow/contract/deposits'
import { describe, expect, it } from 'vitest'
import { fromSharedHistory } from './history-calls.ts'

const row = (id: string, family: string) => ({ id, family }) as Deposit
const totals = { in: '10.00', out: '0.00', net: '10.00' }

describe('one family of the common history', () => {
  const pages: Record<string, { data: Deposit[]; next_cursor: string | null }> = {
    '': { data: [row('5', 'ewallet'), row('4', 'ewallet')], next_cursor: 'b' },
    b: { data: [row('3', 'access-money-wallet'), row('2', 'ewallet')], next_cursor: 'c' },
    c: { data: [row('1', 'access-money-wallet')], next_cursor: null },
  }
  const asked: unknown[] = []
  const fetchPage = fromSharedHistory('access-money-wallet', async (query) => {
    asked.push(query)
    return { ...pages[query.cursor ?? '']!, totals, currency: 'NAD' }
  })

  it('fetches pages with the same filters until some are found, and returns the next cursor', async () => {
    const page = await fetchPage({ state: 'pending' })
    expect(page.data.map(({ id }) => id)).toEqual(['3'])
    expect(page.next_cursor).toBe('c')
    expect(asked).toEqual([
      { state: 'pending', limit: 100 },
      { state: 'pending', limit: 100, cursor: 'b' },
    ])
  })

  it('has no totals, because those cover every family', async () =>
    expect((await fetchPage({ cursor: 'c' })).totals).toBeNull())

  it('ends where the history ends', async () => {
    const page = await fromSharedHistory('blue-wallet', async () => ({
      data: [],
      next_cursor: null,
      totals,
      currency: 'NAD',
    }))({})
    expect(page).toMatchObject({ data: [], next_cursor: null })
  })
})
