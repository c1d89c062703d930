import { fieldsOf } from '@dhow/contract/records'
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'

/** The address of a page, and the values that were left for it with its entry of the browser's history. */
export interface Place {
  pathname: string
  /** With its question mark, or empty. */
  search: string
  hash: string
  state: unknown
  /** Differs for each entry of the history; `default` for one that this program did not make. */
  key: string
}

/** How the player came: back and forth and by loading the page, by a new entry of the history, or by a changed one. */
export type Way = 'POP' | 'PUSH' | 'REPLACE'

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

export interface Router {
  /** Shows another address of the portal, or goes so many entries of the history. */
  navigate(this: void, to: string | number, options?: NavigateOptions): void
  /** The address as it is now, which a render under way may not show yet. */
  here(this: void): Place
}

/** Both stay the same objects while the player goes from screen to screen, so links are not rendered again. */
export const RouterContext = createContext<Router | undefined>(undefined)
export const PlaceContext = createContext<{ place: Place; way: Way } | undefined>(undefined)

/** A path with query and hash as a place of the history. */
export function placeOf(address: string, state: unknown = null, key = 'default'): Place {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  return { pathname, search: search === '?' ? '' : search, hash, state, key }
}

export const addressOf = ({ pathname, search, hash }: Place): string => pathname + search + hash

/** @throws Error outside of a router */
export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter stands under a router')
  return router
}

function useShown() {
  const shown = useContext(PlaceContext)
  if (!shown) throw new Error('useLocation stands under a router')
  return shown
}

export const useLocation = (): Place => useShown().place
export const useNavigationType = (): Way => useShown().way
export const useNavigate = (): Router['navigate'] => useRouter().navigate

/** Leads on to another address once it is rendered. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}

/** The address in the browser's window, with the values that this program left with that entry of its history. */
function placeNow(): Place {
  const { pathname, search, hash } = location
  const { usr = null, key } = fieldsOf(history.state)
  return { pathname, search, hash, state: usr, key: typeof key === 'string' ? key : 'default' }
}

/** A name for an entry; a page without TLS has no `randomUUID`. */
const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

/**
 * The router of a browser: its history, in the order in which the player went. The portal's list of paths is flat (`match-path.ts`), so this is all
 * it needs of a router.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ place: Place; way: Way }>(() => ({ place: placeNow(), way: 'POP' }))
  const [router] = useState<Router>(() => ({
    here: placeNow,
    navigate(to, { replace = false, state = null } = {}) {
      if (typeof to === 'number') return history.go(to)
      const entry = { usr: state, key: newKey() }
      if (replace) history.replaceState(entry, '', to)
      else history.pushState(entry, '', to)
      const place = placeNow()
      // Keep the current screen until the next one is ready.
      startTransition(() => setShown({ place, way: replace ? 'REPLACE' : 'PUSH' }))
    },
  }))
  useLayoutEffect(() => {
    const follow = () => {
      const place = placeNow()
      startTransition(() => setShown({ place, way: 'POP' }))
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return (
    <RouterContext value={router}>
      <PlaceContext value={shown}>{children}</PlaceContext>
    </RouterContext>
  )
}

/** Router of a server-rendered page: one address, without navigation. */
export function StaticRouter({ location: address, children }: { location: string; children: ReactNode }) {
  const place = placeOf(address)
  return (
    <RouterContext value={{ here: () => place, navigate: () => undefined }}>
      <PlaceContext value={{ place, way: 'POP' }}>{children}</PlaceContext>
    </RouterContext>
  )
}
