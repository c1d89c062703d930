import type { Market } from '@dhow/contract/shapes'
import { useEffect, useState } from 'react'
import { usePortal } from './portal.tsx'

const key = 'market'

/** The market that this browser chose last; else the portal's first. */
export function useMarket() {
  const { markets } = usePortal().settings
  const [market, setMarket] = useState<Market>(markets[0]?.market ?? 'NA')
  useEffect(() => {
    const kept = markets.find((row) => row.market === localStorage.getItem(key))
    if (kept) setMarket(kept.market)
  }, [markets])
  const choose = (next: Market) => {
    localStorage.setItem(key, next)
    setMarket(next)
  }
  return { market, choose, markets, info: markets.find((row) => row.market === market) }
}
