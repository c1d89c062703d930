// Our own rules for oxlint: what no stock rule knows. `.oxlintrc.json` has where each holds.
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
