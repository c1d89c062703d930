import { firstPage } from '@dhow/client/first-page'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useKeyHold } from '../keys.tsx'
import { useLiveInterval } from '../presence.tsx'
import { pagesOf } from './pages-of.ts'
import type { QueueFilter } from './queue.tsx'

/** The pages of a queue by its filter, read again every few seconds, with the counts of its states. */
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
  // Until the answer comes the rows are those of the filter before: no key walks through them.
  useKeyHold(listed.isPending || listed.isPlaceholderData, 'list')
  const counts: Record<string, number> = listed.data?.pages[0]?.counts ?? {}
  return { pages: listed.data?.pages, counts, ...pagesOf(listed) }
}
