import type { Db } from '../../platform/db/index.ts'
import type { LimitParts } from './parts.ts'
import { restrictionOn, restrictionsNow, restrictionsOn } from './store.ts'
import type { RestrictedAction } from './tables.ts'

/** Decides if a player may do something now, as every path asks (`limits.player_may`): null, or the code of the restriction that lasts longest. */
export function restriction(
  { platform: { db, clock } }: LimitParts,
  playerId: string,
  action: RestrictedAction,
  reader: Db = db.kysely,
) {
  return restrictionOn(reader, playerId, action, clock.now())
}

/** Every restriction that forbids an action of these players now, by player. */
export function restrictions(
  { platform: { db, clock } }: LimitParts,
  playerIds: readonly string[],
  action: RestrictedAction,
  reader: Db = db.kysely,
) {
  return restrictionsOn(reader, playerIds, action, clock.now())
}

/** Every restriction that a player is under now, with the actions that it forbids and until when, the longest first; null is without an end. */
export function standing({ platform: { db, clock } }: LimitParts, playerId: string) {
  return restrictionsNow(db.kysely, playerId, clock.now())
}
