import { sql } from 'kysely'
import { partOf } from '../figures.ts'
import { readMovements, type DayMovement } from '../store.ts'
import {
  count,
  instant,
  isBehind,
  microseconds,
  money,
  pageOf,
  readApart,
  spanOf,
  type Reading,
  type Scope,
} from './reading.ts'

/** Bonuses given in a period, without test players. */
const given = (scope: Scope) => {
  const { begins, ends } = spanOf(scope)
  return sql`
    select bonus.* from rewards.bonuses bonus join accounts.player_card player on player.id = bonus.player_id and player.market = ${scope.market} and not player.is_test
    where bonus.granted_at >= ${begins} and bonus.granted_at < ${ends}`
}

const claimed = (scope: Scope) => {
  const { begins, ends } = spanOf(scope)
  return sql`
    select share.* from rewards.gift_shares share join accounts.player_card player on player.id = share.player_id and player.market = ${scope.market} and not player.is_test
    where share.claimed_at is not null and share.claimed_at >= ${begins} and share.claimed_at < ${ends}`
}

const sums = sql`
  count(*) as given, coalesce(sum(amount_minor), 0)::bigint as given_amount, coalesce(sum(wagered_minor), 0)::bigint as wagered,
  count(*) filter (where state = 'completed') as converted,
  coalesce(sum(amount_minor) filter (where state = 'completed'), 0)::bigint as converted_amount,
  count(*) filter (where state in ('cancelled', 'expired')) as ended`

interface SumRow {
  given: bigint
  given_amount: bigint
  wagered: bigint
  converted: bigint
  converted_amount: bigint
  ended: bigint
}

/** House account of a cost movement: `gift` of `bonus_cost:gift`. */
const accountOf = ({ debit, credit }: DayMovement) =>
  [debit, credit].find((account) => account.startsWith('bonus_cost'))?.slice('bonus_cost:'.length) ?? ''

const costsOf = (movements: readonly DayMovement[]) => {
  const parts = movements.flatMap((row) => {
    const part = partOf('bonus_cost', row)
    return part === 0n ? [] : [{ account: accountOf(row), part }]
  })
  return [...new Set(parts.map(({ account }) => account))].toSorted().map((account) => {
    const own = parts.filter((row) => row.account === account)
    const sum = (rows: typeof own) => rows.reduce((total, { part }) => total + part, 0n)
    return { account, granted: sum(own.filter(({ part }) => part > 0n)), cost: sum(own) }
  })
}

/** Bonuses and gifts: costs from the ledger, the rest from the bonuses of a period. */
export const rewards: Reading = readApart({
  async figures(parts, scope) {
    const { db } = parts.platform
    const costs = costsOf(await readMovements(parts, scope.market, scope))
    const bonuses = await sql<SumRow>`select ${sums} from (${given(scope)}) bonus`.execute(db.kysely)
    const gifts = await sql<{ amount: bigint }>`
      select coalesce(sum(amount_minor), 0)::bigint as amount from (${claimed(scope)}) share`.execute(db.kysely)
    const [row] = bonuses.rows
    return {
      bonus_cost: money(costs.reduce((sum, { cost }) => sum + cost, 0n)),
      given: count(row?.given ?? null),
      given_amount: money(row?.given_amount ?? null),
      wagered: money(row?.wagered ?? null),
      converted_amount: money(row?.converted_amount ?? null),
      gifts_amount: money(gifts.rows[0]?.amount ?? null),
    }
  },
  async tables(parts, scope) {
    const { db } = parts.platform
    const rules = await sql<SumRow & { title: string; kind: string }>`
      select rule_id, title, kind, ${sums} from (${given(scope)}) bonus group by 1, 2, 3 order by given desc, title, rule_id`.execute(
      db.kysely,
    )
    return {
      costs: costsOf(await readMovements(parts, scope.market, scope)).map(({ account, granted, cost }) => ({
        ...{ account, granted: money(granted), taken_back: money(granted - cost), cost: money(cost) },
      })),
      rules: rules.rows.map((row) => ({
        ...{ rule: row.title, kind: row.kind, given: count(row.given), given_amount: money(row.given_amount) },
        ...{ wagered: money(row.wagered), converted: count(row.converted) },
        ...{ converted_amount: money(row.converted_amount), ended: count(row.ended) },
      })),
    }
  },
  pages: {
    async gifts({ platform: { db } }, scope, { behind, size }) {
      const { rows } = await sql<{ place: bigint; place_id: string; title: string; claimed: bigint }>`
        select * from (
          select gift.id as place_id, gift.title, count(*) as claimed, sum(share.amount_minor)::bigint as place
          from (${claimed(scope)}) share join rewards.gift_titles gift on gift.id = share.envelope_id group by 1, 2
        ) gift
        where ${isBehind(behind, sql`place`, sql`place_id`)} order by place desc, place_id desc limit ${size + 1}`.execute(
        db.kysely,
      )
      return pageOf(rows, (row) => ({ gift: row.title, claimed: count(row.claimed), amount: money(row.place) }), size)
    },
    async latest({ platform: { db } }, scope, { behind, size }) {
      const { rows } = await sql<
        Record<'player_id' | 'kind' | 'state' | 'place_id', string> &
          Record<'amount_minor' | 'wagered_minor' | 'place', bigint> & { granted_at: Date }
      >`
        select id as place_id, ${microseconds(sql`granted_at`)} as place, player_id, kind, state, amount_minor, wagered_minor, granted_at
        from (${given(scope)}) bonus where ${isBehind(behind, microseconds(sql`granted_at`), sql`id`)}
        order by granted_at desc, id desc limit ${size + 1}`.execute(db.kysely)
      return pageOf(
        rows,
        (row) => ({
          ...{ at: instant(row.granted_at), player: row.player_id, kind: row.kind, state: row.state },
          ...{ amount: money(row.amount_minor), wagered: money(row.wagered_minor) },
        }),
        size,
      )
    },
  },
})
