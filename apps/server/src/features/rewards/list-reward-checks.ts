import type { RewardCheck } from '@dhow/contract/reward-checks'
import { formatDecimal } from '@dhow/contract/money'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import type { RewardParts } from './parts.ts'

/** Rewards under review. */
export async function readWaiting({ platform: { db } }: RewardParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('rewards.reward_check')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('created_at').as('oldest')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

const maxShown = 100

export async function listRewardChecks(
  { platform: { db } }: RewardParts,
  state: 'waiting' | 'decided' = 'waiting',
): Promise<RewardCheck[]> {
  const rows = await db.kysely
    .selectFrom('rewards.reward_check as checked')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'checked.player_id')
    .leftJoin('staff.operator_card', 'staff.operator_card.id', 'checked.decided_by')
    .selectAll('checked')
    .select(['accounts.player_card.player_name', 'staff.operator_card.name as operator_name'])
    .where('checked.state', 'in', state === 'waiting' ? ['waiting'] : ['given', 'refused'])
    .orderBy('checked.id', state === 'waiting' ? 'asc' : 'desc')
    .limit(maxShown)
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
}
