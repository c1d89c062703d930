import type { BodyOf } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import { riskReports, rulesOf, type RiskReportCode, type riskRuleCalls } from '@dhow/contract/report-rules'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { StaffSession } from '../../../platform/http/call.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { amountValue, factOf } from '../../approvals/index.ts'
import { markets } from '../../portal/index.ts'
import type { ReportParts } from '../parts.ts'
import { readRules } from '../table-reports/player-rules.ts'
import { countPlayers } from './preview-rule.ts'
import { readRiskRules } from './read-rules.ts'
import { isSame, loosens, readValues, rulesWith, valuesOf, type RuleValues } from './rule-values.ts'

interface RuleChange {
  report: RiskReportCode
  market: Market
  code: string
  before: RuleValues
  after: RuleValues
}

declare module '../../approvals/change-kinds.ts' {
  interface ChangeKinds {
    report_rule: RuleChange
  }
}

type Asked = BodyOf<(typeof riskRuleCalls)[RiskReportCode]['change']>

/** Declares how a change that two people decide is carried out. */
export function registerRuleChanges(parts: ReportParts) {
  parts.approvals.changes.register('report_rule', {
    title: operatorText('change_report_rule', {}),
    needs: 'reports.set_rules',
    async apply(tx, by, change, { proposedBy, reason }) {
      if (riskReports[change.report].report.needs.some((one) => !by.permissions.has(one)))
        throw new Refusal('staff_forbidden')
      const before = await lockRules(tx, change)
      const rule = before.get(change.code)
      if (!rule || !isSame(valuesOf(rule), change.before)) throw new Refusal('report_rule_changed')
      rulesWith(before, change.code, change.after)
      await writeChange(parts, tx, { ...change, reason, operatorId: proposedBy, confirmedBy: by.operatorId })
    },
  })
}

/**
 * Changes a market's rule: at once, or by two people if it may find fewer players.
 * @throws Refusal `not_found`, `invalid_fields`, `report_rule_same`, `report_rule_levels`, `change_waits`
 */
export async function changeRule(parts: ReportParts, report: RiskReportCode, by: StaffSession, asked: Asked) {
  const { market, code, reason } = asked
  const { approvals, platform } = parts
  const players = await countPlayers(parts, report, asked)
  const waits = await platform.db.transaction(async (tx) => {
    const isAlone = await approvals.isAlone(tx)
    const rules = await lockRules(tx, { report, market })
    const rule = rules.get(code)
    if (!rule) throw new Refusal('not_found')
    const [before, after] = [valuesOf(rule), readValues(report, code, asked)]
    if (isSame(before, after)) throw new Refusal('report_rule_same')
    rulesWith(rules, code, after)
    const change = { report, market, code, before, after }
    if (isAlone || !loosens(before, after)) {
      await writeChange(parts, tx, { ...change, reason, operatorId: by.operatorId, confirmedBy: null })
      return false
    }
    await approvals.changes.propose(tx, by, {
      kind: 'report_rule',
      subject: subjectOf(change),
      summary: operatorText('report_rule_loosened', {
        ...{ report: riskReports[report].report.title, market, rule: rulesOf(report)[code]?.name ?? code },
      }),
      ...{
        change,
        reason,
        facts: [...factsOf(change), factOf('fact_rule_players', `${players.next}`, `${players.now}`)],
      },
    })
    return true
  })
  return { waits, ...(await readRiskRules(parts, report, market)) }
}

const subjectOf = ({ report, market, code }: Pick<RuleChange, 'report' | 'market' | 'code'>) =>
  `${report}:${market}:${code}`

function factsOf({ report, market, code, before, after }: RuleChange) {
  const { currency } = markets[market]
  const sum = ({ threshold }: RuleValues) =>
    rulesOf(report)[code]?.unit === 'money' ? amountValue(BigInt(threshold), currency) : threshold
  const on = ({ on: counts }: RuleValues) => operatorText(counts ? 'value_on' : 'value_off', {})
  return [
    factOf('fact_rule_from', sum(after), sum(before)),
    factOf('fact_rule_days', `${after.days}`, `${before.days}`),
    factOf('fact_rule_points', `${after.weight}`, `${before.weight}`),
    factOf('fact_rule_on', on(after), on(before)),
  ]
}

/** Rules of a market, locked until the transaction ends. */
async function lockRules(tx: Tx, { report, market }: Pick<RuleChange, 'report' | 'market'>) {
  await sql`select from reports.player_rule where report = ${report} and market = ${market} order by code for update`.execute(
    tx,
  )
  return readRules(tx, report, market)
}

async function writeChange(
  { platform: { clock, id }, staff }: ReportParts,
  tx: Tx,
  change: RuleChange & { reason: string; operatorId: string; confirmedBy: string | null },
) {
  const { report, market, code, before, after, reason, operatorId, confirmedBy } = change
  await sql`
    update reports.player_rule set days = ${after.days}, threshold = ${after.threshold}::bigint, weight = ${after.weight}, is_on = ${after.on}
    where report = ${report} and market = ${market} and code = ${code}`.execute(tx)
  await sql`
    insert into reports.player_rule_change (id, report, market, code, at, operator_id, confirmed_by, reason, before, after)
    values (${id('prc')}, ${report}, ${market}, ${code}, ${clock.now()}, ${operatorId}, ${confirmedBy}, ${reason},
      ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(tx)
  await staff.audit(tx, {
    operatorId: confirmedBy ?? operatorId,
    action: 'report.rule',
    subject: subjectOf(change),
    text: `${riskReports[report].report.title}, ${market}: ${rulesOf(report)[code]?.name ?? code} (${reason})`,
    before,
    after,
  })
}
