import { operatorText } from '@dhow/contract/operator-texts'
import { knownPermissions } from '@dhow/contract/permissions'
import { errorCode } from '@dhow/platform/error-code'
import { sql } from 'kysely'
import { bind } from '../../platform/bind.ts'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkCode, writeFactors } from './own-factors.ts'
import type { StaffParts } from './parts.ts'
import { gained } from './role-rules.ts'
import { findRole } from './role-store.ts'

const takenForMs = 30 * 60_000
const maxListed = 50

/** Roles that operators take for half an hour in an emergency; `ring` sends the alarm at once. */
export function openBreakGlass(parts: StaffParts, ring: () => Promise<void>) {
  return {
    ...bind(parts, { end: endTaken, list: listTaken, review: reviewTaken, problems: runningAlarms }),
    async take(by: StaffSession, asked: { role: string; reason: string; code: string }) {
      const taken = await takeRole(parts, by, asked)
      // The role is taken even if the alarm cannot be sent now: the alarms' own job sends it later.
      await ring().catch((error: unknown) =>
        parts.platform.log.error({ err: error }, 'the alarm of an emergency role failed'),
      )
      return taken
    },
  }
}

/** Roles taken at an instant. */
const running = (db: Db, now: Date) =>
  db
    .selectFrom('staff.break_glass')
    .where('staff.break_glass.ended_at', 'is', null)
    .where('staff.break_glass.until', '>', now)

/** The role that an operator has taken, with its permissions; undefined if none. */
export async function takenBy(db: Db, operatorId: string, now: Date) {
  const row = await running(db, now)
    .innerJoin('staff.role', 'staff.role.id', 'staff.break_glass.role')
    .select(['staff.break_glass.id', 'staff.role.name as roleName', 'staff.break_glass.until'])
    .select(
      sql<string[]>`array(select permission from staff.role_permission where role_id = break_glass.role)`.as('held'),
    )
    .where('staff.break_glass.operator_id', '=', operatorId)
    .executeTakeFirst()
  if (!row) return undefined
  const { held, ...taken } = row
  return { taken, held: knownPermissions(held) }
}

/** @throws Refusal `role_unknown`, `break_glass_no_gain`, `break_glass_runs`, `own_account_wrong`, `staff_locked` */
async function takeRole(
  parts: StaffParts,
  by: StaffSession,
  { role: roleId, reason, code }: { role: string; reason: string; code: string },
) {
  const { platform, audit } = parts
  const { db, clock, id } = platform
  const role = await findRole(db.kysely, roleId)
  if (!role) throw new Refusal('role_unknown')
  if (by.breakGlass) throw new Refusal('break_glass_runs')
  if (gained(by.permissions, role.permissions).length === 0) throw new Refusal('break_glass_no_gain')
  const { step } = await checkCode(parts, by, code)
  const now = clock.now()
  const row = { id: id('brk'), until: new Date(now.getTime() + takenForMs) }
  await db.transaction(async (tx) => {
    await writeFactors(tx, by, step, {})
    await tx
      .updateTable('staff.break_glass')
      .set((eb) => ({ ended_at: eb.ref('until') }))
      .where('operator_id', '=', by.operatorId)
      .where('ended_at', 'is', null)
      .where('until', '<=', now)
      .execute()
    const open = { ended_at: null, reviewed_by: null, reviewed_at: null, review: null }
    await tx
      .insertInto('staff.break_glass')
      .values({ ...row, ...open, operator_id: by.operatorId, role: roleId, reason, started_at: now })
      .execute()
      .catch((error: unknown) => {
        if (errorCode(error) === '23505') throw new Refusal('break_glass_runs')
        throw error
      })
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'break-glass.take',
      subject: row.id,
      text: `${by.name} took the role ${role.name} until ${row.until.toISOString()}: ${reason}`,
      before: null,
      after: { role: roleId },
    })
  })
  return { id: row.id, role: roleId, role_name: role.name, until: row.until.toISOString() }
}

