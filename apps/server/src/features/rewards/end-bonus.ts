import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Wallet } from '../wallet/index.ts'
import { changeActive } from './bonus-store.ts'
import type { BonusRow } from './tables.ts'
import type { RewardParts } from './parts.ts'
import { countedStakes } from './wagering.ts'

/** Ends an active bonus with one posting: to the player's cash, or back to the house. */
export async function endBonus(
  { wallet, messages, platform: { clock, live } }: RewardParts,
  tx: Tx,
  row: BonusRow,
  state: 'completed' | 'cancelled' | 'expired',
  post: Wallet['post'] = wallet.post,
): Promise<BonusRow> {
  const now = clock.now()
  const ended = await changeActive(tx, row.id, { state, ended_at: now })
  if (!ended) throw new Refusal('bonus_ended')
  const isCash = state === 'completed'
  await post(tx, {
    key: `bonus:${row.id}:end`,
    reason: isCash ? 'bonus-converted' : `bonus-${state}`,
    playerId: row.player_id,
    currency: row.currency,
    happenedAt: now,
    lines: [
      {
        debit: { player: 'bonus' },
        credit: isCash ? { player: 'cash' } : { house: 'bonus_cost', ref: 'bonus' },
        amountMinor: row.amount_minor,
      },
    ],
  })
  const params = { amount: formatDecimal(row.amount_minor), currency: row.currency }
  const kind = `bonus_${state}` as const
  await messages.send(tx, { key: `bonus:${row.id}:end`, playerId: row.player_id, kind, params, about: null })
  const text = textOf(kind, params)
  afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text }))
  return ended
}

/** Counts new stakes and ends the bonus if it is complete or past its time. */
export async function settleBonus(parts: RewardParts, tx: Tx, row: BonusRow): Promise<BonusRow> {
  const {
    platform: { clock },
  } = parts
  const { countedMinor, last } = await countedStakes(tx, row.player_id, row.counted_to, clock.now())
  let current = row
  if (last !== null) {
    const wagered_minor = row.wagered_minor + countedMinor
    current = (await changeActive(tx, row.id, { wagered_minor, counted_to: last })) ?? row
  }
  if (current.wagered_minor >= current.required_minor) return endBonus(parts, tx, current, 'completed')
  return current.expires_at <= clock.now() ? endBonus(parts, tx, current, 'expired') : current
}

export function lockBonus(tx: Tx, bonusId: string, options: { skipLocked?: boolean } = {}) {
  const query = tx.selectFrom('rewards.bonus').selectAll().where('id', '=', bonusId).forUpdate()
  return (options.skipLocked ? query.skipLocked() : query).executeTakeFirst()
}
