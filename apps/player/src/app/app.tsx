import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { matchPath, Navigate, Route, Routes } from 'react-router'
import { Skeleton } from '@dhow/ui/feedback'
import { ToastProvider } from '@dhow/ui/toast'
import { Forbidden } from '../features/portal/forbidden.tsx'
import { readToken } from '../shared/api.ts'
import { PortalContext, type PageData } from '../shared/portal.tsx'
import { SessionProvider, useSession } from '../shared/session.tsx'
import { loadWords, useLanguage, useWords, WordsProvider, type Language } from '../shared/words/words.tsx'
import { paths } from './paths.ts'
import { notFound, routes, type RouteRow } from './routes.tsx'
import { Shell } from './shell.tsx'

/** The whole portal under whichever router stands around it. */
export function App({ data, ...rest }: { data: PageData; hinted: boolean; client: QueryClient }) {
  return (
    <WordsProvider language={data.language}>
      <Portal data={data} {...rest} />
    </WordsProvider>
  )
}

function Portal({ data, hinted, client }: { data: PageData; hinted: boolean; client: QueryClient }) {
  const words = useWords()
  if (data.portal.state === 'forbidden') return <Forbidden message={data.portal.message} />
  return (
    <PortalContext value={data}>
      <QueryClientProvider client={client}>
        <ToastProvider closeLabel={words.portal.close}>
          <SessionProvider hinted={hinted}>
            <Shell>
              <Routes>
                {routes.flatMap((row) =>
                  row.paths.map((path) => (
                    <Route key={path} path={path} caseSensitive element={<Guarded row={row} />} />
                  )),
                )}
                <Route path="*" element={<notFound.Screen />} />
              </Routes>
            </Shell>
            <Nearby />
          </SessionProvider>
        </ToastProvider>
      </QueryClientProvider>
    </PortalContext>
  )
}

/** Without a token a protected screen sends home; while the token is looked at, its place is kept. */
function Guarded({ row }: { row: RouteRow }): ReactNode {
  const words = useWords()
  const { session } = useSession()
  const { Screen } = row.screen
  if (row.access === 'public') return <Screen />
  if (session.state === 'in') return <Screen />
  if (session.state === 'unknown') return <Skeleton lines={5} label={words.portal.loading} />
  return <Navigate to={paths.home} replace />
}

/** Fetches a screen ahead when its link comes near: under a finger, under the pointer, or in focus. */
function Nearby() {
  const language = useLanguage()
  useEffect(() => {
    const look = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
      const path = link?.getAttribute('href')?.split('?')[0]
      if (path)
        void rowOf(path)
          ?.screen.load(language)
          .catch(() => undefined)
    }
    for (const type of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(type, look, { passive: true })
    return () => {
      for (const type of ['pointerover', 'touchstart', 'focusin']) document.removeEventListener(type, look)
    }
  }, [language])
  return null
}

export function rowOf(path: string): RouteRow | undefined {
  return routes.find((row) =>
    row.paths.some((pattern) => matchPath({ path: pattern, caseSensitive: true }, path) !== null),
  )
}

/** Loads the screen of a path with its words, so that it can be drawn in one go. */
export async function loadScreen(path: string, language: Language) {
  await Promise.all([loadWords(language, ['core']), (rowOf(path)?.screen ?? notFound).load(language)])
}

export function newQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000, refetchOnWindowFocus: true } } })
}

export const isSignedInHere = (): boolean => readToken() !== null
