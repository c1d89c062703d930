import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** One game of the catalogue: its page asks, and whoever fetches it ahead. */
export const gameQuery = (slug: string) =>
  queryOptions({
    queryKey: ['game', slug],
    queryFn: async () => (await call('getGame', { params: { slug } })).game,
    staleTime: 60_000,
  })
