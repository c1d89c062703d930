import type { Player } from '@dhow/contract/accounts'
import type { LiveEvent } from '@dhow/contract/live'
import { createContext, useContext } from 'react'

/** `unknown` until the browser has looked: the server renders by a cookie's hint. */
export type SessionState = { state: 'unknown' | 'out' } | { state: 'in'; user: Player }

export interface Session {
  session: SessionState
  /** Whether to show the signed-in header, known or hinted. */
  looksSignedIn: boolean
  signIn(token: string, user: Player): void
  signOut(): Promise<void>
  /** Reads the player again, with the balance of now. */
  refresh(): Promise<void>
  /** Checks the token before money is reported. @throws ApiError where the session is over, which then leads to the login */
  confirm(): Promise<void>
  /** Calls back with every live event of this player; the answer stops it. */
  listen(onEvent: (message: LiveEvent) => void): () => void
  /** Messages that the player has not read, by the last count of the stream. */
  unread: number
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** @throws Error outside of a SessionProvider */
export function useSession(): Session {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession needs its provider')
  return value
}

/** The player of a screen that only signed-in players reach. @throws Error where nobody is signed in */
export function usePlayer(): Player {
  const { session } = useSession()
  if (session.state !== 'in') throw new Error('usePlayer stands behind the guard')
  return session.user
}
