import { formatDecimal } from '@dhow/contract/money'
import { entriesOf } from '@dhow/contract/records'
import { rowsShown } from '@dhow/contract/report-table-shape'
import { sql, type RawBuilder } from 'kysely'
import type { ReportParts } from '../parts.ts'
import { count, type Cells, type Listed, type Place, type Scope } from './reading.ts'

/** A market's rule: window of days, threshold, points. */
export interface PlayerRule {
  code: string
  days: number
  threshold: bigint
  weight: number
}

/** Rules of a report in a market by code. */
export async function readRules({ platform: { db } }: ReportParts, report: 'harm' | 'laundering', { market }: Scope) {
  const { rows } = await sql<PlayerRule>`
    select code, days, threshold, weight from reports.player_rule where report = ${report} and market = ${market} order by code`.execute(
    db.kysely,
  )
  return new Map(rows.map((rule) => [rule.code, rule]))
}

export type Rules = Awaited<ReturnType<typeof readRules>>

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

const thresholdText = (unit: string, threshold: bigint) => {
  if (unit === 'money') return formatDecimal(threshold)
  return unit === 'percent' ? `${threshold} %` : String(threshold)
}

/** Rows of the rules' table, in the order of the contract. */
export const ruleCells = (
  signs: Readonly<Record<string, { unit: string }>>,
  rules: Rules,
  values: readonly Value[],
): Cells[] =>
  entriesOf(signs).flatMap(([code, { unit }]) => {
    const rule = rules.get(code)
    if (!rule) return []
    const players = values.filter((value) => value.code === code).length
    return [
      {
        ...{ rule: code, days: count(rule.days), threshold: thresholdText(unit, rule.threshold) },
        ...{ weight: count(rule.weight), players: count(players) },
      },
    ]
  })

/** Page of ranked players after a cursor. */
export function pageOfRanked(ranked: readonly Flagged[], behind: Place | null) {
  const rest =
    behind === null
      ? ranked
      : ranked.filter(
          ({ id, points }) => points < Number(behind.value) || (points === Number(behind.value) && id < behind.id),
        )
  const shown = rest.slice(0, rowsShown)
  const last = shown.at(-1)
  const next: Listed['next'] = rest.length > rowsShown && last ? { value: String(last.points), id: last.id } : null
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
