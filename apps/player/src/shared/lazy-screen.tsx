import { createElement, useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Empty, Skeleton } from '@dhow/ui/feedback'
import { Page, type PageHead } from './page.tsx'
import { askPortal } from './portal-status.ts'
import { loadWords, useLanguage, useWords, type Group, type Language, type Words } from './words/words.tsx'

/** A screen in a file of its own. Loaded beforehand (by the server, or when its link comes near) it is rendered at once. */
export interface LazyScreen {
  Screen: ComponentType
  /** The screen while it is not known who looks at it: its head, where it has one, and the room of its content. */
  Outline: ComponentType
  /** True if the screen itself is painted meanwhile; it fetches its data beside the look at who it is. */
  isEarly?(): boolean
  load(language: Language): Promise<void>
  /** File of the screen, known to the page renderer alone, and the groups of words that it needs. The page names both, so that they come beside the program. */
  source?: { file: string | undefined; groups: readonly Group[] }
}

/** A screen whose head needs no player is painted with it by the server; one that is `early` needs none at all, whatever it shows, and is painted whole. */
type ScreenComponent = ComponentType & { head?: (words: Words, path: string) => PageHead; early?: boolean }

/** Imports the module of a screen; in the build of the page renderer it knows the name of its file (vite.config.ts). */
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
    // Only now: a screen needs its texts before it renders.
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
            // The file may belong to an older deployment: a fresh page names the files of the new one.
            if (!gone && (await mayReload())) return location.reload()
            if (gone) return
            setState('missing')
            setTries(tries + 1)
          },
        )
      // A server that was away for a moment is back without anybody's doing, and so is the screen.
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

/** Whether a fresh page may help: the server answers, and it was not tried a moment ago. Without a network the page that stands is worth more. */
async function mayReload(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  const now = Date.now()
  if (now - last < reloadAgainAfterMs || (await askPortal()).build === undefined) return false
  sessionStorage.setItem(reloadedKey, String(now))
  return true
}
