import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { auditWriter } from './audit.ts'
import type { ChangeKind } from './tables.ts'

/** What nobody has confirmed within three days was not meant. */
const openForMs = 3 * 24 * 3_600_000

export interface Proposal {
  kind: ChangeKind
  /** What it is about: one change of it waits at a time. */
  subject: string
  /** The change in words, as its second operator reads it. */
  summary: string
  change: unknown
  reason: string
}

/** Changes that wait for a second operator; whoever proposes one never confirms it, in the code and in a constraint of the table. */
export function openChanges({ db, clock, id }: Platform, audit: ReturnType<typeof auditWriter>) {
  const locked = async (tx: Tx, changeId: string) => {
    const row = await tx
      .selectFrom('waiting_change')
      .selectAll()
      .where('id', '=', changeId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('change_ended')
    return row
  }
  const end = (tx: Tx, changeId: string, outcome: 'confirmed' | 'dropped' | 'expired', confirmedBy: string | null) =>
    tx
      .updateTable('waiting_change')
      .set({ ended_at: clock.now(), outcome, confirmed_by: confirmedBy })
      .where('id', '=', changeId)
      .execute()

  return {
    /** Puts a change where a second operator sees it. @throws Refusal `change_waits` where another of its subject waits */
    async propose(tx: Tx, by: StaffSession, { kind, subject, summary, change, reason }: Proposal) {
      const now = clock.now()
      const open = await tx
        .selectFrom('waiting_change')
        .select(['id', 'until'])
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (open && open.until > now) throw new Refusal('change_waits')
      if (open) await end(tx, open.id, 'expired', null)
      const changeId = id('chg')
      await tx
        .insertInto('waiting_change')
        .values({
          id: changeId,
          kind,
          subject,
          summary,
          change: JSON.stringify(change),
          proposed_by: by.operatorId,
          proposed_at: now,
          until: new Date(now.getTime() + openForMs),
          reason,
          confirmed_by: null,
          ended_at: null,
          outcome: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
        .then(({ numInsertedOrUpdatedRows }) => {
          if (numInsertedOrUpdatedRows === 0n) throw new Refusal('change_waits')
        })
      await audit(tx, {
        operatorId: by.operatorId,
        action: `${kind.replace('_', '-')}.propose`,
        subject,
        text: `Proposed: ${summary} (${reason})`,
        before: null,
        after: change,
      })
    },

    /** What waits, oldest first. */
    waiting: (kinds: readonly ChangeKind[]) =>
      db.kysely
        .selectFrom('waiting_change as waiting')
        .innerJoin('operator', 'operator.id', 'waiting.proposed_by')
        .selectAll('waiting')
        .select('operator.name as proposer')
        .where('waiting.kind', 'in', [...kinds])
        .where('waiting.ended_at', 'is', null)
        .where('waiting.until', '>', clock.now())
        .orderBy('waiting.id')
        .execute(),

    /** Takes a change to be carried out in this transaction. @throws Refusal `change_ended`, `same_operator` */
    async confirm(tx: Tx, changeId: string, by: StaffSession) {
      const row = await locked(tx, changeId)
      if (row.until <= clock.now()) throw new Refusal('change_ended')
      if (row.proposed_by === by.operatorId) throw new Refusal('same_operator')
      await end(tx, changeId, 'confirmed', by.operatorId)
      return row
    },

    /** Lets a change go. @throws Refusal `change_ended` */
    async drop(tx: Tx, changeId: string, by: StaffSession) {
      const row = await locked(tx, changeId)
      await end(tx, changeId, 'dropped', null)
      await audit(tx, {
        operatorId: by.operatorId,
        action: `${row.kind.replace('_', '-')}.drop`,
        subject: row.subject,
        text: `Dropped the proposal: ${row.summary}`,
        before: row.change,
        after: null,
      })
      return row
    },
  }
}
