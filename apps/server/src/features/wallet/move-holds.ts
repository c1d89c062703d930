import type { Tx } from '../../platform/db/index.ts'
import type { Posted } from './accounts.ts'
import { hold, release, settle, type NewHold } from './holds.ts'
import type { WalletParts } from './parts.ts'
import { publishAfterCommit } from './post-and-publish.ts'

/**
 * Moves cash into a hold that only its own end can move. @throws Refusal `insufficient_funds` and the ledger's others
 */
export async function holdCash(parts: WalletParts, tx: Tx, newHold: NewHold): Promise<Posted> {
  return publishAfterCommit(parts, tx, newHold.playerId, newHold.currency, await hold(tx, newHold))
}

/** Ends a hold with lines that move exactly its amount. @throws Refusal `hold_missing`, `hold_ended` */
export async function settleHold(parts: WalletParts, tx: Tx, end: Parameters<typeof settle>[1]): Promise<Posted> {
  return publishHold(parts, tx, end.holdKey, await settle(tx, end))
}

/** Returns a hold to the player's cash. @throws Refusal `hold_missing`, `hold_ended` */
export async function releaseHold(parts: WalletParts, tx: Tx, end: Parameters<typeof release>[1]): Promise<Posted> {
  return publishHold(parts, tx, end.holdKey, await release(tx, end))
}

async function publishHold(parts: WalletParts, tx: Tx, key: string, posted: Posted): Promise<Posted> {
  const held = await tx
    .selectFrom('ledger.hold')
    .select(['player_id', 'currency'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return publishAfterCommit(parts, tx, held.player_id, held.currency, posted)
}
