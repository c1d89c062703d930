import { keysOf } from '@dhow/contract/keys-of'
import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import { shiftWork, type staffShift } from '@dhow/contract/report-shift'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OverviewParts } from './parts.ts'
import { waitingQueues } from './read-overview.ts'
import { readOperators, readWork, type WorkRow } from './shift-store.ts'

export type ShiftQuery = QueryOf<typeof staffShift>
type Shift = Omit<ReplyOf<typeof staffShift>, 'status'>

const hourMs = 3_600_000
const usualMs = 12 * hourMs
const longestMs = 31 * 24 * hourMs

/**
 * An operator's work in a period, and the current queues. Everybody may read their own shift; others' need `needed`.
 * @throws Refusal `staff_forbidden`, `not_found`, `shift_too_long`, `shift_backwards`
 */
export async function readShift(
  { platform, ...features }: OverviewParts,
  by: Pick<StaffSession, 'operatorId' | 'permissions'>,
  query: ShiftQuery,
  needed: Permission = 'reports.see',
): Promise<Shift> {
  const { db, clock } = platform
  const operatorId = query.operator ?? by.operatorId
  if (operatorId !== by.operatorId && !by.permissions.has(needed)) throw new Refusal('staff_forbidden')
  const at = clock.now()
  const to = query.to === undefined ? at : new Date(query.to)
  const from = query.from === undefined ? new Date(to.getTime() - usualMs) : new Date(query.from)
  if (to < from) throw new Refusal('shift_backwards')
  if (to.getTime() - from.getTime() > longestMs) throw new Refusal('shift_too_long')
  const operators = await readOperators(db.kysely)
  const operator = operators.find(({ id }) => id === operatorId)
  if (!operator) throw new Refusal('not_found')
  return {
    operator,
    from: from.toISOString(),
    to: to.toISOString(),
    at: at.toISOString(),
    done: summariseWork(await readWork(db.kysely, { operatorId, from, to })),
    left: await waitingQueues({ platform, ...features }, by),
    operators: by.permissions.has('reports.see') ? operators : [],
  }
}

/** Kinds of work in the order of the contract, without empty ones. */
function summariseWork(rows: readonly WorkRow[]): Shift['done'] {
  return keysOf(shiftWork).flatMap((kind) => {
    const all = rows.find((row) => row.kind === kind && row.currency === null)
    if (!all) return []
    const [median_s, p90_s] = (all.times ?? [null, null]).map((seconds) =>
      seconds === null ? null : Math.round(seconds),
    )
    const sums = rows.flatMap((row) =>
      row.kind === kind && row.currency !== null && row.amount_minor !== null
        ? [{ currency: row.currency, amount: formatDecimal(row.amount_minor) }]
        : [],
    )
    return [{ kind, count: Number(all.count), sums, median_s: median_s ?? null, p90_s: p90_s ?? null }]
  })
}
