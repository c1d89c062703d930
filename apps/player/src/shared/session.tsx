import type { Player } from '@dhow/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../app/paths.ts'
import { ApiError, call, readToken, tokenKey, whenRefused } from './api.ts'
import { forgetReads } from './offline.ts'
import { openLive, type LiveMessage } from './live.ts'
import { say } from './say.ts'
import { useWords } from './words/words.tsx'

/** `unknown` until the browser has looked: the server draws by a cookie's hint. */
export type SessionState = { state: 'unknown' | 'out' } | { state: 'in'; user: Player }

interface Session {
  session: SessionState
  /** Whether to draw the signed-in header, known or hinted. */
  looksSignedIn: boolean
  signIn(token: string, user: Player): void
  signOut(): Promise<void>
  refresh(): Promise<void>
  /** Hears every live event of this player. */
  listen(hear: (message: LiveMessage) => void): () => void
}

const Context = createContext<Session | undefined>(undefined)
const hintCookie = 'dhow_hint'
const redirectAfterMs = 3_000

export function useSession(): Session {
  const value = useContext(Context)
  if (!value) throw new Error('useSession needs its provider')
  return value
}

/** The player of a screen that only signed-in players reach. */
export function usePlayer(): Player {
  const { session } = useSession()
  if (session.state !== 'in') throw new Error('usePlayer stands behind the guard')
  return session.user
}

function setHint(signedIn: boolean) {
  document.cookie = `${hintCookie}=${signedIn ? 'in' : 'out'}; path=/; max-age=31536000; samesite=lax`
}

export function SessionProvider({ hinted, children }: { hinted: boolean; children: ReactNode }) {
  const words = useWords()
  const [session, setSession] = useState<SessionState>({ state: 'unknown' })
  const toast = useToast()
  const navigate = useNavigate()
  const location = useLocation()
  const client = useQueryClient()
  const hearers = useRef(new Set<(message: LiveMessage) => void>())
  const leaving = useRef(false)

  const forget = useCallback(() => {
    localStorage.removeItem(tokenKey)
    forgetReads()
    setHint(false)
    setSession({ state: 'out' })
    client.clear()
  }, [client])

  const signIn = useCallback((token: string, user: Player) => {
    leaving.current = false
    localStorage.setItem(tokenKey, token)
    setHint(true)
    setSession({ state: 'in', user })
  }, [])

  /** One look at the token: valid, inactive, or over. A server that does not answer ends nothing. */
  const refresh = useCallback(async () => {
    if (!readToken()) return setSession({ state: 'out' })
    try {
      const answer = await call('verifyToken')
      if (answer.type === 'valid') {
        setHint(true)
        setSession({ state: 'in', user: answer.user })
      } else {
        toast(say(answer.msg), 'bad')
        forget()
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forget()
      else setSession((before) => (before.state === 'unknown' ? { state: 'out' } : before))
    }
  }, [forget, toast])

  const signOut = useCallback(async () => {
    leaving.current = true
    // Whatever the server says, this browser is signed out.
    await call('logout', { body: {} }).catch(() => undefined)
    forget()
    toast(words.session.signedOut)
    void navigate(paths.home)
  }, [forget, navigate, toast, words])

  useEffect(() => {
    whenRefused({
      restricted() {
        sessionStorage.setItem('restricted_redirect', 'true')
        void navigate(paths.restricted)
      },
      signedOut() {
        if (leaving.current || !readToken()) return
        leaving.current = true
        toast(words.session.expiredRedirecting, 'bad')
        const back = `${globalThis.location.pathname}${globalThis.location.search}`
        forget()
        setTimeout(() => void navigate(paths.login, { state: { back } }), redirectAfterMs)
      },
    })
  }, [forget, navigate, toast, words])

  useEffect(() => {
    void refresh()
    const onStorage = (event: StorageEvent) => {
      if (event.key === tokenKey) void refresh()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [refresh])

  // The token is looked at again whenever the player goes somewhere else.
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (readToken()) void refresh()
  }, [location.pathname, refresh])

  const playerId = session.state === 'in' ? session.user.id : undefined
  useEffect(() => {
    if (playerId === undefined) return
    return openLive({
      hear(message) {
        if (message.type === 'balance') {
          setSession((before) =>
            before.state === 'in'
              ? { state: 'in', user: { ...before.user, chips: message.chips, held: message.held } }
              : before,
          )
        }
        for (const hear of hearers.current) hear(message)
      },
      missed() {
        void refresh()
        void client.invalidateQueries()
      },
    })
  }, [playerId, refresh, client])

  const listen = useCallback((hear: (message: LiveMessage) => void) => {
    hearers.current.add(hear)
    return () => void hearers.current.delete(hear)
  }, [])

  const value = useMemo<Session>(
    () => ({
      session,
      looksSignedIn: session.state === 'in' || (session.state === 'unknown' && hinted),
      signIn,
      signOut,
      refresh,
      listen,
    }),
    [session, hinted, signIn, signOut, refresh, listen],
  )
  return <Context value={value}>{children}</Context>
}
