import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** One game of the catalogue, for its page and for links that fetch it ahead. */
export const gameQuery = (slug: string) =>
  queryOptions({
    queryKey: ['game', slug],
    queryFn: async () => (await call('getGame', { params: { slug } })).game,
    staleTime: 60_000,
  })
