import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Market } from '@dhow/contract/shapes'
import { period } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { HelpParts } from './parts.ts'

const maxSpanMs = 366 * 86_400_000

/** Days of an export, the last included, for one market or all. */
export interface ExportSpan {
  from: string
  to: string
  market?: Market | undefined
}

/** Start and end of the days, UTC. @throws Refusal `span_too_long` above 366 days */
export function instantsOf(span: ExportSpan): { first: Date; end: Date } {
  const { from, until } = period(span)
  const [first, end] = [required(from, 'first day'), required(until, 'last day')]
  if (end.getTime() - first.getTime() > maxSpanMs) throw new Refusal('span_too_long')
  return { first, end }
}

/** Audits a download. */
export const auditExport = (
  tx: Tx,
  { staff }: Pick<HelpParts, 'staff'>,
  by: StaffSession,
  { subject, span, rows }: { subject: 'complaints' | 'conversations'; span: ExportSpan; rows: number },
) =>
  staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'help.export',
    subject,
    text: `Downloaded the ${subject} from ${span.from} to ${span.to}`,
    before: null,
    after: { rows },
  })
