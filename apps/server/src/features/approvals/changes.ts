import { formatMoney, type Currency } from '@dhow/contract/money'
import type { StaffRole } from '@dhow/contract/operation'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Staff } from '../staff/index.ts'
import type { ChangeKinds } from './index.ts'
import type { Fact } from './tables.ts'
import type { TwoPeople } from './two-people.ts'

export type ChangeKind = keyof ChangeKinds

/** How a kind is carried out, and who may confirm it. */
export interface Handler<Change> {
  /** Names the kind on the Approvals screen: “Settings”. */
  title: string
  /** Roles that may confirm it; managers and admins see every kind. */
  roles: readonly StaffRole[]
  /**
   * Carries the change out in the transaction that confirms it, with an audit entry of its own. What it answers is shown once, to the
   * person who confirmed: a link of one use, a gift's code.
   * @throws Refusal where the change does not fit any more; it then keeps waiting
   */
  apply(tx: Tx, by: StaffSession, change: Change, proposal: Proposed): Promise<ShownOnce[] | void>
}

export interface ShownOnce {
  label: string
  value: string
}

/** A change as its handler gets it. */
export interface Proposed {
  id: string
  subject: string
  summary: string
  reason: string
  proposedBy: string
  /** The proposer as a session, for writers that take one. */
  proposer: StaffSession
}

export interface Proposal<Kind extends ChangeKind> {
  kind: Kind
  /** The id of what it is about: one change of a kind and subject waits at a time. */
  subject: string
  /** The change in one sentence, for the person who confirms it. */
  summary: string
  change: ChangeKinds[Kind]
  reason: string
  facts?: readonly Fact[]
  playerId?: string
  amountMinor?: bigint
  currency?: Currency
}

/** A change that nobody confirms expires after three days. */
const openForMs = 3 * 24 * 3_600_000

/**
 * Changes that wait for a second person. The proposer never confirms; the program refuses it and a constraint of the table too. Nor does
 * anybody who made the other an operator, raised their role or reset them within a day.
 */
