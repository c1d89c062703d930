import { createElement, useEffect, useState, type ComponentType } from 'react'
import { Button } from '@dhow/ui/button'
import { Empty, Skeleton } from '@dhow/ui/feedback'
import { en } from '../shared/words/en.ts'

/** A screen in a file of its own. Loaded beforehand (by the server, or when its link comes near) it is drawn at once. */
export interface LazyScreen {
  Screen: ComponentType
  load(): Promise<void>
}

/** A file that does not come within this time is said to be missing, with a way to try again. */
const loadWithinMs = 120_000

export function lazyScreen(fetchScreen: () => Promise<{ default: ComponentType }>): LazyScreen {
  let ready: ComponentType | undefined
  let underWay: Promise<void> | undefined
  const load = () =>
    (underWay ??= within(fetchScreen()).then(
      (module) => {
        ready = module.default
      },
      (error: unknown) => {
        underWay = undefined
        throw error
      },
    ))
  function Screen() {
    const [state, setState] = useState<'loading' | 'failed' | 'ready'>(ready ? 'ready' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      load().then(
        () => setState('ready'),
        () => setState('failed'),
      )
    }, [state])
    if (ready) return createElement(ready)
    if (state === 'failed') {
      // The file may belong to an older deployment: a fresh page names the files of the new one.
      return (
        <Empty
          title={en.portal.outdated}
          action={<Button onClick={() => location.reload()}>{en.portal.reload}</Button>}
        />
      )
    }
    return <Skeleton lines={5} label={en.portal.loading} />
  }
  return { Screen, load }
}

function within<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the screen did not come in time')), loadWithinMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
