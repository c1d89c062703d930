import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { findByMobile, findPlayer } from './players.ts'
import { wrongCode, type Shared } from './register.ts'

const resetLivesMs = 15 * 60_000

/** Forgotten and changed passwords; every other session of the player ends with the old one. */
export function openSetPassword({ platform, passwords, sessions, codes }: Shared) {
  const { db, clock, random } = platform

  return {
    /** Sends a code where the number has an account; the answer is the same where it has none. @throws Refusal `otp_too_soon` */
    async forgot(mobile: string, ip: string): Promise<number> {
      return db.transaction(async (tx) => {
        const known = await findByMobile(tx, mobile)
        const insteadOfCode = known
          ? undefined
          : 'Somebody asked for a new Dhow password for your number, which has no account.'
        return codes.send(tx, { mobile, type: 'forgot_password', ip, insteadOfCode })
      })
    },

    /** @throws Refusal `otp_wrong` */
    async answerCode(mobile: string, code: string): Promise<string> {
      const right = await db.transaction((tx) => codes.use(tx, { mobile, type: 'forgot_password', code }))
      const player = right ? await findByMobile(db.kysely, mobile) : undefined
      if (!player) throw wrongCode()
      const token = newToken(random)
      const expires_at = new Date(clock.now().getTime() + resetLivesMs)
      await db.kysely
        .insertInto('password_reset')
        .values({ token_hash: tokenHash(token), player_id: player.id, expires_at, used_at: null })
        .execute()
      return token
    },

    /** @throws Refusal `reset_expired`, `password_weak` */
    async reset(token: string, password: string) {
      const found = await db.kysely
        .selectFrom('password_reset')
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
          .updateTable('password_reset')
          .set({ used_at: clock.now() })
          .where('token_hash', '=', tokenHash(token))
          .where('used_at', 'is', null)
          .executeTakeFirst()
        if (used.numUpdatedRows !== 1n) throw new Refusal('reset_expired')
        await tx.updateTable('player').set({ password_hash }).where('id', '=', player.id).execute()
        await tx.deleteFrom('attempt').where('subject', '=', `login:${player.mobile}`).execute()
        await sessions.end(tx, player.id, {}, 'Your password was changed.')
      })
    },

    /** @throws Refusal `credentials_wrong`, `password_weak` */
    async change(playerId: string, sessionId: string, current: string, password: string) {
      const player = await findPlayer(db.kysely, playerId)
      if (!(await passwords.matches(player?.password_hash, current)) || !player) {
        throw new Refusal('credentials_wrong', { fields: { current_password: ['This is not your password.'] } })
      }
      passwords.refuseWeak(password, [player.player_name, player.mobile.slice(-7)])
      const password_hash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        await tx.updateTable('player').set({ password_hash }).where('id', '=', playerId).execute()
        await sessions.end(tx, playerId, { except: sessionId }, 'Your password was changed.')
      })
    },
  }
}
