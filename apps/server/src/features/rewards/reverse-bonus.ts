import { required } from '../../platform/required.ts'
import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { lockAccounts, lockBonusesOf, lockBonusOf } from './bonus-store.ts'
import type { RewardParts } from './parts.ts'
import { endBonus } from './end-bonus.ts'

/**
 * Locks the bonus that was given for a deposit, before any lock of its player's accounts. Waits for a concurrent claim,
 * which may have read the deposit before its reversal.
 */
export async function lockBonusOfDeposit(tx: Tx, { playerId, postingId }: { playerId: string; postingId: bigint }) {
  await lockBonusesOf(tx, playerId)
  return lockBonusOf(tx, playerId, `deposit:${postingId}`)
}

/**
 * Reverses a bonus whose deposit was reversed: an active one is taken back whatever was wagered; one that became cash
 * is subtracted from cash as far as possible, and the rest becomes the player's debt.
 */
export async function reverseBonus(
  parts: RewardParts,
  tx: Tx,
  { playerId, postingId }: { playerId: string; postingId: bigint },
): Promise<void> {
  const {
    wallet,
    messages,
    platform: { clock, live },
  } = parts
  const row = await lockBonusOf(tx, playerId, `deposit:${postingId}`)
  if (row?.state === 'active') {
    await endBonus(parts, tx, row, 'cancelled', wallet.correct)
    return
  }
  if (row?.state !== 'completed') return
  await lockAccounts(tx, playerId)
  const { cashMinor } = required(await wallet.balance(tx, playerId), 'wallet of the player')
  const takenMinor = cashMinor < row.amount_minor ? cashMinor : row.amount_minor
  const owedMinor = row.amount_minor - takenMinor
  const house = { house: 'bonus_cost', ref: 'bonus' } as const
  const now = clock.now()
  await wallet.correct(tx, {
    key: `bonus:${row.id}:back`,
    reason: 'bonus-taken-back',
    playerId,
    currency: row.currency,
    happenedAt: now,
    lines: [
      ...(takenMinor > 0n ? [{ debit: { player: 'cash' } as const, credit: house, amountMinor: takenMinor }] : []),
      ...(owedMinor > 0n
        ? [{ debit: { house: 'player_debt', ref: playerId } as const, credit: house, amountMinor: owedMinor }]
        : []),
    ],
  })
  await tx.updateTable('rewards.bonus').set({ taken_back_at: now }).where('id', '=', row.id).execute()
  const params = { amount: formatDecimal(row.amount_minor), currency: row.currency }
  await messages.send(tx, { key: `bonus:${row.id}:back`, playerId, kind: 'bonus_reversed', params, about: null })
  const text = textOf('bonus_reversed', params)
  afterCommit(tx, () => live.publish(playerId, { type: 'notice', text }))
}
