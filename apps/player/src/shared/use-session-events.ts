import { useToast } from '@dhow/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from './router.tsx'
import { paths } from '../app/paths.ts'
import { readToken, tokenKey, setRefusedListeners } from './api.ts'
import type { useSessionState } from './use-session-state.ts'
import type { useTokenCheck } from './use-token-check.ts'
import { useWords } from './words/words.tsx'

/** Set in the session's storage while the country is restricted. */
export const restrictedKey = 'restricted_redirect'

/** Checks the session after refused calls, at the start of the page, on changes in other tabs, and on each new screen. */
export function useSessionEvents(
  { hasEnded, forget, expire, leave }: ReturnType<typeof useSessionState>,
  { check, running }: ReturnType<typeof useTokenCheck>,
) {
  // This part of the words keeps its identity when more groups are loaded.
  const { session: texts } = useWords()
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { pathname } = useLocation()

  // Register before the first check, which may be refused.
  useEffect(() => {
    setRefusedListeners({
      restricted() {
        sessionStorage.setItem(restrictedKey, 'true')
        if (globalThis.location.pathname !== paths.restricted) navigate(paths.restricted)
      },
      signedOut(code, message) {
        if (running() === 'start' || hasEnded()) return
        if (code === 'player_inactive') {
          toast(message, 'bad')
          return forget()
        }
        expire(running() === 'route' ? texts.expiredRedirecting : texts.expired)
      },
    })
  }, [expire, forget, hasEnded, navigate, running, toast, texts])

  useEffect(() => {
    void check('start')
  }, [check])

  // Session changes in one tab apply to all tabs.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== tokenKey && event.key !== null) return
      client.clear()
      if (readToken()) void check()
      else leave()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [client, check, leave])

  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (readToken()) void check('route')
  }, [pathname, check])
}
