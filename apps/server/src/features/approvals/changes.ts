import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import type { Staff } from '../staff/index.ts'
import type { ChangeKind, ChangeKinds } from './change-kinds.ts'
import type { FourEyes } from './four-eyes.ts'
import type { Handler, Proposal, ChangeParts } from './parts.ts'
import { handlerOf } from './handlers.ts'
import { readWaitingFor, listWaiting, readWaitingForMe } from './list-changes.ts'
import { endChange, confirmChange, dropChange } from './confirm-change.ts'
import { bind } from '../../platform/bind.ts'

/** An unconfirmed change expires after three days. */
const openForMs = 3 * 24 * 3_600_000

/**
 * Changes that wait for a second person. The proposer never confirms: both the program and a constraint of the table
 * refuse it. Nor may an operator whom the proposer added, promoted or reset within a day, or vice versa.
 */
export function openChanges(platform: Platform, staff: Staff, people: FourEyes) {
  const { clock, id } = platform
  const handlers = new Map<string, Handler<never>>()
  const parts: ChangeParts = { platform, staff, people, handlers }

  return {
    ...bind(parts, {
      waitingFor: readWaitingFor,
      waiting: listWaiting,
      waitingForMe: readWaitingForMe,
      confirm: confirmChange,
      drop: dropChange,
    }),
    /** Registers how a kind is carried out; once, when its feature opens. */
    register<Kind extends ChangeKind>(kind: Kind, handler: Handler<ChangeKinds[Kind]>) {
      if (handlers.has(kind)) throw new Error(`the kind of change ${kind} is registered twice`)
      handlers.set(kind, handler)
    },
    /**
     * Stores a change for a second person; returns its id. @throws Refusal `change_waits` if another of its subject
     * waits
     */
    async propose<Kind extends ChangeKind>(tx: Tx, by: StaffSession, proposal: Proposal<Kind>): Promise<string> {
      const { kind, subject, summary, change, reason, facts = [] } = proposal
      handlerOf(parts, kind)
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
      if (open) await endChange(parts, tx, open.id, 'expired', null)
      const changeId = id('chg')
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('approvals.waiting_change')
        .values({
          id: changeId,
          kind,
          subject,
          summary_code: summary.code,
          summary_params: JSON.stringify(summary.params),
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
        text: `Proposed: ${inEnglish(summary)}${reason === '' ? '' : ` (${reason})`}`,
        before: null,
        after: change,
      })
      return changeId
    },
  }
}
