import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Currency } from '@dhow/contract/money'
import type { PostingReason } from '@dhow/contract/money-actions'
import type { Line, Posted } from './accounts.ts'
import { post } from './post.ts'

export interface NewHold {
  key: string
  playerId: string
  currency: Currency
  amountMinor: bigint
  reason: PostingReason
  happenedAt: Date
}

/** Moves money from the player's cash to their hold account, where only the end of this hold can move it. */
export async function hold(
  tx: Tx,
  { key, playerId, currency, amountMinor, reason, happenedAt }: NewHold,
): Promise<Posted> {
  const posted = await post(tx, {
    key,
    reason,
    playerId,
    currency,
    happenedAt,
    lines: [{ debit: { player: 'cash' }, credit: { player: 'hold' }, amountMinor }],
  })
  if (posted.replayed) {
    const held = await tx.selectFrom('ledger.hold').select('key').where('key', '=', key).executeTakeFirst()
    if (!held) throw new Refusal('key_reused')
  } else {
    await sql`select ledger.open_hold(${key})`.execute(tx)
  }
  return posted
}

/**
 * Ends a hold with the given lines, which together move exactly its amount.
 * @throws Refusal `hold_missing`, `hold_ended`
 */
export function settle(
  tx: Tx,
  end: { key: string; holdKey: string; reason: PostingReason; happenedAt: Date; to: Omit<Line, 'debit'>[] },
) {
  return endHold(tx, 'settled', end)
}

/** Ends a hold by returning it to the player's cash. @throws Refusal `hold_missing`, `hold_ended` */
export function release(tx: Tx, end: { key: string; holdKey: string; reason: PostingReason; happenedAt: Date }) {
  return endHold(tx, 'released', { ...end, to: undefined })
}

async function endHold(
  tx: Tx,
  state: 'settled' | 'released',
  end: { key: string; holdKey: string; reason: PostingReason; happenedAt: Date; to: Omit<Line, 'debit'>[] | undefined },
): Promise<Posted> {
  const { rows } = await sql<
    Selectable<Tables['ledger.hold']>
  >`select * from ledger.lock_hold(${end.holdKey}) where key is not null`.execute(tx)
  const held = rows[0]
  if (!held) throw new Refusal('hold_missing')
  if (held.state !== 'held' && (held.ended_by !== end.key || held.state !== state)) throw new Refusal('hold_ended')
  const to = end.to ?? [{ credit: { player: 'cash' as const }, amountMinor: held.amount_minor }]
  const sumMinor = to.reduce((sum, line) => sum + line.amountMinor, 0n)
  if (sumMinor !== held.amount_minor) throw new Error(`a hold of ${held.amount_minor} cannot end by ${sumMinor}`)
  const posted = await post(tx, {
    key: end.key,
    reason: end.reason,
    playerId: held.player_id,
    currency: held.currency,
    happenedAt: end.happenedAt,
    lines: to.map((line) => ({ debit: { player: 'hold' }, ...line })),
  })
  // The key ended another hold of the same player and amount: equal content, but another purpose.
  if (posted.replayed && held.state === 'held') throw new Refusal('key_reused')
  if (!posted.replayed) {
    await sql`select ledger.end_hold(${end.holdKey}, ${state}, ${end.happenedAt}, ${end.key})`.execute(tx)
  }
  return posted
}
