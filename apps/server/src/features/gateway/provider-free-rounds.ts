import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { required } from '../../platform/required.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Launch } from './adapter.ts'
import { adapters } from './adapters/index.ts'
import type { FreeRoundGrant } from './free-rounds.ts'
import type { openProviderKeys } from './provider-keys.ts'

interface Parts {
  platform: Platform
  catalog: Catalog
  keys: Awaited<ReturnType<typeof openProviderKeys>>
  post: Launch['post']
  /** Notifies the player of usable free rounds. */
  notifyFreeRounds(tx: Tx, grant: FreeRoundGrant): Promise<void>
}

const atOnce = 50
const everyMs = 15_000

/** Free rounds managed by providers: requested after they were granted here, ended after they were stopped here. */
export function openProviderFreeRounds(parts: Parts) {
  const stop = every(parts.platform, 'provider-free-rounds', everyMs, () => runDue(parts))
  return { runDue: () => runDue(parts), stop }
}

/** Handles one grant after the other; a failure is logged and repeated in the next run. */
async function runDue(parts: Parts): Promise<void> {
  const { db, clock, log } = parts.platform
  for (const grant of await dueAt(db.kysely, clock.now()))
    await (grant.ended_at === null ? give : end)(parts, grant).catch((error: unknown) =>
      log.warn(
        { err: error, grant: grant.id, provider: grant.provider_code },
        'a request about free rounds to a provider failed',
      ),
    )
}

/** Grants to request, and those stopped with rounds left. Expired ones end at the provider by themselves. */
const dueAt = (reader: Db, now: Date) =>
  reader
    .selectFrom('gateway.free_round_grant')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('at_provider', '=', 'asked'), eb('ended_at', 'is', null), eb('expires_at', '>', now)]),
        eb.and([eb('at_provider', '=', 'given'), eb('ended_as', '=', 'stopped')]),
      ]),
    )
    .orderBy('id')
    .limit(atOnce)
    .execute()

async function give(parts: Parts, grant: FreeRoundGrant): Promise<void> {
  const { platform, catalog } = parts
  const { freeRounds, ...provider } = providerOf(parts, grant)
  const answer = await freeRounds.give({
    ...provider,
    ...{ grantId: grant.id, playerId: grant.player_id, currency: grant.currency, rounds: grant.rounds },
    ...{ stakeMinor: grant.stake_minor, from: grant.granted_at, until: grant.expires_at },
    game: required(await catalog.gameCodeOf(grant.game_id), 'the code of a game'),
  })
  const now = platform.clock.now()
  const { ref } = answer === 'refused' ? { ref: null } : answer
  await platform.db.transaction(async (tx) => {
    const state = ref === null ? 'refused' : 'given'
    const ended = ref === null ? { ended_at: now, ended_as: 'stopped' as const } : {}
    const row = await tx
      .updateTable('gateway.free_round_grant')
      .set({ at_provider: state, provider_ref: ref, ...ended })
      .where('id', '=', grant.id)
      .where('at_provider', '=', 'asked')
      .returning('ended_at')
      .executeTakeFirst()
    // One stopped meanwhile is ended at the provider next, without a notification.
    if (row?.ended_at === null) await parts.notifyFreeRounds(tx, grant)
  })
}

async function end(parts: Parts, grant: FreeRoundGrant): Promise<void> {
  const { freeRounds, ...provider } = providerOf(parts, grant)
  await freeRounds.end({ ...provider, ref: required(grant.provider_ref, 'a provider’s name for free rounds') })
  await parts.platform.db.kysely
    .updateTable('gateway.free_round_grant')
    .set({ at_provider: 'ended' })
    .where('id', '=', grant.id)
    .where('at_provider', '=', 'given')
    .execute()
}

function providerOf({ platform, catalog, keys, post }: Parts, grant: FreeRoundGrant) {
  const provider = required(catalog.provider.get(grant.provider_code), 'the provider of free rounds')
  const adapter = required(adapters[provider.adapter], 'the protocol of a provider')
  return {
    freeRounds: required(adapter.freeRounds, 'the calls of a protocol for free rounds'),
    ...{ launchUrl: provider.launch_url, clientId: provider.client_id ?? 'dhow', post },
    ...{ signingKey: keys.signing(provider.code, adapter.keys), now: platform.clock.now() },
  }
}

/** A player's grant by the provider's reference. */
export async function grantOfRef(
  { db }: Pick<Platform, 'db'>,
  { provider, playerId, ref }: { provider: string; playerId: string; ref: string },
): Promise<{ grantId: string; stakeMinor: bigint } | undefined> {
  const row = await db.kysely
    .selectFrom('gateway.free_round_grant')
    .select(['id', 'stake_minor'])
    .where('provider_code', '=', provider)
    .where('provider_ref', '=', ref)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row && { grantId: row.id, stakeMinor: row.stake_minor }
}

/** A provider's grant by its own id, also one that has ended. */
export async function grantOfId(
  { db }: Pick<Platform, 'db'>,
  provider: string,
  grantId: string,
): Promise<{ playerId: string; gameId: string } | undefined> {
  const row = await db.kysely
    .selectFrom('gateway.free_round_grant')
    .select(['player_id', 'game_id'])
    .where('id', '=', grantId)
    .where('provider_code', '=', provider)
    .where('at_provider', 'is not', null)
    .executeTakeFirst()
  return row && { playerId: row.player_id, gameId: row.game_id }
}
