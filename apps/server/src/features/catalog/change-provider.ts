import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProviderRow } from './tables.ts'

/** Adds a provider, whose feed is due at once. @throws Refusal `provider_exists` */
export async function createProvider(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  provider: Pick<
    ProviderRow,
    'code' | 'name' | 'adapter' | 'launch_url' | 'feed_url' | 'ping_url' | 'client_id' | 'frame_origin'
  >,
) {
  const made = await tx
    .insertInto('catalog.game_provider')
    .values({
      ...provider,
      proof_url: null,
      logo: null,
      enabled: true,
      feed_next_at: provider.feed_url === null ? null : clock.now(),
      checked_at: null,
      down_since: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!made) throw new Refusal('provider_exists')
}

/** Switches a provider on or off; returns the row before. @throws Refusal `not_found` */
export async function setProviderEnabled(tx: Tx, code: string, enabled: boolean): Promise<ProviderRow> {
  const before = await tx
    .selectFrom('catalog.game_provider')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found')
  await tx.updateTable('catalog.game_provider').set({ enabled }).where('code', '=', code).execute()
  return before
}
