import { addFavourite, favourites, games, getGame, providers, removeFavourite } from '@dhow/contract/catalog'
import { done } from '../../platform/http/call.ts'
import type { Door } from '../../platform/http/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { gameReply, type Catalog } from './index.ts'

export function serveCatalog({ portal: { serve } }: { portal: Door }, catalog: Catalog) {
  serve(games, async ({ query, session }) => ({
    ...done,
    ...(await catalog.games({ ...query, market: session?.market ?? query.market })),
  }))
  serve(getGame, async ({ params }) => {
    const found = await catalog.find(params.slug)
    if (!found) throw new Refusal('not_found')
    return { ...done, game: gameReply(found.game, found.provider.name) }
  })
  serve(providers, async () => ({ ...done, providers: await catalog.providers() }))
  serve(favourites, async ({ session }) => {
    const rows = await catalog.favourites.list(session.playerId)
    return { ...done, games: rows.map((row) => gameReply(row, row.provider_name)) }
  })
  serve(addFavourite, async ({ session, params }) => {
    await catalog.favourites.add(session.playerId, params.slug)
    return { ...done, msg: 'Added to your favourites.' }
  })
  serve(removeFavourite, async ({ session, params }) => {
    await catalog.favourites.remove(session.playerId, params.slug)
    return { ...done, msg: 'Removed from your favourites.' }
  })
}
