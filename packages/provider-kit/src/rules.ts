import { everyOrder } from './orders.ts'
import { callRules } from './rules/calls.ts'
import type { Rule } from './rules/rule.ts'
import { transactionRules } from './rules/transactions.ts'

/** The rules of a seamless wallet by number, from a provider's view. */
export const rules: Rule[] = [
  ...[...transactionRules, ...callRules].sort((one, other) => one.rule - other.rule),
  everyOrder,
]
