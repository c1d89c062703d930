import { textOf } from '@dhow/contract/player-texts'
import { Refusal } from '../../platform/refusal.ts'
import { guessRules } from './guess-limits.ts'
import type { Shared } from './parts.ts'
import { findPlayer } from './players.ts'
import type { PlayerRow } from './tables.ts'

/**
 * The player of a session, after they have entered their password again. @throws Refusal `credentials_wrong`,
 * `sign_in_locked`
 */
export async function verifyOwnPassword(
  { platform: { db }, passwords, attempts }: Shared,
  playerId: string,
  current: string,
): Promise<PlayerRow> {
  const { onSuccess } = await attempts.reserve(
    [{ rule: guessRules.currentPassword, subject: playerId }],
    'sign_in_locked',
  )
  const player = await findPlayer(db.kysely, playerId)
  if (!(await passwords.matches(player?.password_hash, current)) || !player) {
    throw new Refusal('credentials_wrong', { fields: { current_password: [textOf('password_wrong', {})] } })
  }
  await attempts.right(onSuccess, player.mobile)
  return player
}
