import type { BonusKind } from '@dhow/contract/rewards'
import type { Currency } from '@dhow/contract/money'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { RewardParts } from './parts.ts'
import { suspicionOf } from './suspicion.ts'

export interface CheckedReward {
  kind: BonusKind
  /** Player who receives the reward. */
  playerId: string
  /** Player whose identity is checked: the receiver, or for a referral the friend. */
  accountId: string
  referrerId?: string
  subject: string
  currency: Currency
  amountMinor: bigint
}

export async function stateOfCheck(reader: Db, playerId: string, subject: string) {
  return (
    await reader
      .selectFrom('rewards.reward_check')
      .select('state')
      .where('player_id', '=', playerId)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.state
}

/**
 * Decides whether a reward may be given now; a suspicious one is put under review. The caller must commit the
 * transaction.
 */
export async function checkReward(
  parts: RewardParts,
  tx: Tx,
  reward: CheckedReward,
): Promise<'given' | 'waiting' | 'refused'> {
  const {
    platform: { clock, id },
  } = parts
  const { kind, playerId, accountId, referrerId, subject, currency, amountMinor } = reward
  const before = await stateOfCheck(tx, playerId, subject)
  if (before) return before
  const countPlayersWithSamePayer = await parts.countPlayersWithSamePayer(tx, accountId)
  const suspicion = await suspicionOf(
    tx,
    { playerId: accountId, countPlayersWithSamePayer, ...(referrerId === undefined ? {} : { referrerId }) },
    clock.now(),
  )
  if (suspicion.points < suspicion.threshold) return 'given'
  await tx
    .insertInto('rewards.reward_check')
    .values({
      id: id('rck'),
      kind,
      player_id: playerId,
      subject,
      currency,
      amount_minor: amountMinor,
      points: suspicion.points,
      reasons: JSON.stringify(suspicion.reasons),
      created_at: clock.now(),
      decided_at: null,
      decided_by: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 'waiting'
}
