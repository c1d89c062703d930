import type { Protocol } from '@dhow/contract/providers'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { gameOfStudio, studioCode, studioGames } from './studio-games.ts'

interface SandboxProvider {
  code: string
  name: string
  adapter: Protocol
  path: string
  adds: string[]
  position: number
}

/** The sandbox's invented providers; each uses another protocol. */
export const sandboxProviders: readonly SandboxProvider[] = [
  { code: 'spribe', name: 'Brass Lantern', adapter: 'spribe', path: '/spribe/play', adds: ['spribe'], position: 10 },
  { code: 'turbo', name: 'Quick Tide', adapter: 'softswiss', path: '/turbo', adds: ['turbo'], position: 20 },
  { code: 'lagoon', name: 'Lagoon Works', adapter: 'dhow', path: '/lagoon/play', adds: [], position: 30 },
  { code: 'reef', name: 'Reef & Rope', adapter: 'hub88', path: '/reef', adds: [], position: 40 },
]

/** Adds the studio and its games, and the sandbox's providers. The operator's changes are kept. */
export async function seedGames({ db, config, clock }: Platform) {
  const studio = config.origins.studio
  const proof_url = `${studio}/proof/{game}/{round}`
  const rounds_url = `${studio}/api/rounds`
  const ahead_url = `${studio}/ahead/{game}`
  const launch_url = `${studio}/play`
  const ping_url = `${studio}/health`
  const tables_url = `${studio}/api/tables-now`
  await db.transaction(async (tx) => {
    await tx
      .insertInto('catalog.game_provider')
      .values({
        code: studioCode,
        name: 'Dhow Studio',
        adapter: 'dhow',
        launch_url,
        proof_url,
        rounds_url,
        ahead_url,
        ping_url,
        tables_url,
        logo: null,
        enabled: true,
        feed_url: null,
        feed_next_at: null,
        checked_at: null,
        down_since: null,
        client_id: null,
        frame_origin: null,
        position: 1,
      })
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet({ launch_url, proof_url, rounds_url, ahead_url, ping_url, tables_url, position: 1 }),
      )
      .execute()
    const known = await tx
      .selectFrom('catalog.game')
      .select('id')
      .where('provider_code', '=', studioCode)
      .limit(1)
      .executeTakeFirst()
    const added_at = known ? clock.now() : null
    await tx
      .insertInto('catalog.game')
      .values(studioGames.map((game, index) => ({ ...gameOfStudio(game, index), added_at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await nameStudioGames(tx)
    if (config.mode !== 'sandbox' || config.sandboxKey === '') return
    const base = `${config.origins.sandbox}/providers`
    for (const { path, ...provider } of sandboxProviders) {
      const addresses = {
        launch_url: base + path,
        feed_url: `${base}/${provider.code}/games`,
        ping_url: `${config.origins.sandbox}/health`,
      }
      await tx
        .insertInto('catalog.game_provider')
        .values({
          ...provider,
          ...addresses,
          proof_url: null,
          logo: null,
          enabled: true,
          feed_next_at: clock.now(),
          checked_at: null,
          down_since: null,
          client_id: 'dhow',
          frame_origin: null,
        })
        .onConflict((conflict) => conflict.column('code').doUpdateSet(addresses))
        .execute()
    }
  })
}

/** Sets the names of the studio's games in other languages, unless the operator renamed the game. */
async function nameStudioGames(tx: Tx) {
  for (const { slug, names } of studioGames)
    await tx
      .updateTable('catalog.game')
      .set({ names: JSON.stringify(names) })
      .where('id', '=', `game_${slug}`)
      .where(sql<boolean>`names = '{}' and not 'name' = any (edited)`)
      .execute()
}
