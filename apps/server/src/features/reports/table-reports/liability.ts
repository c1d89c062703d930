import { keysOf } from '@dhow/contract/keys-of'
import { sql } from 'kysely'
import { markets } from '../../portal/index.ts'
import { listDays } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { liabilityParts } from '../store.ts'
import { money, readApart, type Cells, type Reading, type Scope } from './reading.ts'

type Balances = Record<(typeof liabilityParts)[number], bigint>

const nothing: Balances = { cash: 0n, bonus: 0n, hold: 0n, in_play: 0n }

/** Changes of players' accounts by day; all days before the period are one row without a day. */
async function readChanges({ platform: { db } }: ReportParts, { market, from, to }: Scope) {
  const { rows } = await sql<{ day: string | null; account: keyof Balances; minor: bigint }>`
    select case when day >= ${from}::date then day::text end as day, side.account, sum(side.minor)::bigint as minor
    from reports.day_movement moved
    cross join lateral (values (moved.debit, -moved.amount_minor), (moved.credit, moved.amount_minor)) as side (account, minor)
    where market = ${market} and not is_test and day <= ${to}::date and side.account = any (${[...liabilityParts]}::text[])
    group by 1, 2`.execute(db.kysely)
  return rows
}

/** Balances at the end of each day of a period. */
async function readDays(parts: ReportParts, scope: Scope) {
  const changes = await readChanges(parts, scope)
  const balances = { ...nothing }
  const add = (of: string | null) => {
    for (const { day, account, minor } of changes) if (day === of) balances[account] += minor
  }
  add(null)
  return listDays(scope).map((day) => {
    add(day)
    return { day, balances: { ...balances } }
  })
}

const cellsOf = (balances: Balances): Cells => ({
  open: money(balances.cash + balances.hold + balances.in_play),
  ...{ cash: money(balances.cash), hold: money(balances.hold) },
  ...{ in_play: money(balances.in_play), bonus: money(balances.bonus) },
})

const endOf = async (parts: ReportParts, scope: Scope): Promise<Cells> =>
  cellsOf((await readDays(parts, { ...scope, from: scope.to })).at(-1)?.balances ?? nothing)

/** Liability to players at the end of days, summed from all movements until then. */
export const liability: Reading = readApart({
  figures: endOf,
  async tables(parts, scope) {
    const days = await readDays(parts, scope)
    const others = keysOf(markets).map(async (market) => ({
      ...{ market, currency: markets[market].currency },
      ...(await endOf(parts, { ...scope, market })),
    }))
    return {
      days: days.toReversed().map(({ day, balances }) => ({ day, ...cellsOf(balances) })),
      markets: await Promise.all(others),
    }
  },
})
