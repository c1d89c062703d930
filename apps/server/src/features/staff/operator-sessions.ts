import type { Tx } from '../../platform/db/index.ts'
import { deviceLabel } from '../../platform/device-label.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { auditOwn, endOtherSessions } from './own-factors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { StaffParts } from './parts.ts'
import { endSessions, lockBoth } from './set-operator.ts'
import { signInRules } from './sign-in-rules.ts'

/** Operators' sessions: each sees and ends their own; managers of operators all. */
export function openOperatorSessions(parts: StaffParts) {
  const { audit, platform } = parts
  const { db, clock } = platform

  return {
    own: (by: StaffSession) => listOpen(platform, by.operatorId, by),

    /** Ends one of one's own sessions. @throws Refusal `not_found` */
    endOwn: (by: StaffSession, sessionId: string) =>
      db.transaction(async (tx) => {
        await endOne(platform, tx, by.operatorId, sessionId)
        await auditOwn(parts, tx, by, 'operator.end-own-sessions', `ended their session ${sessionId}`)
      }),

    /** Ends all one's own sessions but the caller's. */
    endOthers: (by: StaffSession) =>
      db.transaction(async (tx) => {
        await endOtherSessions(parts, tx, by)
        await auditOwn(parts, tx, by, 'operator.end-own-sessions', 'ended their other sessions')
      }),

    /** Open sessions of an operator. @throws Refusal `not_found` */
    async of(operatorId: string, by: StaffSession) {
      const known = await db.kysely
        .selectFrom('staff.operator')
        .select('id')
        .where('id', '=', operatorId)
        .executeTakeFirst()
      if (!known) throw new Refusal('not_found')
      return listOpen(platform, operatorId, by)
    },

    /** Ends one session of another operator, or all. @throws Refusal `not_found`, `staff_is_self` */
    end: (operatorId: string, by: StaffSession, { session_id: sessionId, reason }: EndedSessions) =>
      db.transaction(async (tx) => {
        const { name } = await lockBoth(tx, operatorId, by)
        if (sessionId === undefined) await endSessions(tx, operatorId, clock.now())
        else await endOne(platform, tx, operatorId, sessionId)
        await audit(tx, {
          operatorId: by.operatorId,
          action: 'operator.end-sessions',
          subject: operatorId,
          text: `Ended ${sessionId === undefined ? 'every session' : `the session ${sessionId}`} of the operator ${name}: ${reason}`,
          before: null,
          after: null,
        })
      }),
  }
}

/** Open sessions of an operator, the last seen first. */
async function listOpen({ db, clock }: Platform, operatorId: string, by: StaffSession) {
  const now = clock.now().getTime()
  const rows = await db.kysely
    .selectFrom('staff.operator_session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>=', new Date(now - signInRules.idleMs))
    .where('created_at', '>=', new Date(now - signInRules.absoluteMs))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.user_agent === null ? null : deviceLabel(row.user_agent),
    ip: row.ip,
    since: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: row.id === by.sessionId,
  }))
}

/** Ends one open session. @throws Refusal `not_found` */
async function endOne({ clock }: Platform, tx: Tx, operatorId: string, sessionId: string) {
  const written = await tx
    .updateTable('staff.operator_session')
    .set({ ended_at: clock.now() })
    .where('operator_id', '=', operatorId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (written.numUpdatedRows !== 1n) throw new Refusal('not_found')
}

export interface EndedSessions {
  session_id?: string | undefined
  reason: string
}
