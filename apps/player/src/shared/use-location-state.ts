import { useLocation } from './router.tsx'

/** Values that a link or redirect passes to its screen; kept in the browser's history entry. */
export interface LocationState {
  /** The address to go back to after signing in. */
  back?: string
  mobile?: string
  /** The session has ended: the player signs in again. */
  again?: boolean
  resetToken?: string
  /** Opened by the search icon: focus the search field. */
  search?: boolean
}

/** State of this history entry, written by this program only; null without one. */
export const useLocationState = (): LocationState | null => useLocation().state as LocationState | null
