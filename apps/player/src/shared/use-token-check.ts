import { ApiError } from '@dhow/client/api-error'
import type { PlayerText } from '@dhow/contract/player-texts'
import type { PortalSettings } from '@dhow/contract/portal'
import { useToast } from '@dhow/ui/toast'
import { startTransition, useCallback, useRef } from 'react'
import { call, readToken } from './api.ts'
import type { useSessionState } from './use-session-state.ts'
import { useWords } from './words/words.tsx'

/** Failures that say nothing about the session: no answer, too busy, or a closed portal. */
const keeps = new Set([
  'network',
  'unavailable',
  'busy',
  'storage_full',
  'too_many_requests',
  'country_restricted',
  'portal_forbidden',
  'maintenance',
])

/** Checks the token with the server, which decides whether the session continues. */
export function useTokenCheck(
  { setSession, enter, forget }: ReturnType<typeof useSessionState>,
  onSettings: (settings: (before: PortalSettings) => PortalSettings) => void,
) {
  const { session: texts } = useWords()
  const toast = useToast()
  const runningRef = useRef<'start' | 'route' | undefined>(undefined)
  /** The check that is under way, so that its failure is reported as such. */
  const running = useCallback(() => runningRef.current, [])

  /** Checks once. Only the server's decision ends a session, not a missing answer. */
  const check = useCallback(
    async (kind?: 'start' | 'route') => {
      const token = readToken()
      // Not at once: everything that reads the session would have to hydrate first, with the phone waiting.
      if (!token) return startTransition(() => setSession({ state: 'out' }))
      // After a sign-out or new sign-in meanwhile, the answer is about another session.
      const isOld = () => readToken() !== token
      runningRef.current = kind
      try {
        const answer = await call('verifyToken')
        if (isOld()) return
        if (answer.type === 'valid') {
          const now = answer.portal_settings
          onSettings((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
          return startTransition(() => enter(answer.user))
        }
        toast(await inactive(answer), 'bad')
        forget()
      } catch (error) {
        if (isOld()) return
        const { status = 0, code = '' } = error instanceof ApiError ? error : {}
        if (keeps.has(code)) {
          setSession((before) => (before.state === 'unknown' ? { state: 'out' } : before))
        } else if (kind === 'start') {
          toast(status === 401 ? texts.invalid : texts.checkFailed, 'bad')
          if (status !== 401) void call('logout', { body: {} }).catch(() => undefined)
          forget()
        } else if (status !== 401) toast(texts.checkFailed, 'bad')
      } finally {
        runningRef.current = undefined
      }
    },
    [setSession, enter, forget, onSettings, toast, texts],
  )

  const confirm = useCallback(async () => {
    runningRef.current = 'route'
    try {
      const answer = await call('verifyToken')
      if (answer.type !== 'valid') throw new ApiError(401, await inactive(answer), 'session_invalid')
    } finally {
      runningRef.current = undefined
    }
  }, [])

  return { check, confirm, running }
}

/** Reason why an inactive player's token is refused, in their language. */
const inactive = ({ text, msg }: { text: PlayerText; msg: string }): Promise<string> =>
  import('./faults.ts').then(({ translateFault }) => translateFault(text)).catch(() => msg)
