import { useEffect, useRef, useState } from 'react'
import { loadLater } from '../../shared/load-later.ts'

type Own = typeof import('./own-games.tsx')
const load = () => import('./own-games.tsx')

/** Loads the code of the player's shelves and hearts, which visitors do not need. */
export function useOwnGames(isWanted: boolean): Own | undefined {
  const [own, setOwn] = useState<Own>()
  useEffect(() => (isWanted ? loadLater(load, setOwn) : undefined), [isWanted])
  return own
}

/** Winners, loaded when scrolled near. */
export function LazyWinners() {
  const container = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const own = useOwnGames(isNear)
  useEffect(() => {
    if (!container.current) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px',
    })
    watch.observe(container.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={container}>{own ? <own.Winners /> : null}</div>
}
