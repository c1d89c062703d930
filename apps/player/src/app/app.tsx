import { ApiError } from '@dhow/client/api-error'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { ToastProvider, useToast } from '@dhow/ui/toast'
import { Forbidden } from '../features/portal/forbidden.tsx'
import { LazyInstall } from '../features/portal/install-later.tsx'
import { readToken, setClosedListener } from '../shared/api.ts'
import { ClosedContext } from '../shared/closed.ts'
import { gameQuery } from '../shared/game-query.ts'
import { lazyScreen } from '../shared/lazy-screen.tsx'
import { matchPath } from '../shared/match-path.ts'
import { fetchPortalState } from '../shared/portal-status.ts'
import { PortalContext, useSaver, type PageData } from '../shared/portal.tsx'
import { Navigate, useLocation } from '../shared/router.tsx'
import { SessionProvider } from '../shared/session-provider.tsx'
import { useSession } from '../shared/session.tsx'
import { useLocationState } from '../shared/use-location-state.ts'
import { useLanguage, useWords, WordsProvider } from '../shared/words/words.tsx'
import { Boundary } from './boundary.tsx'
import { paths } from './paths.ts'
import { Shell } from './shell.tsx'
import { loadScreen, loadTable, rowOf, screenOfNone, type RouteRow } from './table.ts'

export const maintenance = lazyScreen([], () => import('../features/portal/maintenance.tsx'))

/** The whole portal, inside the caller's router. */
export function App({ data, ...rest }: { data: PageData; hinted: boolean; client: QueryClient }) {
  return (
    <WordsProvider language={data.language}>
      <Portal data={data} {...rest} />
    </WordsProvider>
  )
}

function Portal({ data, hinted, client }: { data: PageData; hinted: boolean; client: QueryClient }) {
  const words = useWords()
  const [portal, setPortal] = useState(data.portal)
  const [settings, setSettings] = useState(data.settings)
  useEffect(() => {
    // If a call is refused because the portal is closed, portal-info has the state and its text.
    setClosedListener(() => void fetchPortalState().then((answer) => setPortal(answer.portal)))
  }, [])
  if (portal.state === 'forbidden') return <Forbidden message={portal.message} settings={settings} />
  if (portal.state === 'maintenance')
    return (
      <ClosedContext value={{ ...portal, name: settings.portal_name, changed: setPortal }}>
        <maintenance.Screen />
      </ClosedContext>
    )
  return (
    <PortalContext value={{ ...data, settings }}>
      <QueryClientProvider client={client}>
        <ToastProvider closeLabel={words.portal.close}>
          <SessionProvider hinted={hinted} onSettings={setSettings}>
            <Shell>
              <Bounded>
                <Current />
              </Bounded>
            </Shell>
            <News />
            {data.saver ? null : <Nearby />}
            <LazyInstall />
          </SessionProvider>
        </ToastProvider>
      </QueryClientProvider>
    </PortalContext>
  )
}

/** Screen of this address; keeps its state between its own paths. */
function Current() {
  const row = rowOf(useLocation().pathname)
  const [, setArrived] = useState(false)
  const arrive = useCallback(() => setArrived(true), [])
  if (row) return <Guarded key={row.paths[0]} row={row} />
  const none = screenOfNone()
  if (none) return createElement(none.Screen)
  return (
    <ArrivedContext value={arrive}>
      <table.Screen />
    </ArrivedContext>
  )
}

/** In place of a screen whose row is not here: fetches the table, as screens are fetched, and has it looked at again. */
const table = lazyScreen([], async () => {
  await loadTable()
  return { default: Arrived }
})
const ArrivedContext = createContext(() => {})

function Arrived() {
  const arrive = useContext(ArrivedContext)
  useEffect(arrive, [arrive])
  return null
}

function Bounded({ children }: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{children}</Boundary>
}

/**
 * Redirects visitors from a protected screen to the lobby, and signed-in players from a sign-in form. Until the token is checked, a protected
 * screen shows its head.
 */
function Guarded({ row }: { row: RouteRow }): ReactNode {
  const { session, looksSignedIn } = useSession()
  const state = useLocationState()
  // State when this screen opened: a form that signs the player in navigates by itself.
  const [found, setFound] = useState(session.state)
  if (found === 'unknown' && session.state !== 'unknown') setFound(session.state)
  const { Screen, Outline } = row.screen
  if (row.access === 'visitor') return found === 'in' ? <Navigate to={state?.back ?? paths.home} replace /> : <Screen />
  if (row.access === 'public' || session.state === 'in') return <Screen />
  if (session.state === 'unknown') return looksSignedIn && row.screen.isEarly?.() ? <Screen /> : <Outline />
  return <Navigate to={paths.home} replace />
}

/** Toasts about money, gifts and bonuses; the code loads with the first. */
function News() {
  const { listen } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'balance' || message.type === 'hello') return
        void import('../shared/news.ts').then(({ showNews }) => showNews(message, toast, client)).catch(() => undefined)
      }),
    [listen, toast, client],
  )
  return null
}

/** Prefetches a screen when its link is touched, hovered or focused. */
function Nearby() {
  const language = useLanguage()
  const client = useQueryClient()
  const saver = useSaver()
  const known = useRef(new Set<string>())
  useEffect(() => {
    const look = (event: Event) => {
      // The first touch of the page: the player may go somewhere.
      void loadTable().catch(() => undefined)
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
      const path = link?.getAttribute('href')?.split('?')[0]
      if (path) void loadScreen(path, language).catch(() => undefined)
      const slug = path && matchPath(paths.play, path)?.['game']
      // A touch on a tile is mostly a scroll, too little reason to fetch a game.
      const isTouch = event.type === 'touchstart' || (event instanceof PointerEvent && event.pointerType === 'touch')
      if (slug && !saver && !isTouch) void fetchGameAhead(client, slug, known.current).catch(() => undefined)
    }
    for (const type of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(type, look, { passive: true })
    return () => {
      for (const type of ['pointerover', 'touchstart', 'focusin']) document.removeEventListener(type, look)
    }
  }, [language, client, saver])
  return null
}

/** Prefetches a game's files in a hidden frame without scripts; once a visit. */
async function fetchGameAhead(client: QueryClient, slug: string, known: Set<string>) {
  const { ahead } = await client.fetchQuery(gameQuery(slug))
  if (ahead === undefined || known.has(ahead)) return
  known.add(ahead)
  const frame = Object.assign(document.createElement('iframe'), { src: ahead, tabIndex: -1 })
  frame.setAttribute('sandbox', 'allow-same-origin')
  // Kept until the next one, because removing it cancels requests under way.
  document.getElementById('ahead')?.remove()
  const host = Object.assign(document.createElement('div'), { id: 'ahead', hidden: true })
  host.attachShadow({ mode: 'closed' }).append(frame)
  document.body.append(host)
}

export function newQueryClient(saver: boolean): QueryClient {
  // On metered connections, accept data three minutes old and do not refetch on focus.
  const often = saver
    ? { staleTime: 180_000, refetchOnWindowFocus: false }
    : { staleTime: 10_000, refetchOnWindowFocus: true }
  // Without a network, let the cache answer and let calls fail at once instead of waiting.
  const networkMode = 'always'
  return new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, networkMode, ...often }, mutations: { networkMode } },
  })
}

/** Retries once, but never a refusal. */
const shouldRetry = (failures: number, error: unknown) =>
  failures < 1 && !(error instanceof ApiError && error.status < 500)

export const isSignedInHere = (): boolean => readToken() !== null
