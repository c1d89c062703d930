import type { Game } from '@dhow/contract/catalog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { useSession } from '../../shared/session.tsx'

/** The player's favourites, and a way to change them. */
export function useFavourites() {
  const { session } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const isIn = session.state === 'in'
  const { data } = useQuery({
    queryKey: ['favourites'],
    queryFn: async () => (await call('favourites')).games,
    enabled: isIn,
  })
  const toggle = async (game: Game) => {
    const liked = data?.some((one) => one.slug === game.slug)
    // Cancel a request under way, whose older list would undo this change.
    await client.cancelQueries({ queryKey: ['favourites'] })
    // Update optimistically; the server's answer corrects it.
    client.setQueryData<Game[]>(['favourites'], (before) =>
      liked ? before?.filter((one) => one.slug !== game.slug) : [game, ...(before ?? [])],
    )
    try {
      await (liked
        ? call('removeFavourite', { params: { slug: game.slug } })
        : call('addFavourite', { params: { slug: game.slug }, body: {} }))
      if (!data) await client.invalidateQueries({ queryKey: ['favourites'] })
    } catch (problem) {
      toast(sentencesOf(problem).join(' '), 'bad')
      await client.invalidateQueries({ queryKey: ['favourites'] })
    }
  }
  return { games: data, isIn, toggle }
}
