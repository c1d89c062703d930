import { games, getGame, providers } from '@dhow/contract/catalog'
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
}
