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

/** Data of the server-rendered page: the portal's settings, and what the first screen shows. */
export interface PageData {
  settings: PortalSettings
  portal: PortalState
  lobby?: Omit<ReplyOf<typeof lobby>, 'status'> | undefined
  /** The shared tables as they were when the page was rendered, where that is known. */
  tables?: LiveTable[] | undefined
  /** The offer that a visitor of this market reads first. */
  offer?: BonusTerms | undefined
  /** Whether this browser's player has favourites, as far as a cookie knows. */
  liked?: boolean | undefined
  /** The first page of the list of games whose address was asked for, with its category and provider: empty is all of them. */
  list?:
    | (Omit<ReplyOf<typeof games>, 'status'> & { category: string; provider: string; sandbox: 'hide' | 'show' })
    | undefined
  /** The offers of a market, on the pages of bonuses. */
  offers?: { market: Market; offers: BonusTerms[] } | undefined
  /** The game whose page was asked for. */
  game?: ReplyOf<typeof getGame>['game'] | undefined
  /** The operator's own page of this address, where there is one. */
  page?: { name: ContentPageName; content: ContentPage | null } | undefined
  /** Debts to all players, on the page about them. */
  liabilities?: LiabilityDay[] | undefined
  /** The market of the visitor's country, where that is known. */
  market?: Market | undefined
  sandboxInbox: string | null
  language: Language
  /** Whether as little as possible is fetched: the player's switch, else the browser's own hint. */
  saver: boolean
}

/** Data of the page is as old as the page and refetched like any answer of that age. */
export const renderedAtMs = performance.timeOrigin

export const PortalContext = createContext<PageData | undefined>(undefined)

export const useSaver = (): boolean => usePortal().saver

export function usePortal(): PageData {
  const data = useContext(PortalContext)
  if (!data) throw new Error('usePortal needs its data')
  return data
}
