import { parseAmount } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import { isLevel, rulesOf, type RiskReportCode } from '@dhow/contract/report-rules'
import { Refusal } from '../../../platform/refusal.ts'
import type { PlayerRule, Rules } from '../table-reports/player-rules.ts'

/** Values of a rule as changes keep them; the sum in minor units, a number or percent, as text. */
export interface RuleValues {
  days: number
  threshold: string
  weight: number
  on: boolean
}

export const valuesOf = ({ days, threshold, weight, isOn }: PlayerRule): RuleValues => ({
  ...{ days, threshold: String(threshold), weight, on: isOn },
})

/** Values that were asked for, whose sum is decimal text of the rule's unit; a level has a sum alone. @throws Refusal `invalid_fields` where the sum does not fit the rule's unit */
export function readValues(
  report: RiskReportCode,
  code: string,
  { days, threshold, weight, on }: RuleValues,
): RuleValues {
  const isMoney = rulesOf(report)[code]?.unit === 'money'
  const sum = isMoney ? parseAmount(threshold) : /^[0-9]+$/.test(threshold) ? BigInt(threshold) : undefined
  if (sum === undefined) throw faultOfSum(operatorText('whole_number', {}))
  if (sum === 0n)
    throw faultOfSum(isMoney ? operatorText('amount_above_zero', {}) : operatorText('at_least', { least: '1' }))
  const own = { days, weight, on }
  return { ...(isLevel(code) ? { days: 1, weight: 0, on: true } : own), threshold: String(sum) }
}

const faultOfSum = (text: ReturnType<typeof operatorText>) =>
  new Refusal('invalid_fields', { fields: { threshold: [text] } })

export const isSame = (one: RuleValues, other: RuleValues): boolean =>
  one.days === other.days && one.threshold === other.threshold && one.weight === other.weight && one.on === other.on

/**
 * Whether a change may find fewer players: the rule ends, counts from more on, or for less. Other days count as well, since some rules find fewer
 * players over more of them.
 */
export const loosens = (before: RuleValues, after: RuleValues): boolean =>
  before.on &&
  (!after.on ||
    BigInt(after.threshold) > BigInt(before.threshold) ||
    after.weight < before.weight ||
    after.days !== before.days)

/** The rules with other values of one. @throws Refusal `report_rule_levels` if levels would not rise */
export function rulesWith(rules: Rules, code: string, { days, threshold, weight, on }: RuleValues): Rules {
  const changed = new Map(rules).set(code, { code, days, threshold: BigInt(threshold), weight, isOn: on })
  const levels = ['level_1', 'level_2', 'level_3'].map((level) => changed.get(level)?.threshold ?? 0n)
  if (levels.some((from, index) => index > 0 && from <= (levels[index - 1] ?? 0n)) && isLevel(code))
    throw new Refusal('report_rule_levels')
  return changed
}
