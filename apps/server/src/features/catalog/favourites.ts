import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { gameColumns, type GameRow } from './tables.ts'

const maxFavourites = 200

/** A player's favourite games. */
export function openFavourites(
  { db, clock }: Platform,
  find: (slug: string) => Promise<{ game: GameRow } | undefined>,
) {
  const gameOf = async (slug: string) => {
    const found = await find(slug)
    if (!found) throw new Refusal('not_found')
    return found.game
  }

  return {
    /** Newest first; disabled games are hidden until they are enabled again. */
    list: (playerId: string) =>
      db.kysely
        .selectFrom('catalog.favourite_game as favourite')
        .innerJoin('catalog.game', 'catalog.game.id', 'favourite.game_id')
        .innerJoin('catalog.game_provider as provider', 'provider.code', 'catalog.game.provider_code')
        .select([...gameColumns, 'provider.name as provider_name'])
        .where('favourite.player_id', '=', playerId)
        .where('catalog.game.enabled', '=', true)
        .where('provider.enabled', '=', true)
        .orderBy('favourite.added_at', 'desc')
        .orderBy('catalog.game.id')
        .execute(),

    /** All favourites, newest first, including disabled games; at most as many as are allowed. */
    marked: (playerId: string) =>
      db.kysely
        .selectFrom('catalog.favourite_game as favourite')
        .innerJoin('catalog.game', 'catalog.game.id', 'favourite.game_id')
        .select(['catalog.game.slug as game', 'catalog.game.name', 'favourite.added_at'])
        .where('favourite.player_id', '=', playerId)
        .orderBy('favourite.added_at', 'desc')
        .orderBy('catalog.game.id')
        .limit(maxFavourites)
        .execute(),

    /** @throws Refusal `not_found`, `favourites_full` */
    async add(playerId: string, slug: string) {
      const game = await gameOf(slug)
      await db.transaction(async (tx) => {
        const { count } = await tx
          .selectFrom('catalog.favourite_game')
          .select((eb) => eb.fn.countAll<bigint>().as('count'))
          .where('player_id', '=', playerId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxFavourites) throw new Refusal('favourites_full')
        await tx
          .insertInto('catalog.favourite_game')
          .values({ player_id: playerId, game_id: game.id, added_at: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
    },

    /** @throws Refusal `not_found` */
    async remove(playerId: string, slug: string) {
      const game = await gameOf(slug)
      await db.transaction((tx) =>
        tx
          .deleteFrom('catalog.favourite_game')
          .where('player_id', '=', playerId)
          .where('game_id', '=', game.id)
          .execute(),
      )
    },
  }
}
