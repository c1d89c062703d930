import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { recordOf } from './records.ts'
import type { Unit } from './report-table-shape.ts'
import { harm, harmMarkers, laundering, launderingSigns } from './report-tables-risk.ts'
import { currency, instant, market, success } from './shapes.ts'

/** Rules of the risk reports: threshold and points of each in a market. */

export const reportRuleRefusals = {
  report_rule_levels: { status: 422, sentence: 'Each level has to begin at more points than the one before.' },
  report_rule_same: { status: 409, sentence: 'The rule has these values already.' },
  report_rule_changed: { status: 409, sentence: 'The rule was changed meanwhile. Look at its values again.' },
} as const

interface Rule {
  name: string
  unit: Unit
  definition: string
}

/** Levels of harm: a rule each, whose sum is points. */
export const harmLevels = {
  level_1: { name: 'Level 1', unit: 'count', definition: 'A note is enough from so many points on.' },
  level_2: {
    name: 'Level 2',
    unit: 'count',
    definition: 'A message in play and no more offers from so many points on.',
  },
  level_3: { name: 'Level 3', unit: 'count', definition: 'A break and limits from so many points on.' },
} as const satisfies Record<string, Rule>

/** The two reports with their rules by code. */
export const riskReports = {
  harm: { report: harm, rules: { ...harmMarkers, ...harmLevels }, name: 'Harm' },
  laundering: { report: laundering, rules: launderingSigns, name: 'Laundering' },
} as const

export type RiskReportCode = keyof typeof riskReports
export const riskReportCodes = keysOf(riskReports)

/** Rules of a report by code, with the type of them all. */
export const rulesOf = (report: RiskReportCode): Readonly<Record<string, Rule>> => riskReports[report].rules

/** Whether the rule is only a level of points: without days and points, and never off. */
export const isLevel = (code: string): boolean => Object.hasOwn(harmLevels, code)

/** Most points of a rule, and most days that it looks at. */
export const [maxRuleWeight, maxRuleDays] = [100, 365]

const values = {
  days: z.int().check(z.minimum(1), z.maximum(maxRuleDays)),
  /** A decimal amount of the market's currency, a number, or percent. */
  threshold: z
    .string()
    .check(z.trim(), z.maxLength(15), z.regex(/^[0-9]{1,12}(\.[0-9]{1,2})?$/, fault('number_invalid'))),
  weight: z.int().check(z.minimum(0), z.maximum(maxRuleWeight)),
  on: z.boolean(),
}

const rule = z.object({ code: z.string(), ...values, threshold: z.string() })

const change = z.object({
  id: z.string(),
  at: instant,
  code: z.string(),
  operator: z.string(),
  /** Name of the second person, if there was one. */
  confirmed_by: z.nullable(z.string()),
  reason: z.string(),
  before: z.object({ ...values, threshold: z.string() }),
  after: z.object({ ...values, threshold: z.string() }),
})

const shown = {
  status: success,
  market,
  currency,
  rules: z.array(rule),
  /** The last 100 changes, newest first. */
  changes: z.array(change),
}

const asked = { market, code: z.string().check(z.regex(/^[a-z_0-9]{1,40}$/)), ...values }

/** Calls for each report's rules: read, preview and change. */
export const riskRuleCalls = recordOf(riskReportCodes, (code) => {
  const { report, name } = riskReports[code]
  const path = `/staff/reports/${code}/rules`
  return {
    read: operation({
      name: `staff${name}Rules`,
      method: 'GET',
      path,
      access: 'staff',
      needs: report.needs,
      summary: `Rules of the report “${report.title}” in a market, with their changes.`,
      query: z.object({ market }),
      reply: z.object(shown),
      refusals: [],
    }),
    preview: operation({
      name: `preview${name}Rule`,
      method: 'POST',
      path: `${path}/preview`,
      access: 'staff',
      needs: report.needs,
      summary:
        'Preview how many players the report of the last seven days would list with other values of a rule. Changes nothing.',
      body: z.object(asked),
      reply: z.object({
        status: success,
        /** Players in the report: as the rules are, and with these values. */
        now: z.number(),
        next: z.number(),
        /** Whether a second person has to confirm it. */
        loosens: z.boolean(),
      }),
      refusals: ['not_found', 'report_rule_levels'],
    }),
    change: operation({
      name: `change${name}Rule`,
      method: 'PUT',
      path,
      access: 'staff',
      needs: [...report.needs, 'reports.set_rules'],
      summary:
        'Change the days, sum or points of a rule, or switch it on or off. A change that may list fewer players needs a second person.',
      body: z.object({ ...asked, reason }),
      reply: z.object({ ...shown, waits: z.boolean() }),
      refusals: ['not_found', 'report_rule_levels', 'report_rule_same', 'change_waits'],
    }),
  }
})

export const reportRuleOperations = Object.values(riskRuleCalls).flatMap(({ read, preview, change: set }) => [
  read,
  preview,
  set,
])
