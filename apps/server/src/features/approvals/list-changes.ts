import { required } from '../../platform/required.ts'
import type { ChangeParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { amountValue } from './facts.ts'
import type { Waiting } from '../../platform/waiting.ts'
import { factsIn, summaryOf } from './summary.ts'
import { handlerOf, canSeeChange } from './handlers.ts'
import { refusalToDecide } from './confirm-change.ts'

/** The waiting change of a subject; null if none. */
export async function readWaitingFor({ platform: { db, clock } }: ChangeParts, subject: string) {
  const row = await db.kysely
    .selectFrom('approvals.waiting_change as waiting')
    .innerJoin('staff.operator_card', 'staff.operator_card.id', 'waiting.proposed_by')
    .select([
      'waiting.id',
      'waiting.summary',
      'waiting.summary_code',
      'waiting.summary_params',
      'waiting.until',
      'staff.operator_card.name as proposed_by',
    ])
    .where('waiting.subject', '=', subject)
    .where('waiting.ended_at', 'is', null)
    .where('waiting.until', '>', clock.now())
    .orderBy('waiting.id')
    .executeTakeFirst()
  if (!row) return null
  const { id, proposed_by, until } = row
  return { id, summary: summaryOf(row), proposed_by, until: until.toISOString() }
}

/** Waiting changes that this operator may see, oldest first. */
export async function listWaiting(parts: ChangeParts, by: StaffSession) {
  const {
    handlers,
    platform: { db, clock },
    people,
  } = parts
  const kinds = [...handlers.keys()].filter((kind) => canSeeChange(parts, kind, by))
  const rows = await db.kysely
    .selectFrom('approvals.waiting_change as waiting')
    .innerJoin('staff.operator_card', 'staff.operator_card.id', 'waiting.proposed_by')
    .selectAll('waiting')
    .select('staff.operator_card.name as proposer')
    .where('waiting.ended_at', 'is', null)
    .where('waiting.until', '>', clock.now())
    .where((eb) => eb.or([eb('kind', 'in', ['', ...kinds]), eb('proposed_by', '=', by.operatorId)]))
    .orderBy('waiting.id')
    .execute()
  const tied = await people.tiedTo(db.kysely, by.operatorId)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: handlerOf(parts, row.kind).title,
    subject: row.subject,
    summary: summaryOf(row),
    reason: row.reason,
    facts: factsIn(row.facts),
    player_id: row.player_id,
    amount:
      row.amount_minor === null
        ? null
        : amountValue(row.amount_minor, required(row.currency, 'currency of the amount')),
    proposed_by: row.proposer,
    proposed_at: row.proposed_at.toISOString(),
    until: row.until.toISOString(),
    why_not: refusalToDecide(parts, row, by, tied),
  }))
}

/** Changes that this operator can confirm. */
export async function readWaitingForMe(parts: ChangeParts, by: StaffSession): Promise<Waiting> {
  const mine = (await listWaiting(parts, by)).filter((change) => change.why_not === null)
  const [first] = mine.map((change) => change.proposed_at).toSorted()
  return { count: mine.length, oldest: first === undefined ? null : new Date(first) }
}
