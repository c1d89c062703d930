import type { SignedCredential } from '@dhow/contract/passkey-shapes'
import { Refusal } from '../../platform/refusal.ts'
import { guessRules } from './guess-limits.ts'
import { takeChallenge } from './passkey-challenges.ts'
import { siteOf } from './passkeys.ts'
import type { Origin, Shared } from './parts.ts'
import { findPlayer } from './players.ts'
import type { PlayerRow } from './tables.ts'

/**
 * Finds the player whose passkey signed a challenge of this browser, and updates the passkey's counter. An unknown or
 * removed passkey and a wrong signature get the same answer. Whether the player may sign in is not checked here.
 * @throws Refusal `player_passkey_wrong`, `sign_in_locked`
 */
export async function findByPasskey(
  shared: Shared,
  sent: SignedCredential,
  { ip, deviceId }: Pick<Origin, 'ip' | 'deviceId'>,
): Promise<PlayerRow> {
  const {
    platform: { db, clock },
    attempts,
  } = shared
  const wrong = () => new Refusal('player_passkey_wrong')
  const { onSuccess } = await attempts.reserve([attempts.byPrefix(guessRules.passkeyPrefix, ip)], 'sign_in_locked')
  // A browser without a device id was given no challenge.
  if (deviceId === undefined) throw wrong()
  const challenge = await takeChallenge(shared, { use: 'sign_in', deviceId }, sent)
  if (challenge === undefined) throw wrong()
  const passkey = await db.kysely
    .selectFrom('accounts.player_passkey')
    .selectAll()
    .where('credential_id', '=', sent.id)
    .executeTakeFirst()
  if (!passkey) throw wrong()
  const counter = await siteOf(shared).countAfter(passkey.player_id, challenge, sent, passkey)
  if (counter === undefined) throw wrong()
  // Of two concurrent signatures with one counter, the second finds it changed.
  const moved = await db.kysely
    .updateTable('accounts.player_passkey')
    .set({ counter, last_used_at: clock.now() })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst()
  const player = moved.numUpdatedRows === 1n ? await findPlayer(db.kysely, passkey.player_id) : undefined
  if (!player) throw wrong()
  await attempts.right(onSuccess, player.mobile)
  return player
}
