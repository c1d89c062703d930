import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createPlayer, nameTaken, type NewPlayer } from './create-player.ts'
import { deviceKey } from './known-devices.ts'
import type { Origin, Shared } from './parts.ts'
import { findByMobile, nameIsTaken } from './players.ts'
import { refuseBlockedSignIn } from './refuse-blocked-sign-in.ts'
import type { PlayerRow } from './tables.ts'

/**
 * Starts a registration. With codes switched on, the answer does not reveal whether the number has an account: its
 * owner is informed by the message. Several browsers may wait for codes of one number, each for its own.
 * @throws Refusal `registration_closed`, `player_name_taken`, `password_weak`, `otp_too_soon`, `contact_us`
 */
export async function startRegistration(
  shared: Shared,
  request: NewPlayer,
  { ip, deviceId, language }: Origin,
): Promise<{ waiting: true; resendAfterS: number } | { waiting: false; player: PlayerRow }> {
  const { platform, parts, passwords, codes } = shared
  const { db, clock, id } = platform
  const { open, otp } = parts.portal.settings().registration
  if (!open) throw new Refusal('registration_closed')
  await refuseBlockedSignIn(shared, db.kysely, otp ? { deviceId } : { mobile: request.mobile, deviceId })
  passwords.refuseWeak(request.password, [request.player_name, request.mobile.slice(-7)])
  if (await nameIsTaken(db.kysely, request.player_name)) throw nameTaken()
  const { password: _password, ...rest } = request
  const { mobile } = request
  const reserved = otp ? await codes.reserve({ kind: 'stranger', mobile, ip }, 'register') : undefined
  const password_hash = await passwords.hash(request.password)
  return db.transaction(async (tx) => {
    const known = await findByMobile(tx, mobile)
    if (!reserved) {
      if (known) throw new Refusal('credentials_wrong')
      return { waiting: false, player: await createPlayer(shared, tx, { ...rest, password_hash }, false) }
    }
    const boundTo = deviceKey(deviceId)
    const registrationId = id('reg')
    const row = { ...rest, id: registrationId, password_hash, created_at: clock.now() }
    await tx.insertInto('accounts.registration').values(row).execute()
    const existingReply = known ? alreadyRegistered(platform) : undefined
    await codes.send(tx, { mobile, type: 'register', boundTo, registrationId, language, existingReply }, reserved)
    return { waiting: true, resendAfterS: codes.resendAfterS(reserved) }
  })
}

/**
 * Resends the code of this browser's registration; the answer is the same if none waits. @throws Refusal `otp_too_soon`
 */
export async function resendRegistrationCode(
  { platform, codes }: Shared,
  mobile: string,
  { ip, deviceId, language }: Origin,
): Promise<number> {
  const reserved = await codes.reserve({ kind: 'stranger', mobile, ip }, 'register')
  const boundTo = deviceKey(deviceId)
  return platform.db.transaction(async (tx) => {
    const last = await tx
      .selectFrom('accounts.one_time_code')
      .innerJoin('accounts.registration', 'accounts.registration.id', 'accounts.one_time_code.registration_id')
      .select('accounts.registration.id')
      .where('accounts.one_time_code.mobile', '=', mobile)
      .where('accounts.one_time_code.type', '=', 'register')
      .where('accounts.one_time_code.bound_to', 'is not distinct from', boundTo)
      .orderBy('accounts.one_time_code.sent_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last) {
      const existingReply = (await findByMobile(tx, mobile)) ? alreadyRegistered(platform) : undefined
      await codes.send(
        tx,
        { mobile, type: 'register', boundTo, registrationId: last.id, language, existingReply },
        reserved,
      )
    }
    return codes.resendAfterS(reserved)
  })
}

/** Text message to the owner of a number that somebody registers again. */
const alreadyRegistered = ({ config }: Platform) =>
  ({ kind: 'account_exists', params: { address: `${config.origins.portal}/login` } }) as const
