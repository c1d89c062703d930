import type { Paged } from '../more.tsx'

/** What a queue shows of a list that comes page by page. */
export const pagesOf = (listed: Paged & { error: unknown; refetch: () => unknown }) => ({
  error: listed.error,
  retry: () => void listed.refetch(),
  more: listed.hasNextPage ? () => void listed.fetchNextPage() : undefined,
  loadingMore: listed.isFetchingNextPage,
})
