import { createElement, useEffect, useState, type ComponentType } from 'react'
import { useLocation } from './router.tsx'
import { Button } from '@dhow/ui/button'
import { Empty, Skeleton } from '@dhow/ui/feedback'
import { Page, type PageHead } from './page.tsx'
import { fetchPortalState } from './portal-status.ts'
import { loadWords, useLanguage, useWords, type Group, type Language, type Words } from './words/words.tsx'

/** A screen in its own file; rendered at once if preloaded (by the server or a prefetch). */
export interface LazyScreen {
  Screen: ComponentType
  /** Placeholder while the session is unknown: the screen's head, if any, and a skeleton. */
  Outline: ComponentType
  /** True if the screen renders before the session is known, and fetches its data meanwhile. */
  isEarly?(): boolean
  load(language: Language): Promise<void>
  /** The screen's file (known to the page renderer only) and its groups of words. The page preloads both beside the program. */
  source?: { file: string | undefined; groups: readonly Group[] }
}

/** The server renders a `head`, which needs no player, and the whole screen if `early`. */
type ScreenComponent = ComponentType & { head?: (words: Words, path: string) => PageHead; early?: boolean }

/** Imports a screen's module; the page renderer's build adds its file name (vite.config.ts). */
export type FetchScreen = (() => Promise<{ default: ScreenComponent }>) & { file?: string }

/** A file that does not load within this time is reported as missing, with a button to try again. */
const loadWithinMs = 120_000

export function lazyScreen(groups: readonly Group[], fetchScreen: FetchScreen): LazyScreen {
  let ready: ScreenComponent | undefined
  let underWay: Promise<{ default: ScreenComponent }> | undefined
  const fetchOnce = () =>
    (underWay ??= within(fetchScreen()).catch((error: unknown) => {
      underWay = undefined
      throw error
    }))
  const load = async (language: Language) => {
    const [module] = await Promise.all([fetchOnce(), loadWords(language, groups)])
    // Set only now, because a screen needs its texts before it renders.
    ready = module.default
  }
  function Screen() {
    const words = useWords()
    const language = useLanguage()
    const [state, setState] = useState<'loading' | 'late' | 'missing' | 'ready'>(ready ? 'ready' : 'loading')
    const [tries, setTries] = useState(0)
    useEffect(() => {
      if (state !== 'loading' && state !== 'missing') return
      let gone = false
      const attempt = () =>
        void load(language).then(
          () => gone || setState('ready'),
          async (error: unknown) => {
            if (error instanceof TooLate) return gone || setState('late')
            // The file may belong to an older deployment; a reloaded page names the new files.
            if (!gone && (await shouldReload())) return location.reload()
            if (gone) return
            setState('missing')
            setTries(tries + 1)
          },
        )
      // Retry by itself, in case the server was unreachable for a moment.
      const timer = state === 'missing' ? setTimeout(attempt, Math.min(1_000 * 2 ** tries, 60_000)) : undefined
      if (state === 'loading') attempt()
      else addEventListener('online', attempt)
      return () => {
        gone = true
        clearTimeout(timer)
        removeEventListener('online', attempt)
      }
    }, [state, tries, language])
    if (ready) return createElement(ready)
    if (state === 'late' || state === 'missing') {
      return (
        <Empty
          isPage
          title={state === 'late' ? words.portal.late : words.errors.network}
          action={<Button onClick={() => setState('loading')}>{words.portal.retry}</Button>}
        >
          <Button kind="quiet" small onClick={() => location.reload()}>
            {words.portal.reload}
          </Button>
        </Empty>
      )
    }
    return <Skeleton lines={5} label={words.portal.loading} />
  }
  function Outline() {
    const words = useWords()
    const { pathname } = useLocation()
    const content = <Skeleton lines={5} label={words.portal.loading} />
    return ready?.head ? <Page {...ready.head(words, pathname)}>{content}</Page> : content
  }
  return { Screen, Outline, isEarly: () => ready?.early === true, load, source: { file: fetchScreen.file, groups } }
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate('the screen did not come in time')), loadWithinMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

class TooLate extends Error {}

const reloadedKey = 'dhow_reloaded'
const reloadAgainAfterMs = 60_000

/** Whether a reload may help: the server answers, and there was none within a minute. Without a network, keep the current page. */
async function shouldReload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  const now = Date.now()
  if (now - last < reloadAgainAfterMs || (await fetchPortalState()).build === undefined) return false
  sessionStorage.setItem(reloadedKey, String(now))
  return true
}
