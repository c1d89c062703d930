import { keysOf } from '@dhow/contract/keys-of'
import type { QueryOf } from '@dhow/contract/operation'
import { reportFigures } from '@dhow/contract/report-figures'
import type { staffReportWorkbook } from '@dhow/contract/reports'
import { bold, count, head, money, sheet, text, writeWorkbook } from '../../platform/workbook.ts'
import type { ReportParts } from './parts.ts'
import { readReport } from './read-report.ts'

const codes = keysOf(reportFigures)

/**
 * A report as a workbook of four sheets: a row per day with the period's sum last, providers, payment accounts, and
 * definitions of the figures. Cells are numbers, so that spreadsheets can add them up.
 * @throws Refusal as `readReport`
 */
export async function reportWorkbook(parts: ReportParts, query: QueryOf<typeof staffReportWorkbook>) {
  const report = await readReport(parts, query)
  const period = `${report.from} to ${report.to}, ${report.market}, ${report.currency}, days of ${report.timezone}`
  const figures = codes.map((code) => reportFigures[code])
  const values = (of: (code: (typeof codes)[number], index: number) => string | undefined) =>
    codes.map((code, index) => (figures[index]?.unit === 'count' ? count : money)(of(code, index)))
  const bytes = await writeWorkbook([
    sheet('Days', [
      head(['Day', ...figures.map(({ name }) => name)]),
      ...report.days.map(({ day, values: ofDay }) => [text(day), ...values((code) => ofDay[code])]),
      [bold('Total'), ...values((_, index) => report.figures[index]?.value)],
    ]),
    sheet('Providers', [
      head(['Provider', 'Turnover', 'Wins', 'GGR', 'Fee']),
      ...report.providers.map(({ code, turnover, wins, ggr, fee }) => [
        text(code),
        ...[turnover, wins, ggr, fee].map(money),
      ]),
    ]),
    sheet('Payment accounts', [
      head(['Account', 'Method', 'Deposits', 'Payments', 'Fee']),
      ...report.methods.map(({ account, name, deposits, count: payments, fee }) => [
        text(account),
        text(name),
        money(deposits),
        count(String(payments)),
        money(fee),
      ]),
    ]),
    sheet('Definitions', [
      head(['Figure', 'Unit', 'Definition']),
      ...figures.map(({ name, unit, definition }) =>
        [name, unit === 'money' ? report.currency : 'count', definition].map(text),
      ),
      [text('Period'), text(''), text(period)],
    ]),
  ])
  return { name: `dhow-report-${report.market}-${report.from}-${report.to}.xlsx`, bytes }
}
