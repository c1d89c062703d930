import { parseAmount } from '@dhow/contract/money'
import type { segmentFields, SegmentRule, SegmentRules } from '@dhow/contract/segments'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'
import { Refusal } from '../../platform/refusal.ts'

type Described = ReplyOf<typeof segmentFields>['fields'][number]
type Facts = Tables['campaigns.player_fact']
export type Eb = ExpressionBuilder<Tables, 'campaigns.player_fact'>

type Column<Value> = { [Name in keyof Facts]: Facts[Name] extends Value ? Name : never }[keyof Facts]

interface Common {
  field: string
  group: Described['group']
  label: string
}
type Field = Common &
  (
    | { kind: 'amount' | 'count'; column: Column<bigint> }
    | { kind: 'days'; column: 'created_at' | 'last_deposit_at' | 'last_played_at' }
  )

/** All fields that rules may use; the console builds its editor from these rows. */
const fields: readonly Field[] = [
  { field: 'registered', group: 'profile', label: 'Registered', kind: 'days', column: 'created_at' },
  { field: 'cash', group: 'money', label: 'Balance', kind: 'amount', column: 'cash_minor' },
  { field: 'bonus', group: 'money', label: 'Bonus balance', kind: 'amount', column: 'bonus_minor' },
  { field: 'deposits', group: 'money', label: 'Credited deposits', kind: 'count', column: 'deposits' },
  { field: 'deposited', group: 'money', label: 'Paid in', kind: 'amount', column: 'deposited_minor' },
  { field: 'last_deposit', group: 'money', label: 'Last deposit', kind: 'days', column: 'last_deposit_at' },
  { field: 'withdrawn', group: 'money', label: 'Paid out', kind: 'amount', column: 'withdrawn_minor' },
  { field: 'rounds', group: 'play', label: 'Rounds', kind: 'count', column: 'rounds' },
  { field: 'staked', group: 'play', label: 'Staked', kind: 'amount', column: 'staked_minor' },
  { field: 'lost', group: 'play', label: 'Lost, net', kind: 'amount', column: 'lost_minor' },
  { field: 'last_played', group: 'play', label: 'Last round', kind: 'days', column: 'last_played_at' },
]

const ofNumbers: Described['operators'] = [
  { operator: 'at_least', label: 'at least' },
  { operator: 'at_most', label: 'at most' },
]
const ofDays: Described['operators'] = [
  { operator: 'at_least', label: 'at least … days ago' },
  { operator: 'at_most', label: 'at most … days ago' },
]

/** The fields as the console's editor needs them. */
export const describedFields = (): Described[] =>
  fields.map(({ field, group, label, kind, column }) => ({
    ...{ field, group, label, kind },
    operators:
      kind !== 'days'
        ? ofNumbers
        : column === 'created_at'
          ? ofDays
          : [...ofDays, { operator: 'never', label: 'never' }],
  }))

const dayMs = 86_400_000

/** Whether a player's facts match the rules. Without rules everybody matches. @throws Refusal `segment_rule_wrong` */
export function fits(eb: Eb, { match, rules }: SegmentRules, now: Date): Expression<SqlBool> {
  const each = rules.map((rule) => fitsOne(eb, rule, now))
  if (each.length === 0) return eb.lit(true)
  return match === 'all' ? eb.and(each) : eb.or(each)
}

function fitsOne(eb: Eb, { field: name, operator, value }: SegmentRule, now: Date): Expression<SqlBool> {
  const field = fields.find((one) => one.field === name)
  const isOffered = describedFields().some(
    (one) => one.field === name && one.operators.some((offered) => offered.operator === operator),
  )
  if (!field || !isOffered) throw new Refusal('segment_rule_wrong')
  if (field.kind === 'days') {
    if (operator === 'never') return eb(field.column, 'is', null)
    const days = parseWholeNumber(value)
    // More days ago means an earlier instant.
    return eb(field.column, operator === 'at_least' ? '<=' : '>=', new Date(now.getTime() - Number(days) * dayMs))
  }
  const least = field.kind === 'amount' ? amountOf(value) : parseWholeNumber(value)
  return eb(field.column, operator === 'at_least' ? '>=' : '<=', least)
}

function parseWholeNumber(value: string): bigint {
  if (!/^\d{1,6}$/.test(value)) throw new Refusal('segment_rule_wrong')
  return BigInt(value)
}

function amountOf(value: string): bigint {
  const minor = parseAmount(value)
  if (minor === undefined) throw new Refusal('segment_rule_wrong')
  return minor
}
