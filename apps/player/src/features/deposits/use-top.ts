import { useEffect } from 'react'

/** Scrolls to the top once, when a result replaces the form that the reader had scrolled down. */
export function useTop() {
  useEffect(() => {
    // Braces needed: newer browsers return a promise, which React would take as the clean-up.
    scrollTo(0, 0)
  }, [])
}
