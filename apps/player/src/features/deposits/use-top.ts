import { useEffect } from 'react'

/** Scrolls to the top once, when a result replaces the form that the reader had scrolled down. */
export function useTop() {
  useEffect(() => {
    // Without braces the promise that new browsers return would be the effect's clean-up.
    scrollTo(0, 0)
  }, [])
}
