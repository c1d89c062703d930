import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useLiveInterval } from './presence.tsx'

/** A query that is polled while the page is visible. */
export function useLiveQuery<Reply>(queryKey: QueryKey, queryFn: () => Promise<Reply>, everyMs?: number) {
  const refetchInterval = useLiveInterval(everyMs)
  return useQuery({ queryKey, queryFn, refetchInterval })
}
