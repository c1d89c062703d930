import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Market } from '@dhow/contract/shapes'
import { markets } from '../portal/index.ts'
import type { openCodes } from './codes.ts'
import type { AccountParts } from './index.ts'
import type { Passwords } from './passwords.ts'
import { findByMobile, nameIsTaken } from './players.ts'
import type { Sessions } from './sessions.ts'
import type { PlayerRow } from './tables.ts'

export interface Shared {
  platform: Platform
  parts: AccountParts
  secrets: Secrets
  passwords: Passwords
  sessions: Sessions
  codes: ReturnType<typeof openCodes>
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
    await tx.insertInto('player').values(player).execute().catch(nameOrNumberTaken)
    await parts.onPlayerCreated(tx, player)
    return player
  }

  return {
    /**
     * Starts a registration. With codes switched on the answer is the same whether or not the number has an account: its owner
     * reads in the message that it has one.
     * @throws Refusal `registration_closed`, `player_name_taken`, `password_weak`, `otp_too_soon`
     */
    async start(
      request: NewPlayer,
      ip: string,
    ): Promise<{ waiting: true; resendAfterS: number } | { waiting: false; player: PlayerRow }> {
      const { open, otp } = parts.portal.settings().registration
      if (!open) throw new Refusal('registration_closed')
      passwords.refuseWeak(request.password, [request.player_name, request.mobile.slice(-7)])
      if (await nameIsTaken(db.kysely, request.player_name)) throw nameTaken()
      const password_hash = await passwords.hash(request.password)
      const { password: _password, ...rest } = request
      return db.transaction(async (tx) => {
        const known = await findByMobile(tx, request.mobile)
        if (!otp) {
          if (known) throw new Refusal('credentials_wrong')
          return { waiting: false, player: await create(tx, { ...rest, password_hash }, false) }
        }
        const insteadOfCode = known
          ? `Somebody tried to open a Dhow account with your number, which has one already. Sign in, or set a new password, at ${config.origins.portal}/login`
          : undefined
        const resendAfterS = await codes.send(tx, { mobile: request.mobile, type: 'register', ip, insteadOfCode })
        const row = { ...rest, password_hash, created_at: clock.now() }
        await tx
          .insertInto('registration')
          .values(row)
          .onConflict((conflict) => conflict.column('mobile').doUpdateSet({ ...row }))
          .execute()
        return { waiting: true, resendAfterS }
      })
    },

    /** Makes the player once the code was answered. @throws Refusal `otp_wrong`, `player_name_taken` */
    async finish(mobile: string, code: string): Promise<PlayerRow> {
      const right = await db.transaction((tx) => codes.use(tx, { mobile, type: 'register', code }))
      if (!right) throw wrongCode()
      return db.transaction(async (tx) => {
        const waiting = await tx
          .deleteFrom('registration')
          .where('mobile', '=', mobile)
          .returningAll()
          .executeTakeFirst()
        if (!waiting) throw wrongCode()
        const player = await create(tx, waiting, true)
        afterCommit(tx, () => platform.log.info({ playerId: player.id, market: player.market }, 'a player registered'))
        return player
      })
    },
  }
}

export const wrongCode = () =>
  new Refusal('otp_wrong', { fields: { otp: ['This code is not right, or it has run out.'] } })
const nameTaken = () => new Refusal('player_name_taken', { fields: { player_name: ['This player name is taken.'] } })

export function nameOrNumberTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'player_name_key') throw nameTaken()
  if (code === '23505') throw wrongCode()
  throw error
}
