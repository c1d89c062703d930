import { formatDecimal } from '@dhow/contract/money'
import { entriesOf } from '@dhow/contract/records'
import type { RiskReportCode } from '@dhow/contract/report-rules'
import type { Unit } from '@dhow/contract/report-table-shape'
import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { ReportParts } from '../parts.ts'
import { count, type Cells, type Listed, type Page, type Scope } from './reading.ts'

/** A market's rule: window of days, threshold, points. */
export interface PlayerRule {
  code: string
  days: number
  threshold: bigint
  weight: number
  isOn: boolean
}

/** Rules of a report in a market by their codes, also those that are off. */
export type Rules = ReadonlyMap<string, PlayerRule>

export async function readRules(db: Db, report: RiskReportCode, market: Market): Promise<Rules> {
  const { rows } = await sql<PlayerRule>`
    select code, days, threshold, weight, is_on as "isOn" from reports.player_rule where report = ${report} and market = ${market} order by code`.execute(
    db,
  )
  return new Map(rows.map((rule) => [rule.code, rule]))
}

/** Values that count: their rule is on and they reach its sum, and their player is one of the market and no test player. */
export function readReached(
  { platform: { db } }: ReportParts,
  found: RawBuilder<unknown>,
  rules: Rules,
  { market }: Scope,
) {
  const on = [...rules.values()].filter((rule) => rule.isOn)
  return sql<Value>`
    select found.player_id, found.code, found.value from (${found}) found
    join unnest(${on.map(({ code }) => code)}::text[], ${on.map(({ threshold }) => String(threshold))}::bigint[]) as rule (code, threshold)
      on rule.code = found.code and found.value >= rule.threshold
    join accounts.player_card player on player.id = found.player_id and player.market = ${market} and not player.is_test`.execute(
    db.kysely,
  )
}

/** A player's sum, number or share for a rule. */
export interface Value {
  player_id: string
  code: string
  value: bigint
}

export interface Flagged {
  id: string
  codes: string[]
  points: number
}

/** Players with their codes and total points, most points first. */
export function rank(values: readonly Value[], rules: Rules): Flagged[] {
  const codes = new Map<string, string[]>()
  for (const { player_id: id, code } of values) codes.set(id, [...(codes.get(id) ?? []), code])
  return [...codes]
    .map(([id, own]) => ({
      ...{ id, codes: own.toSorted() },
      points: own.reduce((sum, code) => sum + (rules.get(code)?.weight ?? 0), 0),
    }))
    .toSorted((a, b) => b.points - a.points || (a.id < b.id ? 1 : -1))
}

/** A sum as the API writes it: an amount, a number, or percent. */
export const thresholdText = (unit: Unit | undefined, threshold: bigint): string =>
  unit === 'money' ? formatDecimal(threshold) : String(threshold)

/** Rows of the table of rules, in the order of the contract; one that is off is not among them. */
export const ruleCells = (
  signs: Readonly<Record<string, { unit: Unit }>>,
  rules: Rules,
  values: readonly Value[],
): Cells[] =>
  entriesOf(signs).flatMap(([code, { unit }]) => {
    const rule = rules.get(code)
    if (!rule?.isOn) return []
    const players = values.filter((value) => value.code === code).length
    return [
      {
        ...{ rule: code, days: count(rule.days), threshold: thresholdText(unit, rule.threshold) },
        ...{ weight: count(rule.weight), players: count(players) },
      },
    ]
  })

/** Page of ranked players after a cursor. */
export function pageOfRanked(ranked: readonly Flagged[], { behind, size }: Page) {
  const rest =
    behind === null
      ? ranked
      : ranked.filter(
          ({ id, points }) => points < Number(behind.value) || (points === Number(behind.value) && id < behind.id),
        )
  const shown = rest.slice(0, size)
  const last = shown.at(-1)
  const next: Listed['next'] = rest.length > size && last ? { value: String(last.points), id: last.id } : null
  return { shown, next }
}

/** Names of players, and their sums between two days. */
export async function readSums({ platform: { db } }: ReportParts, ids: readonly string[], { from, to }: Scope) {
  const { rows } = await sql<{
    id: string
    player_name: string
    turnover: bigint
    wins: bigint
    deposits: bigint
    withdrawals: bigint
  }>`
    select player.id, player.player_name, sums.turnover, sums.wins, sums.deposits, sent.withdrawals
    from accounts.player_card player
    cross join lateral (
      select coalesce(sum(settled_minor), 0)::bigint as turnover, coalesce(sum(won_minor), 0)::bigint as wins, coalesce(sum(deposit_minor), 0)::bigint as deposits
      from reports.player_day day where day.player_id = player.id and day.day between ${from}::date and ${to}::date
    ) sums
    cross join lateral (select ${sentBetween(sql`player.id`, sql`${from}::date`, sql`${to}::date`)} as withdrawals) sent
    where player.id = any (${[...ids]}::text[])`.execute(db.kysely)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Money paid to a player between two days. */
export const sentBetween = (id: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
  (select coalesce(sum(moved.amount_minor), 0)::bigint from reports.player_movement moved
   where moved.player_id = ${id} and moved.day between ${from} and ${to} and moved.debit = 'hold' and moved.credit = 'payout_transit')`
