import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { attemptsSince, forgetAttempts, noteAttempts } from './attempts.ts'
import { findByMobile } from './players.ts'
import { wrongCode, type Shared } from './register.ts'
import type { PlayerRow } from './tables.ts'

const lockRules = { windowMs: 30 * 60_000, perNumber: 5, perAddress: 30 }

export interface Device {
  /** The random id in this browser's cookie. */
  id: string
  label: string
}

/** Sign-in by number and password; a device that never answered a code is asked for one. */
export function openSignIn({ platform, parts, passwords, sessions, codes }: Shared) {
  const { db, clock } = platform

  const open = (player: PlayerRow, device: Device, remember: boolean) =>
    db.transaction(async (tx) => {
      if (remember) {
        await tx
          .insertInto('known_device')
          .values({ player_id: player.id, device_hash: tokenHash(device.id), created_at: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      return sessions.open(tx, player, device)
    })

  return {
    /** Opens a session for a player whose code was just right on this device. */
    trusted: (player: PlayerRow, device: Device) => open(player, device, true),

    /** @throws Refusal `credentials_wrong`, `sign_in_locked`, `player_inactive` */
    async byPassword(mobile: string, password: string, device: Device, ip: string) {
      const since = new Date(clock.now().getTime() - lockRules.windowMs)
      const subjects = [`login:${mobile}`, `login-ip:${ip}`]
      const byNumber = await attemptsSince(db.kysely, subjects[0]!, since)
      const byAddress = await attemptsSince(db.kysely, subjects[1]!, since)
      if (byNumber.count >= lockRules.perNumber || byAddress.count >= lockRules.perAddress) {
        const first = (byNumber.count >= lockRules.perNumber ? byNumber.first : byAddress.first) ?? since
        const waitMs = first.getTime() + lockRules.windowMs - clock.now().getTime()
        throw new Refusal('sign_in_locked', { data: { retry_after_s: Math.max(1, Math.ceil(waitMs / 1_000)) } })
      }
      const player = await findByMobile(db.kysely, mobile)
      if (!(await passwords.matches(player?.password_hash, password)) || !player) {
        await noteAttempts(db.kysely, subjects, clock.now())
        throw new Refusal('credentials_wrong')
      }
      if (!player.active) throw new Refusal('player_inactive')
      await forgetAttempts(db.kysely, subjects[0]!)
      const known = await db.kysely
        .selectFrom('known_device')
        .select('player_id')
        .where('player_id', '=', player.id)
        .where('device_hash', '=', tokenHash(device.id))
        .executeTakeFirst()
      if (!known && parts.portal.settings().registration.new_device_otp) {
        const resendAfterS = await db.transaction((tx) => codes.send(tx, { mobile, type: 'login', ip }))
        return { waiting: true as const, resendAfterS }
      }
      return { waiting: false as const, player, session: await open(player, device, false) }
    },

    /** Sends the code of a new device again; says nothing about whether one was due. */
    async resend(mobile: string, type: 'login' | 'register', ip: string): Promise<number> {
      return db.transaction(async (tx) => {
        const due =
          type === 'login'
            ? await tx
                .selectFrom('one_time_code')
                .select('id')
                .where('mobile', '=', mobile)
                .where('type', '=', 'login')
                .where('expires_at', '>', new Date(clock.now().getTime() - 3_600_000))
                .limit(1)
                .executeTakeFirst()
            : await tx.selectFrom('registration').select('mobile').where('mobile', '=', mobile).executeTakeFirst()
        const taken = type === 'register' && (await findByMobile(tx, mobile)) !== undefined
        if (!due || taken) return 30
        return codes.send(tx, { mobile, type, ip })
      })
    },

    /** @throws Refusal `otp_wrong`, `player_inactive` */
    async byCode(mobile: string, code: string, device: Device) {
      const right = await db.transaction((tx) => codes.use(tx, { mobile, type: 'login', code }))
      const player = right ? await findByMobile(db.kysely, mobile) : undefined
      if (!player) throw wrongCode()
      if (!player.active) throw new Refusal('player_inactive')
      return { player, session: await open(player, device, true) }
    },
  }
}
