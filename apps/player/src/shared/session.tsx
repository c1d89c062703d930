import type { PlayerText } from '@dhow/contract/player-texts'
import { ApiError } from '@dhow/client/api-error'
import type { Player } from '@dhow/contract/accounts'
import type { LiveEvent } from '@dhow/contract/live'
import type { PortalSettings } from '@dhow/contract/portal'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../app/paths.ts'
import { call, readToken, tokenKey, whenRefused } from './api.ts'
import { forgetReads } from './offline.ts'
import type { openLive } from './live.ts'
import { loadLater } from './load-later.ts'
import { useSaver } from './portal.tsx'
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
  /** Looks at the token before money is told of. @throws ApiError where the session is over, which then leads to the login */
  confirm(): Promise<void>
  /** Hears every live event of this player. */
  listen(hear: (message: LiveEvent) => void): () => void
  /** Messages that the player has not read, as far as the stream has told. */
  unread: number
}

const Context = createContext<Session | undefined>(undefined)
const hintCookie = 'dhow_hint'
const redirectAfterMs = 3_000
/** Set in the session's storage while the country is restricted. */
export const restrictedKey = 'restricted_redirect'
/** Failures that say nothing of the session: no answer, too busy, or the portal closed to everybody. */
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

export function SessionProvider({
  hinted,
  heard,
  children,
}: {
  hinted: boolean
  /** Takes the portal's settings as they are now, which come with each look at the token. */
  heard: (settings: (before: PortalSettings) => PortalSettings) => void
  children: ReactNode
}) {
  // This part of the words stays one and the same object, however many groups are fetched after it.
  const { session: texts } = useWords()
  const [session, setSession] = useState<SessionState>({ state: 'unknown' })
  const [unread, setUnread] = useState(0)
  const toast = useToast()
  const saver = useSaver()
  const navigate = useNavigate()
  const location = useLocation()
  const client = useQueryClient()
  const hearers = useRef(new Set<(message: LiveEvent) => void>())
  /** Set once a session has ended here: what still fails for want of it says nothing more. */
  const leaving = useRef(false)
  /** The running check of the token, so that its failure is reported as such. */
  const checking = useRef<'start' | 'route' | undefined>(undefined)
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined)

  const forget = useCallback(() => {
    leaving.current = true
    localStorage.removeItem(tokenKey)
    forgetReads()
    setHint(false)
    setSession({ state: 'out' })
    client.clear()
  }, [client])

  const enter = useCallback((user: Player) => {
    leaving.current = false
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

  /** The session is over while the player is somewhere: the message, the token gone, and after three seconds the way in. */
  const expire = useCallback(
    (message: string) => {
      if (leaving.current || !readToken()) return
      leaving.current = true
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

  /** One look at the token. What the server decides ends a session; a server that does not answer ends nothing. */
  const look = useCallback(
    async (kind?: 'start' | 'route') => {
      if (!readToken()) return setSession({ state: 'out' })
      checking.current = kind
      try {
        const answer = await call('verifyToken')
        if (answer.type === 'valid') {
          const now = answer.portal_settings
          heard((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now))
          return enter(answer.user)
        }
        toast(await inactive(answer), 'bad')
        forget()
      } catch (error) {
        const { status = 0, code = '' } = error instanceof ApiError ? error : {}
        if (keeps.has(code)) {
          setSession((before) => (before.state === 'unknown' ? { state: 'out' } : before))
        } else if (kind === 'start') {
          toast(status === 401 ? texts.invalid : texts.checkFailed, 'bad')
          if (status !== 401) void call('logout', { body: {} }).catch(() => undefined)
          forget()
        } else if (status !== 401) toast(texts.checkFailed, 'bad')
      } finally {
        checking.current = undefined
      }
    },
    [enter, forget, heard, toast, texts],
  )
  const refresh = useCallback(() => look(), [look])
  const confirm = useCallback(async () => {
    checking.current = 'route'
    try {
      const answer = await call('verifyToken')
      if (answer.type !== 'valid') throw new ApiError(401, await inactive(answer), 'session_invalid')
    } finally {
      checking.current = undefined
    }
  }, [])

  const signOut = useCallback(async () => {
    // The call leaves with the token; whatever the server says, this browser is signed out.
    const told = call('logout', { body: {} }).catch(() => undefined)
    forget()
    toast(texts.signedOut)
    void navigate(paths.home)
    await told
  }, [forget, navigate, toast, texts])

  useEffect(() => {
    whenRefused({
      restricted() {
        sessionStorage.setItem(restrictedKey, 'true')
        if (globalThis.location.pathname !== paths.restricted) void navigate(paths.restricted)
      },
      signedOut(code, message) {
        if (checking.current === 'start' || leaving.current) return
        if (code === 'player_inactive') {
          toast(message, 'bad')
          return forget()
        }
        expire(checking.current === 'route' ? texts.expiredRedirecting : texts.expired)
      },
    })
  }, [expire, forget, navigate, toast, texts])

  useEffect(() => {
    void look('start')
  }, [look])

  // Session changes in one tab apply to all tabs.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== tokenKey && event.key !== null) return
      client.clear()
      if (readToken()) return void look()
      leaving.current = true
      setSession((before) => {
        if (before.state === 'in') toast(texts.signedOut)
        return { state: 'out' }
      })
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [client, look, toast, texts])

  // The token is looked at again whenever the player goes somewhere else.
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (readToken()) void look('route')
  }, [location.pathname, look])

  const playerId = session.state === 'in' ? session.user.id : undefined
  // State of this tab, for a stream that sends the current state.
  const shown = useRef(session)
  useEffect(() => {
    shown.current = session
  }, [session])
  // The stream goes on while the player goes from screen to screen, whatever is made anew with each of them.
  const latest = useRef({ look, refresh })
  useEffect(() => {
    latest.current = { look, refresh }
  }, [look, refresh])
  const hadStream = useRef(false)
  useEffect(() => {
    if (playerId === undefined) return
    const resumed = hadStream.current
    hadStream.current = true
    const handlers: Parameters<typeof openLive>[0] = {
      saver,
      resumed,
      onUnread: setUnread,
      isCurrent({ chips, held }) {
        const now = shown.current
        return now.state === 'in' && now.user.chips === chips && now.user.held === held
      },
      onEvent(message) {
        if (message.type === 'balance') {
          setSession((before) =>
            before.state === 'in'
              ? { state: 'in', user: { ...before.user, chips: message.chips, held: message.held } }
              : before,
          )
        }
        // Another device, or an operator, has ended this session: the server says how it stands.
        if (message.type === 'signed_out') void latest.current.look()
        for (const hear of hearers.current) hear(message)
      },
      onGap() {
        void latest.current.refresh()
        void client.invalidateQueries()
      },
    }
    // Only signed-in players need the stream's code, so the lobby's script leaves it out. Until it is there, screens refresh by their queries.
    let close: (() => void) | undefined
    const stop = loadLater(
      () => import('./live.ts'),
      (live) => (close = live.openLive(handlers)),
    )
    return () => {
      stop()
      close?.()
    }
  }, [playerId, client, saver])

  const listen = useCallback((hear: (message: LiveEvent) => void) => {
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
      confirm,
      listen,
      unread,
    }),
    [session, hinted, signIn, signOut, refresh, confirm, listen, unread],
  )
  return <Context value={value}>{children}</Context>
}

/** Why a token is refused whose player is not active, in the player's language. */
const inactive = ({ text, msg }: { text: PlayerText; msg: string }): Promise<string> =>
  import('./faults.ts').then(({ sayFault }) => sayFault(text)).catch(() => msg)
