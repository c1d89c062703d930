import { knownPermissions } from '@dhow/contract/permissions'
import { stepUpHeader } from '@dhow/contract/step-ups'
import type { FastifyRequest } from 'fastify'
import { inPassing } from '../../platform/db/in-passing.ts'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { takenBy } from './break-glass.ts'
import { consoleCookie, consoleHeader } from './console-cookies.ts'
import { roleName, rolePermissions } from './role-store.ts'
import { heldBy, isActiveOperator } from './seats.ts'
import { addTakenPermissions } from './taken-permissions.ts'
import { signInRules } from './sign-in-rules.ts'

/** Precision of "last seen", which saves a write for each request. */
const touchEachMs = 30_000

/** Operator of a console request's session. @throws Refusal `staff_session_invalid` */
export async function checkSession({ db, clock, log }: Platform, request: FastifyRequest): Promise<StaffSession> {
  if (request.method !== 'GET' && request.headers[consoleHeader] !== '1') throw new Refusal('staff_session_invalid')
  const token = readCookie(request, consoleCookie)
  if (token === undefined) throw new Refusal('staff_session_invalid')
  const row = await db.kysely
    .selectFrom('staff.operator_session as session')
    .innerJoin('staff.operator', 'staff.operator.id', 'session.operator_id')
    .select([
      'session.id',
      'session.created_at',
      'session.last_seen_at',
      'staff.operator.id as operator_id',
      'staff.operator.name',
      'staff.operator.role',
      'staff.operator.active',
      'staff.operator.seat_ends_at',
      roleName.as('role_name'),
      rolePermissions.as('permissions'),
    ])
    .where('session.token_hash', '=', tokenHash(token))
    .where('session.ended_at', 'is', null)
    .executeTakeFirst()
  const now = clock.now().getTime()
  if (
    !row ||
    !isActiveOperator(row, new Date(now)) ||
    now - row.last_seen_at.getTime() > signInRules.idleMs ||
    now - row.created_at.getTime() > signInRules.absoluteMs
  ) {
    throw new Refusal('staff_session_invalid')
  }
  if (now - row.last_seen_at.getTime() > touchEachMs)
    await inPassing(log, 'last use of an operator’s session', touch(db.kysely, row, new Date(now)))
  const emergency = await takenBy(db.kysely, row.operator_id, new Date(now))
  return {
    operatorId: row.operator_id,
    sessionId: row.id,
    name: row.name,
    role: row.role,
    roleName: row.role_name,
    permissions: heldBy(addTakenPermissions(knownPermissions(row.permissions), emergency?.held), row.seat_ends_at),
    stepUp: headerOf(request),
    breakGlass: emergency?.taken,
    seatEndsAt: row.seat_ends_at,
  }
}

async function touch(db: Db, { id, operator_id }: { id: string; operator_id: string }, now: Date) {
  await db.updateTable('staff.operator_session').set({ last_seen_at: now }).where('id', '=', id).execute()
  await db.updateTable('staff.operator').set({ last_seen_at: now }).where('id', '=', operator_id).execute()
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const named = headers[stepUpHeader]
  return typeof named === 'string' ? named.slice(0, 60) : undefined
}

/** Ends the session of a sign-out. */
export async function signOut({ db, clock }: Platform, session: StaffSession) {
  await db.kysely
    .updateTable('staff.operator_session')
    .set({ ended_at: clock.now() })
    .where('id', '=', session.sessionId)
    .execute()
}
