import { addFavourite, favourites, games, getGame, providers, removeFavourite } from '@dhow/contract/catalog'
import { liveTables, lobby } from '@dhow/contract/lobby'
import { arrangeGames, staffGames } from '@dhow/contract/games'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import { marketOfCountry } from '../portal/index.ts'
import { drawTile, type Catalog } from './index.ts'

const tilePath = /^[0-9a-f]{12}\.svg$/

export function serveCatalog({ portal, console }: { portal: Listener; console: Listener }, catalog: Catalog) {
  const { serve } = portal
  for (const listener of [portal, console])
    listener.fastify.get<{ Params: { file: string } }>('/tiles/drawn/:file', (request, reply) =>
      tilePath.test(request.params.file)
        ? reply
            .type('image/svg+xml')
            .header('cache-control', 'public, max-age=31536000, immutable')
            .header('content-security-policy', "default-src 'none'; sandbox")
            .send(drawTile(request.params.file.slice(0, -4)))
        : reply.callNotFound(),
    )
  console.serve(staffGames, async ({ query }) => ({ ...done, ...(await catalog.staffGames.list(query)) }))
  console.serve(arrangeGames, async ({ body: { ids, ...set }, staff }) => ({
    ...done,
    games: await catalog.staffGames.arrange(staff.operatorId, ids, set),
  }))
  serve(games, async ({ query, session }) => ({
    ...done,
    ...(await catalog.games({ ...query, market: session?.market ?? query.market })),
  }))
  serve(getGame, async ({ params }) => {
    const game = await catalog.detail(params.slug)
    if (!game) throw new Refusal('not_found')
    return { ...done, game }
  })
  serve(lobby, async ({ query, session, country }) => ({
    ...done,
    ...(await catalog.lobby({
      market: session?.market ?? query.market ?? marketOfCountry(country),
      language: query.language ?? 'en',
      playerId: session?.playerId,
    })),
  }))
  serve(liveTables, async () => ({ ...done, tables: await catalog.liveTables.now() }))
  serve(providers, async () => ({ ...done, providers: await catalog.providers() }))
  serve(favourites, async ({ session }) => {
    const rows = await catalog.favourites.list(session.playerId)
    return { ...done, games: rows.map((row) => catalog.reply(row, row.provider_name)) }
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
