import { createContext, useContext } from 'react'
import type { PortalState } from './portal-status.ts'

/** The maintenance screen, loaded only when the portal is in maintenance. */
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
