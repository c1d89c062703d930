import type { BodyOf } from '@dhow/contract/operation'
import type { RiskReportCode, riskRuleCalls } from '@dhow/contract/report-rules'
import { Refusal } from '../../../platform/refusal.ts'
import { markets } from '../../portal/index.ts'
import { periodOf } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { readRules } from '../table-reports/player-rules.ts'
import { readFlagged } from '../table-reports/risk.ts'
import { loosens, readValues, rulesWith, valuesOf } from './rule-values.ts'

type Asked = BodyOf<(typeof riskRuleCalls)[RiskReportCode]['preview']>

/**
 * Counts the players in the report of the last seven days, by the current rules and with other values of one.
 * @throws Refusal `not_found`, `invalid_fields`, `report_rule_levels`
 */
export async function countPlayers(parts: ReportParts, report: RiskReportCode, asked: Asked) {
  const { db, clock } = parts.platform
  const { market, code } = asked
  const rules = await readRules(db.kysely, report, market)
  const rule = rules.get(code)
  if (!rule) throw new Refusal('not_found')
  const values = readValues(report, code, asked)
  const tried = rulesWith(rules, code, values)
  const scope = { market, ...periodOf({}, markets[market].timezone, clock.now()) }
  const [now, then] = [await readFlagged(parts, report, scope), await readFlagged(parts, report, scope, tried)]
  return { now: now.length, next: then.length, loosens: loosens(valuesOf(rule), values) }
}
