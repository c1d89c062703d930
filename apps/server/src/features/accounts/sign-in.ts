import type { SignedCredential } from '@dhow/contract/passkey-shapes'
import { Refusal } from '../../platform/refusal.ts'
import { findClosing } from './closings.ts'
import { findByPasskey } from './find-by-passkey.ts'
import { signInUses } from './guess-limits.ts'
import { deviceKey, findWithDevice, hasUsedDevice, rememberDevice } from './known-devices.ts'
import { makeChallenge } from './passkey-challenges.ts'
import { siteOf } from './passkeys.ts'
import { findByMobile } from './players.ts'
import { wrongCode } from './codes.ts'
import type { Origin, Shared } from './parts.ts'
import type { DeviceOrigin } from './origins.ts'
import { refuseBlockedSignIn } from './refuse-blocked-sign-in.ts'
import type { PlayerRow } from './tables.ts'

export interface Device {
  /** Random id in this browser's cookie. */
  id: string
  label: string
  /** Undefined for an address that many players share. */
  origin: DeviceOrigin | undefined
}

/** The code of a new device can be resent for this long. */
const resendWithinMs = 3_600_000

/** Sign-in by number and password, with a code on a device that never entered one; or by passkey. */
export function openSignIn(shared: Shared) {
  const { platform, parts, passwords, attempts, codes } = shared
  const { db, clock } = platform

  const open = (player: PlayerRow, device: Device, remember: boolean) => startSession(shared, player, device, remember)
  const admit = (player: PlayerRow, deviceId: string | undefined) => admitPlayer(shared, player, deviceId)
  /** After a right password codes have their own allowance, which strangers cannot use up. */
  const guesserWithPassword = (mobile: string, boundTo: string | null) =>
    ({ kind: 'player', mobile, account: `${mobile}|login|${boundTo}` }) as const

  return {
    /** Opens a session for a player who has just entered a right code on this device. */
    trusted: (player: PlayerRow, device: Device) => open(player, device, true),

    /** @throws Refusal `credentials_wrong`, `sign_in_locked`, `player_inactive`, `closed_by_player`, `contact_us`, `otp_too_soon` */
    async byPassword(mobile: string, password: string, { ip, deviceId, language }: Origin, newDevice: () => Device) {
      const found = await findWithDevice(db.kysely, mobile, deviceId)
      const boundTo = deviceKey(deviceId)
      const known = found?.isKnown === true && boundTo !== null ? boundTo : undefined
      const { onSuccess } = await attempts.reserve(signInUses(attempts, mobile, ip, known), 'sign_in_locked')
      if (!(await passwords.matches(found?.player.password_hash, password)) || !found)
        throw new Refusal('credentials_wrong')
      await attempts.right(onSuccess, mobile)
      const { player } = found
      await admit(player, deviceId)
      if (known === undefined && parts.portal.settings().registration.new_device_otp) {
        const reserved = await codes.reserve(guesserWithPassword(mobile, boundTo), 'login')
        await db.transaction((tx) => codes.send(tx, { mobile, type: 'login', boundTo, language }, reserved))
        return { waiting: true as const, resendAfterS: codes.resendAfterS(reserved) }
      }
      return { waiting: false as const, player, session: await open(player, newDevice(), false) }
    },

    /** Resends the code of this new device; the answer is the same if none is due. @throws Refusal `otp_too_soon` */
    async resend(mobile: string, { ip, deviceId, language }: Origin): Promise<number> {
      const boundTo = deviceKey(deviceId)
      const due = await db.kysely
        .selectFrom('accounts.one_time_code')
        .select('id')
        .where('mobile', '=', mobile)
        .where('type', '=', 'login')
        .where('bound_to', 'is not distinct from', boundTo)
        .where('sent_at', '>', new Date(clock.now().getTime() - resendWithinMs))
        .limit(1)
        .executeTakeFirst()
      const asker = due ? guesserWithPassword(mobile, boundTo) : ({ kind: 'stranger', mobile, ip } as const)
      const reserved = await codes.reserve(asker, 'login')
      if (due) await db.transaction((tx) => codes.send(tx, { mobile, type: 'login', boundTo, language }, reserved))
      return codes.resendAfterS(reserved)
    },

    /** @throws Refusal `otp_wrong`, `player_inactive`, `closed_by_player`, `contact_us` */
    async byCode(mobile: string, code: string, deviceId: string | undefined, newDevice: () => Device) {
      const right = await codes.use({ mobile, type: 'login', code, boundTo: deviceKey(deviceId) })
      const player = right ? await findByMobile(db.kysely, mobile) : undefined
      if (!player) throw wrongCode()
      await admit(player, deviceId)
      return { player, session: await open(player, newDevice(), true) }
    },

    /** Options to sign with any passkey that the browser has for the portal. */
    beginPasskey: ({ id: deviceId }: Pick<Device, 'id'>) =>
      siteOf(shared).request(makeChallenge(shared, { use: 'sign_in', deviceId })),

    /**
     * The device has verified its user, so no code is needed; nor does it become a known device, on which a password
     * needs no code.
     * @throws Refusal `player_passkey_wrong`, `sign_in_locked`, `player_inactive`, `closed_by_player`, `contact_us`
     */
    async byPasskey(sent: SignedCredential, origin: Origin, newDevice: () => Device) {
      const player = await findByPasskey(shared, sent, origin)
      await admit(player, origin.deviceId)
      return { player, session: await open(player, newDevice(), false) }
    },
  }
}

/** Opens a session, and notifies the player if none of their sessions was on this device. */
function startSession({ platform, parts, sessions }: Shared, player: PlayerRow, device: Device, remember: boolean) {
  const { db, clock } = platform
  return db.transaction(async (tx) => {
    if (remember) await rememberDevice(tx, player.id, device.id, clock.now())
    const isKnown = await hasUsedDevice(tx, player.id, device.id)
    const session = await sessions.open(tx, player, device)
    if (isKnown === false)
      await parts.notify(tx, {
        key: `session:${session.sessionId}:new_device`,
        playerId: player.id,
        kind: 'new_device',
        params: { device: device.label },
        about: null,
      })
    return session
  })
}

/**
 * Checks every sign-in, after the player has proven who they are, so that strangers do not learn that an account is
 * closed.
 * @throws Refusal `player_inactive`, `closed_by_player`, `contact_us`
 */
async function admitPlayer(shared: Shared, player: PlayerRow, deviceId: string | undefined) {
  const { db } = shared.platform
  if (!player.active)
    throw new Refusal((await findClosing(db.kysely, player.id))?.closed_at ? 'closed_by_player' : 'player_inactive')
  await refuseBlockedSignIn(shared, db.kysely, { mobile: player.mobile, deviceId })
}
