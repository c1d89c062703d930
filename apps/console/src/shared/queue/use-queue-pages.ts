import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useKeyHold } from '../keys.tsx'
import { useLiveInterval } from '../presence.tsx'
import { pagesOf } from './pages-of.ts'
import type { QueueFilter } from './queue.tsx'

/** Pages of a queue by filter, polled every few seconds, with counts by state. */
export function useQueuePages<Reply extends { next_cursor: string | null; counts: Record<string, number> }>(
  queryKey: string,
  { state, q }: QueueFilter,
  ask: (query: { state: string; q: string; cursor: string | undefined }) => Promise<Reply>,
) {
  const interval = useLiveInterval()
  const listed = useInfiniteQuery({
    queryKey: [queryKey, state, q],
    queryFn: ({ pageParam }) => ask({ state, q, cursor: pageParam }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: interval,
    placeholderData: keepPreviousData,
  })
  // Hold keys while the rows still belong to the previous filter.
  useKeyHold(listed.isPending || listed.isPlaceholderData, 'list')
  const counts: Record<string, number> = listed.data?.pages[0]?.counts ?? {}
  return { pages: listed.data?.pages, counts, ...pagesOf(listed) }
}
