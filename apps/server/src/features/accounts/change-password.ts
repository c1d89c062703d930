import type { Shared } from './parts.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

/**
 * Changes the password of a player who enters the current one; every other session ends. @throws Refusal
 * `credentials_wrong`, `password_weak`, `sign_in_locked`
 */
export async function changePassword(
  shared: Shared,
  playerId: string,
  sessionId: string,
  current: string,
  password: string,
) {
  const {
    platform: { db, id },
    parts,
    passwords,
    sessions,
  } = shared
  const player = await verifyOwnPassword(shared, playerId, current)
  passwords.refuseWeak(password, [player.player_name, player.mobile.slice(-7)])
  const password_hash = await passwords.hash(password)
  await db.transaction(async (tx) => {
    await tx.updateTable('accounts.player').set({ password_hash }).where('id', '=', playerId).execute()
    await sessions.end(tx, playerId, { except: sessionId }, 'password_changed')
    await parts.notify(tx, { key: id('pwd'), playerId, kind: 'password_changed', params: {}, about: null })
  })
}
