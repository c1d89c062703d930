import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RewardParts } from './parts.ts'

/** @throws Refusal `not_found`, `reward_check_decided` */
export function decideReward(
  parts: RewardParts,
  checkId: string,
  state: 'given' | 'refused',
  operatorId: string,
  note: string,
): Promise<void> {
  const {
    platform: { db, clock, live },
  } = parts
  return db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('rewards.reward_check')
      .selectAll()
      .where('id', '=', checkId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'waiting') throw new Refusal('reward_check_decided')
    const now = clock.now()
    await tx
      .updateTable('rewards.reward_check')
      .set({ state, decided_at: now, decided_by: operatorId, note })
      .where('id', '=', checkId)
      .execute()
    if (state === 'refused' && row.kind === 'referral')
      await tx
        .updateTable('rewards.referral')
        .set({ state: 'refused', reason: 'checked', ended_at: now })
        .where('referred_id', '=', row.subject.replace('friend:', ''))
        .where('state', '=', 'waiting')
        .execute()
    const amount = formatMoney(row.amount_minor, row.currency)
    await parts.audit(tx, {
      operatorId,
      action: state === 'given' ? 'reward.give' : 'reward.refuse',
      subject: checkId,
      text: `${state === 'given' ? 'Let through' : 'Refused'} a ${row.kind} reward of ${amount} of ${row.player_id}: ${note}`,
      before: { points: row.points, reasons: row.reasons },
      after: { state },
    })
    const params = { amount: formatDecimal(row.amount_minor), currency: row.currency }
    const kind = state === 'given' ? 'reward_approved' : 'reward_refused'
    await parts.messages.send(tx, { key: `reward:${checkId}`, playerId: row.player_id, kind, params, about: null })
    const text = textOf(kind, params)
    afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text }))
  })
}
