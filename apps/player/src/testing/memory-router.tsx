import { startTransition, useState, type ReactNode } from 'react'
import { placeOf, PlaceContext, RouterContext, type Place, type Router, type Way } from '../shared/router.tsx'

/** A router that keeps its history to itself, for tests of the whole portal in a document that they share. */
export function MemoryRouter({ first, children }: { first: string; children: ReactNode }) {
  const [shown, setShown] = useState<{ place: Place; way: Way }>(() => ({ place: placeOf(first), way: 'POP' }))
  const [router] = useState<Router>(() => {
    const entries = [placeOf(first)]
    let at = 0
    const now = () => entries[at] ?? placeOf(first)
    const show = (way: Way) => {
      const place = now()
      startTransition(() => setShown({ place, way }))
    }
    return {
      here: now,
      navigate(to, { replace = false, state = null } = {}) {
        if (typeof to === 'number') {
          at = Math.min(Math.max(at + to, 0), entries.length - 1)
          return show('POP')
        }
        entries.splice(replace ? at : ++at, entries.length, placeOf(to, state, crypto.randomUUID()))
        show(replace ? 'REPLACE' : 'PUSH')
      },
    }
  })
  return (
    <RouterContext value={router}>
      <PlaceContext value={shown}>{children}</PlaceContext>
    </RouterContext>
  )
}
