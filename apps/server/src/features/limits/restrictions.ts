import type { Db } from '../../platform/db/index.ts'
import type { LimitParts } from './parts.ts'
import { restrictionOn, restrictionsNow, restrictionsOn } from './store.ts'
import type { RestrictedAction } from './tables.ts'

/** Code of the longest restriction on an action of a player now, null if there is none (`limits.player_may`). */
export function restriction(
  { platform: { db, clock } }: LimitParts,
  playerId: string,
  action: RestrictedAction,
  reader: Db = db.kysely,
) {
  return restrictionOn(reader, playerId, action, clock.now())
}

/** All current restrictions of an action, by player. */
export function restrictions(
  { platform: { db, clock } }: LimitParts,
  playerIds: readonly string[],
  action: RestrictedAction,
  reader: Db = db.kysely,
) {
  return restrictionsOn(reader, playerIds, action, clock.now())
}

/** A player's current restrictions, with the forbidden actions and the end, longest first; null means no end. */
export function standing({ platform: { db, clock } }: LimitParts, playerId: string) {
  return restrictionsNow(db.kysely, playerId, clock.now())
}
