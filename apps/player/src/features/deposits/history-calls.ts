import type { Deposit } from '@dhow/contract/deposits'
import { call } from '../../shared/api.ts'
import type { HistoryPage, HistoryQuery } from '../../shared/history.tsx'
import type { HistoryCall } from './families.ts'

export type FetchPage = (query: HistoryQuery) => Promise<HistoryPage<Deposit>>

export const byCall =
  (name: HistoryCall): FetchPage =>
  (query) =>
    call(name, { query })

const pagesAtOnce = 5

/**
 * Deposits of one family from the common history: fetches pages until some are found. No totals, because those of the common history cover
 * every family.
 */
export function fromSharedHistory(family: string, fetchPage: FetchPage = byCall('depositHistory')): FetchPage {
  return async (query) => {
    let page = await fetchPage({ ...query, limit: 100 })
    let found = page.data.filter((deposit) => deposit.family === family)
    for (let read = 1; found.length === 0 && page.next_cursor !== null && read < pagesAtOnce; read++) {
      page = await fetchPage({ ...query, limit: 100, cursor: page.next_cursor })
      found = page.data.filter((deposit) => deposit.family === family)
    }
    return { ...page, data: found, totals: null }
  }
}
