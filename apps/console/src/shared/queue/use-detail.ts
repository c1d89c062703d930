import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useKeyHold } from '../keys.tsx'
import { useLiveQuery } from '../use-live-query.ts'

/** One subject of a queue in its newest state; keys wait for the first answer. */
export function useShown<Reply>(queryKey: QueryKey, queryFn: () => Promise<Reply>) {
  const asked = useLiveQuery(queryKey, queryFn)
  useKeyHold(asked.isPending)
  return asked
}

/** The heading of a detail: it has the focus as the detail opens, and `focus` gives it back after an action. */
export function useHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = () => heading.current?.focus({ preventScroll: true })
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [])
  return { heading, focus }
}
