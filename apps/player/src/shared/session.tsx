import type { Player } from '@dhow/contract/accounts'
import type { LiveEvent } from '@dhow/contract/live'
import { createContext, useContext } from 'react'

/** `unknown` until the browser has checked; the server renders by a cookie's hint. */
export type SessionState = { state: 'unknown' | 'out' } | { state: 'in'; user: Player }

export interface Session {
  session: SessionState
  /** Whether to show the signed-in header, known or hinted. */
  looksSignedIn: boolean
  signIn(token: string, user: Player): void
  signOut(): Promise<void>
  /** Reloads the player with the balance. */
  refresh(): Promise<void>
  /** Checks the token before a payment is reported. @throws ApiError if the session is over; the login then opens */
  confirm(): Promise<void>
  /** Calls back on the player's live events; the returned function stops it. */
  listen(onEvent: (message: LiveEvent) => void): () => void
  /** Unread messages, by the stream's last count. */
  unread: number
}

export const SessionContext = createContext<Session | undefined>(undefined)

/** @throws Error outside of a SessionProvider */
export function useSession(): Session {
  const value = useContext(SessionContext)
  if (!value) throw new Error('useSession needs its provider')
  return value
}

/** Player on a screen for signed-in players. @throws Error if nobody is signed in */
export function usePlayer(): Player {
  const { session } = useSession()
  if (session.state !== 'in') throw new Error('usePlayer needs a signed-in player')
  return session.user
}
