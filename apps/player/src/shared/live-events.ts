import { useEffect } from 'react'
import type { LiveEvent } from '@dhow/contract/live'
import { useSession } from './session.tsx'

/** Acts on events of the live stream, so that a screen shows what happened elsewhere without a reload. */
export function useLiveEvents(types: readonly LiveEvent['type'][], act: () => unknown) {
  const { listen } = useSession()
  useEffect(
    () =>
      listen(({ type }) => {
        // Data requested before the stream began may be older than its messages.
        if (type === 'hello' || types.includes(type)) act()
      }),
    [listen, types, act],
  )
}
