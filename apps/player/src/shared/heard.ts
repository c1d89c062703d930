import { useEffect } from 'react'
import type { LiveMessage } from './live.ts'
import { useSession } from './session.tsx'

/** Acts on what the live stream tells, so that a screen shows what happened elsewhere without a reload. */
export function useHeard(types: readonly LiveMessage['type'][], act: () => unknown) {
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
