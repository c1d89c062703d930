import { textOf } from '@dhow/contract/player-texts'
import type { Platform } from '../../platform/platform.ts'
import { afterCommit } from '../../platform/db/index.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { findPlayer } from './players.ts'
import { throwIfTaken } from './create-player.ts'
import type { PlayerRow } from './tables.ts'

const restMs = 30 * 86_400_000

/** When the player may change the name; null if now. */
export function nextNameChange(row: PlayerRow, now: Date): Date | null {
  if (row.name_changed_at === null) return null
  const next = new Date(row.name_changed_at.getTime() + restMs)
  return next <= now ? null : next
}

/**
 * Changes the player's name, once in 30 days. The current name changes nothing.
 * @throws Refusal `player_name_taken`, `name_changed_lately`
 */
export function openRenaming({ db, clock, bus }: Platform) {
  return (playerId: string, name: string) =>
    db.transaction(async (tx) => {
      const row = await findPlayer(tx, playerId)
      if (!row) throw new Refusal('session_invalid')
      if (row.player_name === name) return
      const now = clock.now()
      const next = nextNameChange(row, now)
      if (next) throw tooSoon(next)
      const changed = await tx
        .updateTable('accounts.player')
        .set({ player_name: name, name_changed_at: now })
        .where('id', '=', playerId)
        // Another device may have changed it since the row was read.
        .where('name_changed_at', row.name_changed_at === null ? 'is' : '=', row.name_changed_at)
        .executeTakeFirst()
        .catch(throwIfTaken)
      if (changed.numUpdatedRows !== 1n) throw tooSoon(new Date(now.getTime() + restMs))
      afterCommit(tx, () => bus.publish('player-changed', { playerId }))
    })
}

function tooSoon(next: Date): Refusal {
  const date = next.toISOString().slice(0, 10)
  return fieldRefusal('name_changed_lately', 'player_name', textOf('name_change_from', { date }))
}
