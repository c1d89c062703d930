import { sql, type RawBuilder } from 'kysely'
import { count, isBehind, money, pageOf, readApart, spanOf, type Reading, type Scope } from './reading.ts'

/** Referrals of a market, without test players, that joined or ended in a period. */
const referralsIn = (scope: Scope, at: RawBuilder<unknown>) => {
  const { begins, ends } = spanOf(scope)
  return sql`
    select referral.*, referrer.player_name, exists (select from reports.first_deposit first where first.player_id = referral.referred_id) as has_deposited
    from rewards.referrals referral
    join accounts.player_card referrer on referrer.id = referral.referrer_id and referrer.market = ${scope.market} and not referrer.is_test
    join accounts.player_card friend on friend.id = referral.referred_id and friend.market = ${scope.market} and not friend.is_test
    where ${at} >= ${begins} and ${at} < ${ends}`
}

const joinedAt = sql`referral.joined_at`
const endedAt = sql`referral.ended_at`

interface ReferrerRow {
  place: bigint
  place_id: string
  player_name: string
  deposited: bigint
  paid: bigint
  reward: bigint
}

export const referrals: Reading = readApart({
  async figures({ platform: { db } }, scope) {
    const joined = await sql<{ joined: bigint; deposited: bigint }>`
      select count(*) as joined, count(*) filter (where has_deposited) as deposited from (${referralsIn(scope, joinedAt)}) referral`.execute(
      db.kysely,
    )
    const ended = await sql<{ paid: bigint; reward: bigint | null; refused: bigint }>`
      select count(*) filter (where state = 'paid') as paid, sum(amount_minor) filter (where state = 'paid')::bigint as reward,
        count(*) filter (where state = 'refused') as refused
      from (${referralsIn(scope, endedAt)}) referral`.execute(db.kysely)
    const [came, became] = [joined.rows[0], ended.rows[0]]
    return {
      ...{ joined: count(came?.joined ?? null), deposited: count(came?.deposited ?? null) },
      ...{ paid: count(became?.paid ?? null), reward: money(became?.reward ?? null) },
      refused: count(became?.refused ?? null),
    }
  },
  async tables({ platform: { db } }, scope) {
    const refusals = await sql<{ reason: string; count: bigint }>`
      select coalesce(reason, '') as reason, count(*) as count from (${referralsIn(scope, endedAt)}) referral
      where state = 'refused' group by 1 order by 2 desc, 1`.execute(db.kysely)
    return { refusals: refusals.rows.map((row) => ({ reason: row.reason, count: count(row.count) })) }
  },
  pages: {
    async referrers({ platform: { db } }, scope, { behind, size }) {
      const { rows } = await sql<ReferrerRow>`
        select * from (
          select referrer_id as place_id, count(*) as place, player_name, count(*) filter (where has_deposited) as deposited,
            count(*) filter (where state = 'paid') as paid, coalesce(sum(amount_minor) filter (where state = 'paid'), 0)::bigint as reward
          from (${referralsIn(scope, joinedAt)}) referral group by 1, 3
        ) referrer
        where ${isBehind(behind, sql`place`, sql`place_id`)} order by place desc, place_id desc limit ${size + 1}`.execute(
        db.kysely,
      )
      return pageOf(
        rows,
        (row) => ({
          ...{ player: row.place_id, name: row.player_name, joined: count(row.place) },
          ...{ deposited: count(row.deposited), paid: count(row.paid), reward: money(row.reward) },
        }),
        size,
      )
    },
  },
})