/** @throws Refusal `break_glass_none` */
function endTaken({ platform: { db, clock }, audit }: StaffParts, by: StaffSession) {
  return db.transaction(async (tx) => {
    const open = by.breakGlass
    if (!open) throw new Refusal('break_glass_none')
    // Written before it ends, so that the entry is marked.
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'break-glass.end',
      subject: open.id,
      text: `${by.name} gave the role ${open.roleName} back`,
      before: null,
      after: null,
    })
    const ended = await tx
      .updateTable('staff.break_glass')
      .set({ ended_at: clock.now() })
      .where('id', '=', open.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows !== 1n) throw new Refusal('break_glass_none')
  })
}

async function listTaken({ platform: { db, clock } }: StaffParts) {
  const rows = await db.kysely
    .selectFrom('staff.break_glass as glass')
    .innerJoin('staff.operator', 'staff.operator.id', 'glass.operator_id')
    .innerJoin('staff.role', 'staff.role.id', 'glass.role')
    .leftJoin('staff.operator as reviewer', 'reviewer.id', 'glass.reviewed_by')
    .selectAll('glass')
    .select(['staff.operator.name as operator', 'staff.role.name as role_name', 'reviewer.name as reviewer'])
    .select((eb) =>
      eb
        .selectFrom('staff.audit_entry as entry')
        .select((count) => count.fn.countAll<bigint>().as('entries'))
        .whereRef('entry.operator_id', '=', 'glass.operator_id')
        .where(sql<boolean>`entry.text like '% [break-glass ' || glass.id || ']'`)
        .as('entries'),
    )
    .orderBy(sql`glass.reviewed_at is not null`)
    .orderBy('glass.started_at', 'desc')
    .limit(maxListed)
    .execute()
  const now = clock.now()
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    role_name: row.role_name,
    operator: row.operator,
    reason: row.reason,
    started_at: row.started_at.toISOString(),
    until: row.until.toISOString(),
    ended_at: (row.ended_at ?? (row.until <= now ? row.until : null))?.toISOString() ?? null,
    entries: Number(row.entries),
    reviewed_by: row.reviewer,
    review: row.review,
  }))
}

/** @throws Refusal `not_found`, `same_operator`, `break_glass_runs`, `break_glass_reviewed` */
function reviewTaken(
  { platform: { db, clock }, audit }: StaffParts,
  takenId: string,
  by: StaffSession,
  review: string,
) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const row = await tx
      .selectFrom('staff.break_glass')
      .selectAll()
      .where('id', '=', takenId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.operator_id === by.operatorId) throw new Refusal('same_operator')
    if (row.ended_at === null && row.until > now) throw new Refusal('break_glass_runs')
    if (row.reviewed_at !== null) throw new Refusal('break_glass_reviewed')
    await tx
      .updateTable('staff.break_glass')
      .set({ reviewed_by: by.operatorId, reviewed_at: now, review, ended_at: row.ended_at ?? row.until })
      .where('id', '=', takenId)
      .execute()
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'break-glass.review',
      subject: takenId,
      text: `Reviewed a role that was taken in an emergency: ${review}`,
      before: null,
      after: null,
    })
  })
}

/** An alarm for each role currently taken. */
async function runningAlarms({ platform: { db, clock } }: StaffParts) {
  const rows = await running(db.kysely, clock.now())
    .innerJoin('staff.operator', 'staff.operator.id', 'staff.break_glass.operator_id')
    .innerJoin('staff.role', 'staff.role.id', 'staff.break_glass.role')
    .select(['staff.break_glass.id', 'staff.operator.name', 'staff.role.name as role'])
    .select(['staff.break_glass.until', 'staff.break_glass.reason'])
    .execute()
  return rows.map(({ id, name, role, until, reason }) => ({
    subject: id,
    text: operatorText('alarm_break_glass', { name, role, until: until.toISOString(), reason }),
  }))
}
