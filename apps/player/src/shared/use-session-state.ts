import type { Player } from '@dhow/contract/accounts'
import { useToast } from '@dhow/ui/toast'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { readToken, tokenKey } from './api.ts'
import { forgetReads } from './offline.ts'
import type { SessionState } from './session.tsx'
import { useWords } from './words/words.tsx'

const hintCookie = 'dhow_hint'
const redirectAfterMs = 3_000

function setHint(signedIn: boolean) {
  document.cookie = `${hintCookie}=${signedIn ? 'in' : 'out'}; path=/; max-age=31536000; samesite=lax`
}

/** The session of this tab, and every way in which it begins and ends: token, hint for the server, what the browser keeps, way to the login. */
export function useSessionState() {
  const { session: texts } = useWords()
  const [session, setSession] = useState<SessionState>({ state: 'unknown' })
  const toast = useToast()
  const navigate = useNavigate()
  const client = useQueryClient()
  const hasEndedRef = useRef(false)
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether a session has ended here: calls that fail without it show nothing more. */
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
    forgetReads()
    setHint(false)
    setSession({ state: 'out' })
    client.clear()
  }, [client])

  /** The session is over while the player is somewhere: the message, the token gone, and after three seconds the way in. */
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
          // Together, or the guard of the screen that is left would send home first.
          startTransition(() => {
            void navigate(paths.login, { state: { back, again: true } })
            forget()
          }),
        redirectAfterMs,
      )
    },
    [forget, navigate, toast],
  )

  /** Another tab has signed the player out. */
  const leave = useCallback(() => {
    hasEndedRef.current = true
    setSession((before) => {
      if (before.state === 'in') toast(texts.signedOut)
      return { state: 'out' }
    })
  }, [toast, texts])

  return { session, setSession, hasEnded, enter, signIn, forget, expire, leave }
}
