import * as z from './bounded.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import type { Permission } from './permissions.ts'
import { recordOf } from './records.ts'
import { tableReportCodes, tableReportOf } from './report-tables.ts'
import { idOf, market, success } from './shapes.ts'

/** Named views of reports, saved by operators for themselves or for all who see reports. */

export const reportViewRefusals = {
  report_views_full: { status: 409, sentence: 'You have 30 saved views. Remove one first.' },
  report_view_days: { status: 422, sentence: 'A saved view has both days or none.' },
} as const

interface ViewScreen {
  /** Path of the screen in the console. */
  path: string
  /** Permissions required to see it, also as a delivery. */
  needs: readonly Permission[]
}

/** Screens whose views can be saved and sent. */
export const viewScreens = {
  report: { path: '/reports', needs: ['reports.see'] },
  cohorts: { path: '/reports/cohorts', needs: ['reports.see'] },
  funnel: { path: '/reports/funnel', needs: ['reports.see'] },
  providers: { path: '/reports/providers', needs: ['reports.see', 'reports.providers'] },
  methods: { path: '/reports/methods', needs: ['reports.see', 'reports.methods'] },
  tax: { path: '/reports/tax', needs: ['reports.see', 'reports.tax'] },
  shift: { path: '/reports/shift', needs: ['reports.see'] },
  ...recordOf(tableReportCodes, (code): ViewScreen => ({ path: `/reports/${code}`, needs: tableReportOf(code).needs })),
} as const satisfies Record<string, ViewScreen>

export type ViewScreenCode = keyof typeof viewScreens
export const viewScreenOf = (code: ViewScreenCode): ViewScreen => viewScreens[code]

/** Query parameters of a screen besides market and days. */
export const viewFilters = ['provider', 'method', 'operator', 'reviewed', 'assigned'] as const
const filter = z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/)))

const shown = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  screen: z.enum(keysOf(viewScreens)),
  market,
  shared: z.boolean(),
}

const views = z.array(
  z.object({
    id: z.string(),
    ...shown,
    /** Both null for the screen's default days. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** Values of `viewFilters`. */
    filters: z.record(z.string(), z.string()),
    /** Name of the operator who saved it. */
    by: z.string(),
    mine: z.boolean(),
  }),
)

export const staffReportViews = operation({
  name: 'staffReportViews',
  method: 'GET',
  path: '/staff/reports/views',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'Saved views of reports: the caller’s own and shared ones.',
  reply: z.object({ status: success, views }),
  refusals: [],
})

export const saveReportView = operation({
  name: 'saveReportView',
  method: 'PUT',
  path: '/staff/reports/views',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'Save a view of a report under a name. The same name again replaces the caller’s view.',
  body: z.object({
    ...shown,
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
    filters: z.optional(
      z.object({ provider: filter, method: filter, operator: filter, reviewed: filter, assigned: filter }),
    ),
  }),
  reply: z.object({ status: success, views }),
  refusals: ['report_views_full', 'report_view_days'],
})

export const removeReportView = operation({
  name: 'removeReportView',
  method: 'DELETE',
  path: '/staff/reports/views/:id',
  access: 'staff',
  needs: ['reports.see'],
  summary: 'Delete one of the caller’s saved views.',
  params: z.object({ id: idOf('rvw') }),
  reply: z.object({ status: success, views }),
  refusals: ['not_found'],
})

export const reportViewOperations = [staffReportViews, saveReportView, removeReportView]
