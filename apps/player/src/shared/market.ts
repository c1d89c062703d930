import type { Market } from '@dhow/contract/shapes'
import { useEffect, useState } from 'react'
import { usePortal } from './portal.tsx'

const key = 'market'

/** Market chosen last in this browser, else of the visitor's country, else the portal's first. */
export function useMarket() {
  const {
    market: ofCountry,
    settings: { markets },
  } = usePortal()
  const [market, setMarket] = useState<Market>(
    (markets.find((row) => row.market === ofCountry) ?? markets[0])?.market ?? 'NA',
  )
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
