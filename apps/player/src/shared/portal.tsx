import type { ContentPage, ContentPageName } from '@dhow/contract/content'
import type { games, getGame } from '@dhow/contract/catalog'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import type { LiveTable, lobby } from '@dhow/contract/lobby'
import type { ReplyOf } from '@dhow/contract/operation'
import type { PortalSettings } from '@dhow/contract/portal'
import type { BonusTerms } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import type { PortalState } from './portal-status.ts'
import type { Language } from './words/words.tsx'
import { createContext, useContext } from 'react'

/** Data of the server-rendered page: the portal's settings, and data of the first screen. */
export interface PageData {
  settings: PortalSettings
  portal: PortalState
  lobby?: Omit<ReplyOf<typeof lobby>, 'status'> | undefined
  /** Shared tables as of rendering, if known. */
  tables?: LiveTable[] | undefined
  /** First offer for visitors of this market. */
  offer?: BonusTerms | undefined
  /** Whether the player has favourites, by a cookie. */
  liked?: boolean | undefined
  /** First page of the requested list of games, with its category and provider; empty is all. */
  list?:
    | (Omit<ReplyOf<typeof games>, 'status'> & { category: string; provider: string; sandbox: 'hide' | 'show' })
    | undefined
  /** Offers of a market, on the bonus pages. */
  offers?: { market: Market; offers: BonusTerms[] } | undefined
  /** The game of a game page. */
  game?: ReplyOf<typeof getGame>['game'] | undefined
  /** The operator's version of a text page, if any. */
  page?: { name: ContentPageName; content: ContentPage | null } | undefined
  /** Debts to all players, on the liabilities page. */
  liabilities?: LiabilityDay[] | undefined
  /** Market of the visitor's country, if known. */
  market?: Market | undefined
  sandboxInbox: string | null
  language: Language
  /** Data saver: the player's switch, else the browser's hint. */
  saver: boolean
}

/** Time of the page's data, which is refetched like any answer of that age. */
export const renderedAtMs = performance.timeOrigin

export const PortalContext = createContext<PageData | undefined>(undefined)

export const useSaver = (): boolean => usePortal().saver

export function usePortal(): PageData {
  const data = useContext(PortalContext)
  if (!data) throw new Error('usePortal needs its data')
  return data
}
