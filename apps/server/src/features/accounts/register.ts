import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { refusals } from '@dhow/contract/refusals'
import type { Market } from '@dhow/contract/shapes'
import { markets } from '../portal/index.ts'
import type { Attempts } from '../../platform/attempts.ts'
import type { openCodes } from './codes.ts'
import type { AccountParts } from './index.ts'
import type { Passwords } from './passwords.ts'
import { deviceKey } from './known-devices.ts'
import { findByMobile, nameIsTaken } from './players.ts'
import type { Sessions } from './sessions.ts'
import type { PlayerRow } from './tables.ts'

export interface Shared {
  platform: Platform
  parts: AccountParts
  secrets: Secrets
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  codes: ReturnType<typeof openCodes>
}

/** The origin of a call: its address, and the browser's id if it has one. */
export interface Origin {
  ip: string
  deviceId: string | undefined
}

export interface NewPlayer {
  player_name: string
  mobile: string
  market: Market
  password: string
  terms_version: string | null
  referral_code: string | null
}

/** Letters and digits that nobody mistakes for one another when they are read out. */
const codeAlphabet = '23456789ACDEFGHJKMNPQRTUVWXYZ'

export function openRegistration({ platform, parts, passwords, codes }: Shared) {
  const { db, clock, random, id, config } = platform

  async function create(
    tx: Tx,
    waiting: Omit<NewPlayer, 'password'> & { password_hash: string },
    verified: boolean,
  ): Promise<PlayerRow> {
    const player: PlayerRow = {
      id: id('ply'),
      player_name: waiting.player_name,
      mobile: waiting.mobile,
      market: waiting.market,
      currency: markets[waiting.market].currency,
      password_hash: waiting.password_hash,
      deposit_code: Array.from({ length: 6 }, () => codeAlphabet[random.int(codeAlphabet.length)]).join(''),
      tier: verified ? 'mobile_verified' : 'registered',
      avatar: null,
      active: true,
      terms_version: waiting.terms_version,
      referral_code: waiting.referral_code,
      created_at: clock.now(),
      last_login_at: null,
      name_changed_at: null,
    }
    await tx.insertInto('accounts.player').values(player).execute().catch(nameOrNumberTaken)
    await parts.onPlayerCreated(tx, player)
    return player
  }

  /** The text message to the owner of a number that somebody registers again. */
  const alreadyThere = `Somebody tried to open a Dhow account with your number, which has one already. Sign in, or set a new password, at ${config.origins.portal}/login`

  return {
    /**
     * Starts a registration. With codes switched on the answer is the same whether or not the number has an account: its owner
     * reads in the message that it has one. Several browsers may wait for a code of one number; each has its own.
     * @throws Refusal `registration_closed`, `player_name_taken`, `password_weak`, `otp_too_soon`
     */
    async start(
      request: NewPlayer,
      { ip, deviceId }: Origin,
    ): Promise<{ waiting: true; resendAfterS: number } | { waiting: false; player: PlayerRow }> {
      const { open, otp } = parts.portal.settings().registration
      if (!open) throw new Refusal('registration_closed')
      passwords.refuseWeak(request.password, [request.player_name, request.mobile.slice(-7)])
      if (await nameIsTaken(db.kysely, request.player_name)) throw nameTaken()
      const { password: _password, ...rest } = request
      const { mobile } = request
      const taken = otp ? await codes.reserve({ kind: 'stranger', mobile, ip }, 'register') : undefined
      const password_hash = await passwords.hash(request.password)
      return db.transaction(async (tx) => {
        const known = await findByMobile(tx, mobile)
        if (!taken) {
          if (known) throw new Refusal('credentials_wrong')
          return { waiting: false, player: await create(tx, { ...rest, password_hash }, false) }
        }
        const boundTo = deviceKey(deviceId)
        const registrationId = id('reg')
        const row = { ...rest, id: registrationId, password_hash, created_at: clock.now() }
        await tx.insertInto('accounts.registration').values(row).execute()
        const insteadOfCode = known ? alreadyThere : undefined
        await codes.send(tx, { mobile, type: 'register', boundTo, registrationId, insteadOfCode }, taken)
        return { waiting: true, resendAfterS: codes.resendAfterS(taken) }
      })
    },

    /** Sends the code of this browser's registration again; where none waits, the answer is the same. @throws Refusal `otp_too_soon` */
    async resend(mobile: string, { ip, deviceId }: Origin): Promise<number> {
      const taken = await codes.reserve({ kind: 'stranger', mobile, ip }, 'register')
      const boundTo = deviceKey(deviceId)
      return db.transaction(async (tx) => {
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
          const insteadOfCode = (await findByMobile(tx, mobile)) ? alreadyThere : undefined
          await codes.send(tx, { mobile, type: 'register', boundTo, registrationId: last.id, insteadOfCode }, taken)
        }
        return codes.resendAfterS(taken)
      })
    },

    /**
     * Makes the player of the registration that the code was sent for; what else waits for the number ends.
     * @throws Refusal `otp_wrong`, `player_name_taken`
     */
    async finish(mobile: string, code: string, deviceId: string | undefined): Promise<PlayerRow> {
      const right = await codes.use({ mobile, type: 'register', code, boundTo: deviceKey(deviceId) })
      if (!right) throw wrongCode()
      return db.transaction(async (tx) => {
        const waiting = await tx
          .deleteFrom('accounts.registration')
          .where('mobile', '=', mobile)
          .returningAll()
          .execute()
        const confirmed = waiting.find((row) => row.id === right.registrationId)
        if (!confirmed) throw wrongCode()
        await tx
          .updateTable('accounts.one_time_code')
          .set({ used_at: clock.now() })
          .where('mobile', '=', mobile)
          .where('type', '=', 'register')
          .where('used_at', 'is', null)
          .execute()
        const player = await create(tx, confirmed, true)
        afterCommit(tx, () => platform.log.info({ playerId: player.id, market: player.market }, 'a player registered'))
        return player
      })
    },

    /** Deletes registrations that nobody confirmed within a day. */
    async sweep() {
      const dayAgo = new Date(clock.now().getTime() - 86_400_000)
      await db.kysely.deleteFrom('accounts.registration').where('created_at', '<', dayAgo).execute()
    },
  }
}

export const wrongCode = () => new Refusal('otp_wrong', { fields: { otp: [refusals.otp_wrong.sentence] } })
const nameTaken = () => new Refusal('player_name_taken', { fields: { player_name: ['This player name is taken.'] } })

export function nameOrNumberTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'player_name_key') throw nameTaken()
  if (code === '23505') throw wrongCode()
  throw error
}
