import type { ReplyOf } from '@dhow/contract/operation'
import { entriesOf } from '@dhow/contract/records'
import { rulesOf, type RiskReportCode, type riskRuleCalls } from '@dhow/contract/report-rules'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { markets } from '../../portal/index.ts'
import type { ReportParts } from '../parts.ts'
import { readRules, thresholdText } from '../table-reports/player-rules.ts'
import { valuesOf, type RuleValues } from './rule-values.ts'

type Shown = Omit<ReplyOf<(typeof riskRuleCalls)[RiskReportCode]['read']>, 'status'>

const changesShown = 100

interface ChangeRow {
  id: string
  at: Date
  code: string
  operator: string
  confirmed_by: string | null
  reason: string
  before: RuleValues
  after: RuleValues
}

/** Rules of a report in a market, in the order of the contract, with their last changes. */
export async function readRiskRules(parts: ReportParts, report: RiskReportCode, market: Market): Promise<Shown> {
  const { kysely } = parts.platform.db
  const known = await readRules(kysely, report, market)
  const shown = (code: string, { threshold, ...values }: RuleValues) => ({
    ...values,
    threshold: thresholdText(rulesOf(report)[code]?.unit, BigInt(threshold)),
  })
  const { rows } = await sql<ChangeRow>`
    select change.id, change.at, change.code, operator.name as operator, second.name as confirmed_by, change.reason, change.before, change.after
    from reports.player_rule_change change join staff.operator_card operator on operator.id = change.operator_id
    left join staff.operator_card second on second.id = change.confirmed_by
    where change.report = ${report} and change.market = ${market} order by change.id desc limit ${changesShown}`.execute(
    kysely,
  )
  return {
    ...{ market, currency: markets[market].currency },
    rules: entriesOf(rulesOf(report)).flatMap(([code]) => {
      const rule = known.get(code)
      return rule ? [{ code, ...shown(code, valuesOf(rule)) }] : []
    }),
    changes: rows.map(({ at, before, after, ...row }) => ({
      ...{ ...row, at: at.toISOString() },
      ...{ before: shown(row.code, before), after: shown(row.code, after) },
    })),
  }
}
