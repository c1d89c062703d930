import { createContext, useContext } from 'react'
import type { PortalState } from './portal-status.ts'

/** A portal in maintenance, for the screen that says so: its code is fetched by who needs it. */
interface Closed {
  name: string
  message: string
  until: string | null
  changed: (portal: PortalState) => void
}
export const ClosedContext = createContext<Closed | undefined>(undefined)

export function useClosed(): Closed {
  const closed = useContext(ClosedContext)
  if (!closed) throw new Error('the portal is not closed')
  return closed
}
