import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useLiveInterval } from './presence.tsx'

/** A question that is asked again and again while somebody looks. */
export function useLiveQuery<Reply>(queryKey: QueryKey, queryFn: () => Promise<Reply>, everyMs?: number) {
  const refetchInterval = useLiveInterval(everyMs)
  return useQuery({ queryKey, queryFn, refetchInterval })
}
