import { afterCommit } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { wrongCode } from './codes.ts'
import { createPlayer } from './create-player.ts'
import { deviceKey } from './known-devices.ts'
import type { Shared } from './parts.ts'
import { refuseBlockedSignIn } from './refuse-blocked-sign-in.ts'
import type { PlayerRow } from './tables.ts'

/**
 * Creates the player of the registration that the code was sent for; other open registrations of the number end.
 * @throws Refusal `otp_wrong`, `player_name_taken`, `contact_us`
 */
export async function finishRegistration(
  shared: Shared,
  mobile: string,
  code: string,
  deviceId: string | undefined,
): Promise<PlayerRow> {
  const {
    platform: { db, clock, log },
    codes,
  } = shared
  const right = await codes.use({ mobile, type: 'register', code, boundTo: deviceKey(deviceId) })
  if (!right) throw wrongCode()
  await refuseBlockedSignIn(shared, db.kysely, { mobile, deviceId })
  return db.transaction(async (tx) => {
    const waiting = await tx.deleteFrom('accounts.registration').where('mobile', '=', mobile).returningAll().execute()
    const confirmed = waiting.find((row) => row.id === right.registrationId)
    if (!confirmed) throw wrongCode()
    await tx
      .updateTable('accounts.one_time_code')
      .set({ used_at: clock.now() })
      .where('mobile', '=', mobile)
      .where('type', '=', 'register')
      .where('used_at', 'is', null)
      .execute()
    const player = await createPlayer(shared, tx, confirmed, true)
    afterCommit(tx, () => log.info({ playerId: player.id, market: player.market }, 'a player registered'))
    return player
  })
}

/** Deletes registrations that were not confirmed within a day. */
export async function sweepRegistrations({ db, clock }: Platform) {
  const dayAgo = new Date(clock.now().getTime() - 86_400_000)
  await db.kysely.deleteFrom('accounts.registration').where('created_at', '<', dayAgo).execute()
}
