import { ApiError } from '@dhow/client/api-error'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import type { staffMe } from '@dhow/contract/staff'
import { call, isSignedOut } from './api.ts'
import { useLiveInterval } from './presence.tsx'
import { en } from './words/en.ts'

export type Me = ReplyOf<typeof staffMe>

/** The signed-in operator: unknown yet, signed in, or out; `failed` if the server does not answer. */
export type Session =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  /** `me`: the operator whose session expired; their screens stay mounted. */
  | { state: 'out'; me: Me | undefined }
  | { state: 'in'; me: Me }

const pollEveryMs = 5_000
const hintKey = 'dhow_console_signed_in'

/** Whether this browser was signed in; the session itself is an HttpOnly cookie. */
function hasSignedInHint(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null
  } catch {
    // Without storage, ask the server.
    return true
  }
}

/** Remembers for the next page whether to ask the server for the session. */
export function rememberSignedIn(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(hintKey, '1')
    else localStorage.removeItem(hintKey)
  } catch {
    // Without storage there is nothing to remember.
  }
}

/** Polls the signed-in operator, with the counts of the queues. */
export function useSession(): Session {
  const interval = useLiveInterval(pollEveryMs)
  const asked = useQuery({
    queryKey: ['me'],
    queryFn: fetchMe,
    refetchInterval: (query) => (isSignedOut(query.state.error) ? false : interval),
  })
  if (isSignedOut(asked.error)) return { state: 'out', me: asked.data }
  if (asked.data) return { state: 'in', me: asked.data }
  if (asked.error) return { state: 'failed', error: asked.error, retry: () => void asked.refetch() }
  return { state: 'loading' }
}

async function fetchMe(): Promise<Me> {
  if (!hasSignedInHint()) throw new ApiError(401, 'staff_session_invalid', en.failure.general)
  try {
    return await call('staffMe')
  } catch (error) {
    if (isSignedOut(error)) rememberSignedIn(false)
    throw error
  }
}

const Context = createContext<Me | undefined>(undefined)

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <Context value={me}>{children}</Context>
}

/** The signed-in operator, on every screen that needs one. */
export function useMe(): Me {
  const me = useContext(Context)
  if (!me) throw new Error('useMe needs a signed-in operator')
  return me
}

/** Whether the operator's role allows it. The server decides; this only hides buttons that it would refuse. */
export function usePermission(permission: Permission): boolean {
  return useMe().permissions.includes(permission)
}

/** Four-eyes threshold in a currency. */
export function useFourEyes(currency: Currency): string | undefined {
  return useMe().four_eyes.find((row) => row.currency === currency)?.amount
}

/** Refetches the queries that an action may have changed. */
export function useRefresh(): (...keys: string[]) => void {
  const client = useQueryClient()
  return (...keys) => {
    for (const key of ['me', ...keys]) void client.invalidateQueries({ queryKey: [key] })
  }
}
