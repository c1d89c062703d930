import type { BonusKind } from '@dhow/contract/rewards'
import type { RewardCheck } from '@dhow/contract/reward-checks'
import { formatDecimal, formatMoney, type Currency } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RewardParts } from './index.ts'
import { suspicionOf } from './suspicion.ts'

const shownAtMost = 100

export interface CheckedReward {
  kind: BonusKind
  /** Player who is paid. */
  playerId: string
  /** Player whose identity is checked: the player's, or of a referral the friend's. */
  accountId: string
  referrerId?: string
  subject: string
  currency: Currency
  amountMinor: bigint
}

/** Rewards that wait for a person because accounts look like one person's. */
export function openRewardChecks(platform: Platform, parts: Pick<RewardParts, 'audit' | 'samePayers'>) {
  const { db, clock, id, live } = platform

  const stateOf = async (reader: Db, playerId: string, subject: string) =>
    (
      await reader
        .selectFrom('rewards.reward_check')
        .select('state')
        .where('player_id', '=', playerId)
        .where('subject', '=', subject)
        .executeTakeFirst()
    )?.state

  return {
    stateOf,

    /** Whether a reward may be given now; a suspicious one waits for a person from here on. Its transaction has to be committed. */
    async check(tx: Tx, reward: CheckedReward): Promise<'given' | 'waiting' | 'refused'> {
      const { kind, playerId, accountId, referrerId, subject, currency, amountMinor } = reward
      const before = await stateOf(tx, playerId, subject)
      if (before) return before
      const samePayers = await parts.samePayers(tx, accountId)
      const suspicion = await suspicionOf(
        tx,
        { playerId: accountId, samePayers, ...(referrerId === undefined ? {} : { referrerId }) },
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
          reasons: JSON.stringify(suspicion.reasons) as never,
          created_at: clock.now(),
          decided_at: null,
          decided_by: null,
          note: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return 'waiting'
    },

    async list(state: 'waiting' | 'decided' = 'waiting'): Promise<RewardCheck[]> {
      const rows = await db.kysely
        .selectFrom('rewards.reward_check as checked')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'checked.player_id')
        .leftJoin('staff.operator_card', 'staff.operator_card.id', 'checked.decided_by')
        .selectAll('checked')
        .select(['accounts.player_card.player_name', 'staff.operator_card.name as operator_name'])
        .where('checked.state', 'in', state === 'waiting' ? ['waiting'] : ['given', 'refused'])
        .orderBy('checked.id', state === 'waiting' ? 'asc' : 'desc')
        .limit(shownAtMost)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        state: row.state,
        player_id: row.player_id,
        player_name: row.player_name,
        friend_id: row.kind === 'referral' ? row.subject.replace('friend:', '') : null,
        currency: row.currency,
        amount: formatDecimal(row.amount_minor),
        points: row.points,
        reasons: row.reasons,
        created_at: row.created_at.toISOString(),
        decided_at: row.decided_at?.toISOString() ?? null,
        decided_by: row.operator_name,
        note: row.note,
      }))
    },

    /** @throws Refusal `not_found`, `reward_check_decided` */
    decide(checkId: string, state: 'given' | 'refused', operatorId: string, note: string): Promise<void> {
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
        const text = textOf(state === 'given' ? 'reward_approved' : 'reward_refused', {
          amount: formatDecimal(row.amount_minor),
          currency: row.currency,
        })
        afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text }))
      })
    },
  }
}

export type RewardChecks = ReturnType<typeof openRewardChecks>
