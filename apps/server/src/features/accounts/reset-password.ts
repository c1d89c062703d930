import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { wrongCode } from './codes.ts'
import { guessRules } from './guess-limits.ts'
import { deviceKey, findWithDevice, rememberDevice } from './known-devices.ts'
import { removePasskeys } from './passkeys.ts'
import type { Origin, Shared } from './parts.ts'
import { findByMobile, findPlayer } from './players.ts'

const resetLivesMs = 15 * 60_000

/** Sends a code if the number has an account; the answer is the same without one. @throws Refusal `otp_too_soon` */
export async function sendResetCode(
  { platform: { db }, codes }: Shared,
  mobile: string,
  { ip, deviceId, language }: Origin,
): Promise<number> {
  const found = await findWithDevice(db.kysely, mobile, deviceId)
  const boundTo = deviceKey(deviceId)
  const reserved = await codes.reserve(
    found?.isKnown ? { kind: 'player', mobile, account: `${mobile}|${boundTo}` } : { kind: 'stranger', mobile, ip },
    'forgot_password',
  )
  const existingReply = found ? undefined : ({ kind: 'account_missing', params: {} } as const)
  await db.transaction((tx) =>
    codes.send(tx, { mobile, type: 'forgot_password', boundTo, language, existingReply }, reserved),
  )
  return codes.resendAfterS(reserved)
}

/** Returns the token for the new password; the device counts as known from now on. @throws Refusal `otp_wrong` */
export async function answerResetCode(
  { platform: { db, clock, random }, codes }: Shared,
  mobile: string,
  code: string,
  deviceId: string | undefined,
  newDevice: () => { id: string },
): Promise<string> {
  const right = await codes.use({ mobile, type: 'forgot_password', code, boundTo: deviceKey(deviceId) })
  const player = right ? await findByMobile(db.kysely, mobile) : undefined
  if (!player) throw wrongCode()
  await rememberDevice(db.kysely, player.id, newDevice().id, clock.now())
  const token = newToken(random)
  const expires_at = new Date(clock.now().getTime() + resetLivesMs)
  await db.kysely
    .insertInto('accounts.password_reset')
    .values({ token_hash: tokenHash(token), player_id: player.id, expires_at, used_at: null })
    .execute()
  return token
}

/**
 * Sets a new password with the token of an entered code; every session and passkey ends. @throws Refusal
 * `reset_expired`, `password_weak`
 */
export async function resetPassword(
  { platform, parts, passwords, sessions, attempts }: Shared,
  token: string,
  password: string,
) {
  const { db, clock, id } = platform
  const found = await db.kysely
    .selectFrom('accounts.password_reset')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!found || found.used_at || found.expires_at <= clock.now()) throw new Refusal('reset_expired')
  const player = await findPlayer(db.kysely, found.player_id)
  if (!player) throw new Refusal('reset_expired')
  passwords.refuseWeak(password, [player.player_name, player.mobile.slice(-7)])
  const password_hash = await passwords.hash(password)
  await db.transaction(async (tx) => {
    const used = await tx
      .updateTable('accounts.password_reset')
      .set({ used_at: clock.now() })
      .where('token_hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw new Refusal('reset_expired')
    await tx.updateTable('accounts.player').set({ password_hash }).where('id', '=', player.id).execute()
    await attempts.forget(tx, 'sign-in.', player.mobile)
    await attempts.forget(tx, guessRules.currentPassword.name, player.id)
    await sessions.end(tx, player.id, {}, 'password_changed')
    // An intruder may have added a passkey.
    await removePasskeys({ parts, platform }, tx, player.id)
    await parts.notify(tx, { key: id('pwd'), playerId: player.id, kind: 'password_changed', params: {}, about: null })
  })
}
