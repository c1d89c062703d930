import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

export interface AuditEntry {
  /** Null for what the program did by itself. */
  operatorId: string | null
  /** Feature and verb: `deposit.approve`. */
  action: string
  /** The id of what it was done to. */
  subject: string
  text: string
  before: unknown
  after: unknown
}

/** Writes what an operator did, in the transaction of the act itself: there is no act without its entry. */
export function auditWriter({ id, clock }: Platform) {
  return async (tx: Tx, { operatorId, action, subject, text, before, after }: AuditEntry) => {
    const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
    await tx
      .insertInto('audit_entry')
      .values({
        id: id('aud'),
        at: clock.now(),
        operator_id: operatorId,
        action,
        subject,
        text,
        before: json(before),
        after: json(after),
      })
      .execute()
  }
}

/** The trail, newest first; of one subject where it is named. */
export async function listAudit(
  db: Db,
  page: { subject?: string | undefined; beforeId?: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('audit_entry as entry')
    .leftJoin('operator', 'operator.id', 'entry.operator_id')
    .selectAll('entry')
    .select('operator.name as operator')
    .orderBy('entry.id', 'desc')
    .limit(page.limit)
  if (page.subject) query = query.where('entry.subject', '=', page.subject)
  if (page.beforeId) query = query.where('entry.id', '<', page.beforeId)
  return query.execute()
}
