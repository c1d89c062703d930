import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Query of one game, for its page and for prefetching. */
export const gameQuery = (slug: string) =>
  queryOptions({
    queryKey: ['game', slug],
    queryFn: async () => (await call('getGame', { params: { slug } })).game,
    staleTime: 60_000,
  })
