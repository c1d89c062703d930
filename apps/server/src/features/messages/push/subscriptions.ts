import type { BodyOf } from '@dhow/contract/operation'
import { addPush } from '@dhow/contract/deliveries'
import type { PlayerSession } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { tokenHash } from '../../../platform/secrets.ts'
import { required } from '../../../platform/required.ts'
import type { MessageParts } from '../index.ts'
import { isPushAddress } from './push-hosts.ts'

export type PushAddress = BodyOf<typeof addPush>

/** Subscribed browsers per player; a further one replaces the oldest. */
const atMost = 10
export const sealUse = 'address of web push'

/**
 * Stores the push address of a player's browser. A browser of another player belongs to this one from now on.
 * @throws Refusal `push_service_unknown`
 */
export async function addSubscription(
  { platform: { db, clock, id, config }, secrets }: MessageParts,
  { playerId, sessionId }: Pick<PlayerSession, 'playerId' | 'sessionId'>,
  address: PushAddress,
): Promise<void> {
  if (!isPushAddress(address.endpoint, config)) throw new Refusal('push_service_unknown')
  await db.transaction(async (tx) => {
    const session = await tx
      .selectFrom('accounts.sessions')
      .select('device_id')
      .where('id', '=', sessionId)
      .executeTakeFirst()
    const owner = { player_id: playerId, device_id: required(session, 'session of the player').device_id }
    const sealed = secrets.seal(sealUse, JSON.stringify(address))
    await tx
      .insertInto('messages.push_subscription')
      .values({ id: id('psh'), ...owner, endpoint_hash: tokenHash(address.endpoint), sealed, made_at: clock.now() })
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet({ ...owner, sealed }))
      .execute()
    const kept = tx
      .selectFrom('messages.push_subscription')
      .select('id')
      .where('player_id', '=', playerId)
      .orderBy('id', 'desc')
      .limit(atMost)
    await tx
      .deleteFrom('messages.push_subscription')
      .where('player_id', '=', playerId)
      .where('id', 'not in', kept)
      .execute()
  })
}

/** Deletes the push address of a player's browser; another player's is kept. */
export async function removeSubscription({ platform: { db } }: MessageParts, playerId: string, endpoint: string) {
  await db.kysely
    .deleteFrom('messages.push_subscription')
    .where('player_id', '=', playerId)
    .where('endpoint_hash', '=', tokenHash(endpoint))
    .execute()
}

/** Browsers on which a player is still signed in. */
export async function activeSubscriptions({ platform: { db }, secrets }: MessageParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('messages.push_subscription as subscription')
    .select(['subscription.id', 'subscription.sealed'])
    .where('subscription.player_id', '=', playerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts.sessions as session')
          .select('session.id')
          .whereRef('session.player_id', '=', 'subscription.player_id')
          .whereRef('session.device_id', '=', 'subscription.device_id')
          .where('session.ended_at', 'is', null),
      ),
    )
    .execute()
  return rows.map(({ id, sealed }) => ({
    id,
    address: required(addPush.body, 'body of the call').parse(JSON.parse(secrets.open(sealUse, Buffer.from(sealed)))),
  }))
}

/** Deletes an address unknown to its push service. */
export const forgetSubscription = ({ platform: { db } }: MessageParts, id: string) =>
  db.kysely.deleteFrom('messages.push_subscription').where('id', '=', id).execute()
