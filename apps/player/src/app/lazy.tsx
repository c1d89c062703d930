import { createElement, useEffect, useState, type ComponentType } from 'react'
import { Button } from '@dhow/ui/button'
import { Empty, Skeleton } from '@dhow/ui/feedback'
import { loadWords, useLanguage, useWords, type Group, type Language } from '../shared/words/words.tsx'

/** A screen in a file of its own. Loaded beforehand (by the server, or when its link comes near) it is drawn at once. */
export interface LazyScreen {
  Screen: ComponentType
  load(language: Language): Promise<void>
}

/** A file that does not come within this time is said to be missing, with a way to try again. */
const loadWithinMs = 120_000

export function lazyScreen(
  groups: readonly Group[],
  fetchScreen: () => Promise<{ default: ComponentType }>,
): LazyScreen {
  let ready: ComponentType | undefined
  let underWay: Promise<{ default: ComponentType }> | undefined
  const fetchOnce = () =>
    (underWay ??= within(fetchScreen()).catch((error: unknown) => {
      underWay = undefined
      throw error
    }))
  const load = async (language: Language) => {
    const [module] = await Promise.all([fetchOnce(), loadWords(language, groups)])
    // Only now: a screen that is drawn before its words are here has nothing to say.
    ready = module.default
  }
  function Screen() {
    const words = useWords()
    const language = useLanguage()
    const [state, setState] = useState<'loading' | 'failed' | 'ready'>(ready ? 'ready' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      load(language).then(
        () => setState('ready'),
        () => setState('failed'),
      )
    }, [state, language])
    if (ready) return createElement(ready)
    if (state === 'failed') {
      // The file may belong to an older deployment: a fresh page names the files of the new one.
      return (
        <Empty
          title={words.portal.outdated}
          action={<Button onClick={() => location.reload()}>{words.portal.reload}</Button>}
        />
      )
    }
    return <Skeleton lines={5} label={words.portal.loading} />
  }
  return { Screen, load }
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the screen did not come in time')), loadWithinMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
