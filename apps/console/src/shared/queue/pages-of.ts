import type { Paged } from '../more.tsx'

/** Props of a queue from a paged list. */
export const pagesOf = (listed: Paged & { error: unknown; refetch: () => unknown }) => ({
  error: listed.error,
  retry: () => void listed.refetch(),
  more: listed.hasNextPage ? () => void listed.fetchNextPage() : undefined,
  loadingMore: listed.isFetchingNextPage,
})
