import type { PortalSettings } from '@dhow/contract/portal'
import { useToast } from '@dhow/ui/toast'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useNavigate } from './router.tsx'
import { paths } from '../app/paths.ts'
import { call } from './api.ts'
import { SessionContext, type Session } from './session.tsx'
import { useLiveStream } from './use-live-stream.ts'
import { useSessionEvents } from './use-session-events.ts'
import { useSessionState } from './use-session-state.ts'
import { useTokenCheck } from './use-token-check.ts'
import { useWords } from './words/words.tsx'

/**
 * Provides the session of this tab.
 * @param hinted whether the server rendered the page for a signed-in player
 * @param onSettings receives the portal's current settings with each check of the token
 */
export function SessionProvider({
  hinted,
  onSettings,
  children,
}: {
  hinted: boolean
  onSettings: (settings: (before: PortalSettings) => PortalSettings) => void
  children: ReactNode
}) {
  const { session: texts } = useWords()
  const state = useSessionState()
  const tokenCheck = useTokenCheck(state, onSettings)
  useSessionEvents(state, tokenCheck)
  const stream = useLiveStream(state, tokenCheck.check)
  const { session, signIn, forget } = state
  const { check, confirm } = tokenCheck
  const { listen, unread } = stream
  const toast = useToast()
  const navigate = useNavigate()

  const refresh = useCallback(() => check(), [check])
  const signOut = useCallback(async () => {
    // Sent with the token; this browser signs out whatever the answer.
    const answered = call('logout', { body: {} }).catch(() => undefined)
    forget()
    toast(texts.signedOut)
    navigate(paths.home)
    await answered
  }, [forget, navigate, toast, texts])

  const value = useMemo<Session>(
    () => ({
      session,
      looksSignedIn: session.state === 'in' || (session.state === 'unknown' && hinted),
      signIn,
      signOut,
      refresh,
      confirm,
      listen,
      unread,
    }),
    [session, hinted, signIn, signOut, refresh, confirm, listen, unread],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
