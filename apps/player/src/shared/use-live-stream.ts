import type { LiveEvent } from '@dhow/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { openLive } from './live.ts'
import { loadLater } from './load-later.ts'
import { useSaver } from './portal.tsx'
import type { useSessionState } from './use-session-state.ts'

/** Keeps the tab's live stream open while a player is signed in: updates balance and unread count, and calls the listeners. */
export function useLiveStream({ session, setSession }: ReturnType<typeof useSessionState>, check: () => Promise<void>) {
  const [unread, setUnread] = useState(0)
  const saver = useSaver()
  const client = useQueryClient()
  const listeners = useRef(new Set<(message: LiveEvent) => void>())
  const playerId = session.state === 'in' ? session.user.id : undefined
  // A ref, so that the stream stays open when these change with the screen.
  const latest = useRef({ session, check })
  useEffect(() => {
    latest.current = { session, check }
  }, [session, check])
  const hadStream = useRef(false)
  useEffect(() => {
    if (playerId === undefined) return
    const resumed = hadStream.current
    hadStream.current = true
    const showBalance = ({ chips, held }: { chips?: string | undefined; held?: string | undefined }) => {
      if (chips === undefined || held === undefined) return
      setSession((before) => (before.state === 'in' ? { state: 'in', user: { ...before.user, chips, held } } : before))
    }
    const handlers: Parameters<typeof openLive>[0] = {
      saver,
      resumed,
      onUnread: setUnread,
      onBalance: showBalance,
      isCurrent({ chips, held }) {
        const now = latest.current.session
        return now.state === 'in' && now.user.chips === chips && now.user.held === held
      },
      onEvent(message) {
        if (message.type === 'balance') showBalance(message)
        // Another device or an operator has ended this session, so check it.
        if (message.type === 'signed_out') void latest.current.check()
        for (const onEvent of listeners.current) onEvent(message)
      },
      onGap() {
        void latest.current.check()
        void client.invalidateQueries()
      },
    }
    // Only signed-in players need the stream's code, so load it later. Until then, screens refresh by their queries.
    let close: (() => void) | undefined
    const stop = loadLater(
      () => import('./live.ts'),
      (live) => (close = live.openLive(handlers)),
    )
    return () => {
      stop()
      close?.()
    }
  }, [playerId, client, saver, setSession])

  const listen = useCallback((onEvent: (message: LiveEvent) => void) => {
    listeners.current.add(onEvent)
    return () => void listeners.current.delete(onEvent)
  }, [])
  return { listen, unread }
}
