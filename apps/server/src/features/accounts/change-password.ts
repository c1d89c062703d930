import { textOf } from '@dhow/contract/player-texts'
import { Refusal } from '../../platform/refusal.ts'
import { guessRules } from './guess-limits.ts'
import type { Shared } from './parts.ts'
import { findPlayer } from './players.ts'

/** Changes the password of a player who knows the current one; every other session ends. @throws Refusal `credentials_wrong`, `password_weak`, `sign_in_locked` */
export async function changePassword(
  { platform: { db, id }, parts, passwords, sessions, attempts }: Shared,
  playerId: string,
  sessionId: string,
  current: string,
  password: string,
) {
  const { ifRight } = await attempts.reserve(
    [{ rule: guessRules.currentPassword, subject: playerId }],
    'sign_in_locked',
  )
  const player = await findPlayer(db.kysely, playerId)
  if (!(await passwords.matches(player?.password_hash, current)) || !player) {
    throw new Refusal('credentials_wrong', { fields: { current_password: [textOf('password_wrong', {})] } })
  }
  await attempts.right(ifRight, player.mobile)
  passwords.refuseWeak(password, [player.player_name, player.mobile.slice(-7)])
  const password_hash = await passwords.hash(password)
  await db.transaction(async (tx) => {
    await tx.updateTable('accounts.player').set({ password_hash }).where('id', '=', playerId).execute()
    await sessions.end(tx, playerId, { except: sessionId }, 'password_changed')
    await parts.notify(tx, { key: id('pwd'), playerId, kind: 'password_changed', params: {}, about: null })
  })
}