export function openChanges({ db, clock, id }: Platform, staff: Staff, people: TwoPeople) {
  const handlers = new Map<string, Handler<never>>()
  const handlerOf = (kind: string) => {
    const handler = handlers.get(kind)
    if (!handler) throw new Error(`no feature has registered the kind of change ${kind}`)
    return handler
  }
  const maySee = (kind: string, by: StaffSession) => by.role === 'manager' || by.role === 'admin' || mayDecide(kind, by)
  const mayDecide = (kind: string, by: StaffSession) => handlerOf(kind).roles.includes(by.role)

  async function locked(tx: Tx, changeId: string, by: StaffSession) {
    const row = await tx
      .selectFrom('approvals.waiting_change as waiting')
      .innerJoin('staff.operator_card as operator', 'operator.id', 'waiting.proposed_by')
      .selectAll('waiting')
      .select(['operator.name as proposer', 'operator.role as proposer_role'])
      .where('waiting.id', '=', changeId)
      .where('ended_at', 'is', null)
      .forUpdate('waiting')
      .executeTakeFirst()
    if (!row) throw new Refusal('change_ended')
    if (!maySee(row.kind, by) && row.proposed_by !== by.operatorId) throw new Refusal('staff_forbidden')
    return row
  }

  /** The reason why an operator may not confirm a change; null where they may. */
  function whyNot({ kind, proposed_by }: { kind: string; proposed_by: string }, by: StaffSession, tied: string[]) {
    if (proposed_by === by.operatorId) return 'own' as const
    if (!mayDecide(kind, by)) return 'role' as const
    return tied.includes(proposed_by) ? ('tied' as const) : null
  }

  const end = (tx: Tx, changeId: string, outcome: 'confirmed' | 'dropped' | 'expired', confirmedBy: string | null) =>
    tx
      .updateTable('approvals.waiting_change')
      .set({ ended_at: clock.now(), outcome, confirmed_by: confirmedBy })
      .where('id', '=', changeId)
      .execute()

  return {
    /** Declares how a kind is carried out; once, when its feature opens. */
    register<Kind extends ChangeKind>(kind: Kind, handler: Handler<ChangeKinds[Kind]>) {
      if (handlers.has(kind)) throw new Error(`the kind of change ${kind} is registered twice`)
      handlers.set(kind, handler as Handler<never>)
    },

    /** Lets a change wait for a second person; answers its id. @throws Refusal `change_waits` where another of its subject waits */
    async propose<Kind extends ChangeKind>(tx: Tx, by: StaffSession, proposal: Proposal<Kind>): Promise<string> {
      const { kind, subject, summary, change, reason, facts = [] } = proposal
      handlerOf(kind)
      const now = clock.now()
      const open = await tx
        .selectFrom('approvals.waiting_change')
        .select(['id', 'until'])
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (open && open.until > now) throw new Refusal('change_waits')
      if (open) await end(tx, open.id, 'expired', null)
      const changeId = id('chg')
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('approvals.waiting_change')
        .values({
          id: changeId,
          kind,
          subject,
          summary,
          change: JSON.stringify(change),
          facts: JSON.stringify(facts),
          player_id: proposal.playerId ?? null,
          amount_minor: proposal.amountMinor ?? null,
          currency: proposal.currency ?? null,
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
      if (numInsertedOrUpdatedRows === 0n) throw new Refusal('change_waits')
      await staff.audit(tx, {
        operatorId: by.operatorId,
        action: `${kind.replaceAll('_', '-')}.propose`,
        subject,
        text: `Proposed: ${summary} (${reason})`,
        before: null,
        after: change,
      })
      return changeId
    },

    /** The change of a subject that waits; null where none does. */
    async waitingFor(subject: string) {
      const row = await db.kysely
        .selectFrom('approvals.waiting_change as waiting')
        .innerJoin('staff.operator_card', 'staff.operator_card.id', 'waiting.proposed_by')
        .select(['waiting.id', 'waiting.summary', 'waiting.until', 'staff.operator_card.name as proposed_by'])
        .where('waiting.subject', '=', subject)
        .where('waiting.ended_at', 'is', null)
        .where('waiting.until', '>', clock.now())
        .orderBy('waiting.id')
        .executeTakeFirst()
      return row ? { ...row, until: row.until.toISOString() } : null
    },

    /** The changes that wait and that this operator may see, oldest first. */
    async waiting(by: StaffSession) {
      const kinds = [...handlers.keys()].filter((kind) => maySee(kind, by))
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
        title: handlerOf(row.kind).title,
        subject: row.subject,
        summary: row.summary,
        reason: row.reason,
        facts: row.facts as Fact[],
        player_id: row.player_id,
        amount: row.amount_minor === null ? null : formatMoney(row.amount_minor, row.currency!),
        proposed_by: row.proposer,
        proposed_at: row.proposed_at.toISOString(),
        until: row.until.toISOString(),
        why_not: whyNot(row, by, tied),
      }))
    },

    /** The number of changes that wait for this operator to confirm. */
    async count(by: StaffSession): Promise<number> {
      return (await this.waiting(by)).filter((change) => change.why_not === null).length
    },

    /**
     * Carries out what another operator proposed.
     * @throws Refusal `change_ended`, `same_operator`, `operators_tied`, `staff_forbidden`, and what the kind refuses
     */
    confirm: (changeId: string, by: StaffSession) =>
      db.transaction(async (tx) => {
        const row = await locked(tx, changeId, by)
        if (!mayDecide(row.kind, by)) throw new Refusal('staff_forbidden')
        if (row.until <= clock.now()) throw new Refusal('change_ended')
        await people.refuseSamePerson(tx, row.proposed_by, by.operatorId)
        await end(tx, changeId, 'confirmed', by.operatorId)
        const proposer = { operatorId: row.proposed_by, sessionId: '', name: row.proposer, role: row.proposer_role }
        const { subject, summary, reason } = row
        const proposed = { id: changeId, subject, summary, reason, proposedBy: row.proposed_by, proposer }
        return (await handlerOf(row.kind).apply(tx, by, row.change as never, proposed)) ?? []
      }),

    /** Drops a change that waits; its proposer may too. @throws Refusal `change_ended`, `staff_forbidden` */
    drop: (changeId: string, by: StaffSession) =>
      db.transaction(async (tx) => {
        const row = await locked(tx, changeId, by)
        await end(tx, changeId, 'dropped', null)
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: `${row.kind.replaceAll('_', '-')}.drop`,
          subject: row.subject,
          text: `Dropped the proposal: ${row.summary}`,
          before: row.change,
          after: null,
        })
      }),
  }
}
