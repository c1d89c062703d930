import { keysOf } from '@dhow/contract/keys-of'
import type { Permission } from '@dhow/contract/permissions'
import { shiftWork } from '@dhow/contract/report-shift'
import { formatCsv } from '../../platform/csv.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { count, head, money, sheet, text, writeWorkbook } from '../../platform/workbook.ts'
import type { OverviewParts } from './parts.ts'
import { readShift, type ShiftQuery } from './read-shift.ts'

type Shift = Awaited<ReturnType<typeof readShift>>
type Done = Shift['done'][number]

/** A shift report as CSV: a row for each kind of work and currency, then the queues. @throws Refusal as `readShift` */
export async function shiftFile(parts: OverviewParts, by: StaffSession, query: ShiftQuery) {
  return csvOfShift(await readShift(parts, by, query, 'reports.export'))
}

/** Shift report as CSV for a schedule, without the queues, which depend on the reader. */
export async function scheduledShift(
  parts: OverviewParts,
  { operator, from, to }: { operator: string; from: Date; to: Date },
) {
  const by = { operatorId: operator, permissions: new Set<Permission>() }
  return csvOfShift(await readShift(parts, by, { from: from.toISOString(), to: to.toISOString() }))
}

function csvOfShift(shift: Shift) {
  const rows = formatCsv([
    ['part', 'kind', 'count', 'currency', 'amount', 'median_s', 'p90_s', 'oldest'],
    ...shift.done.flatMap((work) =>
      sumsOf(work).map(({ currency, amount }) => [
        ...['done', work.kind, String(work.count), currency, amount],
        ...[secondsOf(work.median_s), secondsOf(work.p90_s), ''],
      ]),
    ),
    ...shift.left.map(({ queue, count: waiting, oldest }) => ['left', queue, String(waiting), '', '', '', '', oldest]),
  ])
  return { name: `${nameOf(shift)}.csv`, text: rows }
}

/** A shift report as a workbook. @throws Refusal as `readShift` */
export async function shiftWorkbook(parts: OverviewParts, by: StaffSession, query: ShiftQuery) {
  const shift = await readShift(parts, by, query, 'reports.export')
  const bytes = await writeWorkbook([
    sheet('Done', [
      head(['Work', 'Count', 'Currency', 'Amount', 'Median (s)', '90th percentile (s)']),
      ...shift.done.flatMap((work) =>
        sumsOf(work).map(({ currency, amount }) => [
          text(shiftWork[work.kind].name),
          count(String(work.count)),
          text(currency),
          money(amount === '' ? undefined : amount),
          ...[work.median_s, work.p90_s].map((seconds) => count(seconds === null ? undefined : String(seconds))),
        ]),
      ),
    ]),
    sheet('Left', [
      head(['Queue', 'Count', 'Oldest since']),
      ...shift.left.map(({ queue, count: waiting, oldest }) => [
        text(queue),
        count(String(waiting)),
        text(oldest ?? ''),
      ]),
    ]),
    sheet('Definitions', [
      head(['Work', 'Code', 'Definition']),
      ...keysOf(shiftWork).map((kind) => [shiftWork[kind].name, kind, shiftWork[kind].definition].map(text)),
      [text('Shift'), text(''), text(`${shift.operator.name}, ${shift.from} to ${shift.to}, queues at ${shift.at}`)],
    ]),
  ])
  return { name: `${nameOf(shift)}.xlsx`, bytes }
}

/** A row per currency; one without a currency if the work has no amount. */
const sumsOf = ({ sums }: Done): { currency: string; amount: string }[] =>
  sums.length > 0 ? sums : [{ currency: '', amount: '' }]
const secondsOf = (seconds: number | null) => (seconds === null ? '' : String(seconds))
const nameOf = ({ operator, from, to }: Shift) =>
  `dhow-shift-${operator.id}-${[from, to].map((at) => at.slice(0, 16).replaceAll(':', '')).join('-')}`
