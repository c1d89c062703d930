import { useEffect } from 'react'
import type { LiveEvent } from '@dhow/contract/live'
import { useSession } from './session.tsx'

/** Runs a callback on events of the live stream, so that a screen shows changes from elsewhere without a reload. */
export function useLiveEvents(types: readonly LiveEvent['type'][], run: () => unknown) {
  const { listen } = useSession()
  useEffect(
    () =>
      listen(({ type }) => {
        // Refetch on `hello`: data requested before the stream began may be stale.
        if (type === 'hello' || types.includes(type)) run()
      }),
    [listen, types, run],
  )
}
