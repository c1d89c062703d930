import { useEffect, useRef, useState } from 'react'
import { loadLater } from '../../shared/load-later.ts'

type Own = typeof import('./own-games.tsx')
const load = () => import('./own-games.tsx')

/** The code of the player's own shelves and hearts, which a visitor does without. */
export function useOwn(isWanted: boolean): Own | undefined {
  const [own, setOwn] = useState<Own>()
  useEffect(() => (isWanted ? loadLater(load, setOwn) : undefined), [isWanted])
  return own
}

/** The winners; fetched with their code once their place comes near. */
export function WinnersLater() {
  const container = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const own = useOwn(isNear)
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
