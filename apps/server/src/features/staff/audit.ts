import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

export interface AuditEntry {
  /** Null for actions of the program itself. */
  operatorId: string | null
  /** Feature and verb: `deposit.approve`. */
  action: string
  /** Id of the action's subject. */
  subject: string
  text: string
  before: unknown
  after: unknown
}

/** Writes an operator's action in the transaction of the action itself: there is no action without its entry. */
export function auditWriter({ id, clock }: Pick<Platform, 'id' | 'clock'>) {
  return async (tx: Tx, { operatorId, action, subject, text, before, after }: AuditEntry) => {
    const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
    await tx
      .insertInto('staff.audit_entry')
      .values({
        id: id('aud'),
        at: clock.now(),
        operator_id: operatorId,
        action,
        subject,
        text: marked(text, operatorId, clock.now()),
        before: json(before),
        after: json(after),
      })
      .execute()
  }
}

/** Text of an entry, marked if its operator has taken a role in an emergency. */
const marked = (text: string, operatorId: string | null, now: Date) =>
  sql<string>`${text}::text || coalesce((select ' [break-glass ' || id || ']' from staff.break_glass
    where operator_id = ${operatorId} and ended_at is null and until > ${now}), '')`

export interface AuditPage {
  /** Only entries about these subjects. */
  subjects?: readonly string[] | undefined
  /** By the operator with this name. */
  operator?: string | undefined
  /** An action, or a feature with all its actions: `deposit.approve`, `deposit`. */
  action?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  beforeId?: string | undefined
  limit: number
}

/** Entries, newest first. */
export async function listAudit(db: Db, page: AuditPage) {
  let query = db
    .selectFrom('staff.audit_entry as entry')
    .leftJoin('staff.operator', 'staff.operator.id', 'entry.operator_id')
    .selectAll('entry')
    .select('staff.operator.name as operator')
    .orderBy('entry.id', 'desc')
    .limit(page.limit)
  if (page.subjects) query = query.where('entry.subject', 'in', [...page.subjects])
  const { operator, action } = page
  if (operator)
    query = query.where('entry.operator_id', 'in', (eb) =>
      eb
        .selectFrom('staff.operator as named')
        .select('named.id')
        .where((named) => named(named.fn('lower', ['named.name']), '=', operator.toLowerCase())),
    )
  if (action) {
    const begin = action.includes('.') ? action : `${action}.`
    query = query.where((eb) =>
      eb.or([eb('entry.action', '=', action), eb('entry.action', 'like', `${begin.replaceAll(/[\\%_]/g, '\\$&')}%`)]),
    )
  }
  if (page.from) query = query.where('entry.at', '>=', page.from)
  if (page.until) query = query.where('entry.at', '<', page.until)
  if (page.beforeId) query = query.where('entry.id', '<', page.beforeId)
  return query.execute()
}
