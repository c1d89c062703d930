// Our own rules for oxlint; `.oxlintrc.json` configures where each applies.
import { boundaries } from './boundaries.mjs'
import * as rules from './rules.mjs'

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export default {
  meta: { name: 'dhow' },
  // A rule `exactMoney` is `dhow/exact-money`.
  rules: {
    boundaries,
    ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [dashed(name), rule])),
  },
}
