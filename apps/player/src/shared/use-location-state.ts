import { useLocation } from 'react-router'

/** Values that a link or a redirect leaves for the screen that it leads to; the browser keeps them with the entry of its history. */
export interface LocationState {
  /** The address to go back to after signing in. */
  back?: string
  mobile?: string
  /** The session ended, so the player signs in again. */
  again?: boolean
  resetToken?: string
  /** The magnifier leads to the search field. */
  search?: boolean
}

/** The state of this entry of the history, which only this program writes; null without one. */
export const useLocationState = (): LocationState | null => useLocation().state as LocationState | null
