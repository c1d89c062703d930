import type { Deposit } from '@dhow/contract/deposits'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import type { HistoryPage, HistoryQuery } from '../../shared/history.tsx'

/**
 * The histories of single families, by path. The access money wallet has no history call of its own: its deposits show in the common
 * history.
 */
export const historyOf: Record<string, HistoryRow | undefined> = {
  [paths.depositNamibiaHistory]: { family: 'manual-namibia', call: 'manualNamibiaHistory' },
  [paths.depositEwalletHistory]: { family: 'ewallet', call: 'ewalletHistory' },
  [paths.depositEasyWalletHistory]: { family: 'easy-wallet', call: 'easyWalletHistory' },
  [paths.depositBlueWalletHistory]: { family: 'blue-wallet', call: 'blueWalletHistory' },
  [paths.depositNedbankWalletHistory]: { family: 'nedbank-wallet', call: 'nedbankWalletHistory' },
  [paths.depositAccessMoneyHistory]: { family: 'access-money-wallet' },
  [paths.voucherHistory]: { family: 'voucher', call: 'voucherHistory' },
}

interface HistoryRow {
  family:
    | 'voucher'
    | 'manual-namibia'
    | 'ewallet'
    | 'easy-wallet'
    | 'blue-wallet'
    | 'nedbank-wallet'
    | 'access-money-wallet'
  call?:
    | 'manualNamibiaHistory'
    | 'ewalletHistory'
    | 'easyWalletHistory'
    | 'blueWalletHistory'
    | 'nedbankWalletHistory'
    | 'voucherHistory'
}

export type FetchPage = (query: HistoryQuery) => Promise<HistoryPage<Deposit>>

export const byCall =
  (name: NonNullable<HistoryRow['call']> | 'depositHistory'): FetchPage =>
  (query) =>
    call(name, { query })

const pagesAtOnce = 5

/**
 * The deposits of one family out of the common history: page by page until some are found. There are no totals, because those of the
 * common history are of every family.
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
