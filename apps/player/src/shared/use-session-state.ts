import type { Player } from '@dhow/contract/accounts'
import { useToast } from '@dhow/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useRef, useState } from 'react'
import { useNavigate } from './router.tsx'
import { paths } from '../app/paths.ts'
import { readToken, tokenKey } from './api.ts'
import { clearReads } from './offline.ts'
import type { SessionState } from './session.tsx'
import { useWords } from './words/words.tsx'

const hintCookie = 'dhow_hint'
const redirectAfterMs = 3_000

function setHint(signedIn: boolean) {
  document.cookie = `${hintCookie}=${signedIn ? 'in' : 'out'}; path=/; max-age=31536000; samesite=lax`
}

/** Session of this tab and its changes: token, hint for the server, browser caches, redirect to the login. */
export function useSessionState() {
  const { session: texts } = useWords()
  const [session, setSession] = useState<SessionState>({ state: 'unknown' })
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const hasEndedRef = useRef(false)
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether a session has ended here: later failed calls show nothing. */
  const hasEnded = useCallback(() => hasEndedRef.current, [])

  const enter = useCallback((user: Player) => {
    hasEndedRef.current = false
    clearTimeout(redirect.current)
    setHint(true)
    setSession({ state: 'in', user })
  }, [])

  const signIn = useCallback(
    (token: string, user: Player) => {
      localStorage.setItem(tokenKey, token)
      enter(user)
    },
    [enter],
  )

  const forget = useCallback(() => {
    hasEndedRef.current = true
    localStorage.removeItem(tokenKey)
    clearReads()
    setHint(false)
    setSession({ state: 'out' })
    client.clear()
  }, [client])

  /** Ends an expired session: shows the message, removes the token, opens the login after three seconds. */
  const expire = useCallback(
    (message: string) => {
      if (hasEndedRef.current || !readToken()) return
      hasEndedRef.current = true
      localStorage.removeItem(tokenKey)
      setHint(false)
      toast(message, 'bad')
      const back = `${globalThis.location.pathname}${globalThis.location.search}`
      redirect.current = setTimeout(
        () =>
          // In one transition, or the old screen's guard would redirect home first.
          startTransition(() => {
            navigate(paths.login, { state: { back, again: true } })
            forget()
          }),
        redirectAfterMs,
      )
    },
    [forget, navigate, toast],
  )

  /** Handles a sign-out in another tab. */
  const leave = useCallback(() => {
    hasEndedRef.current = true
    setSession((before) => {
      if (before.state === 'in') toast(texts.signedOut)
      return { state: 'out' }
    })
  }, [toast, texts])

  return { session, setSession, hasEnded, enter, signIn, forget, expire, leave }
}
