import { hash } from '@node-rs/argon2'
import type { Attempts } from '../../platform/attempts.ts'
import { bind } from '../../platform/bind.ts'
import type { Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openAuditChain } from './audit-chain.ts'
import { auditWriter, listAudit, type AuditPage } from './audit.ts'
import { openBreakGlass } from './break-glass.ts'
import { checkSession, signOut } from './check-session.ts'
import { changeRole, createRole, endRole, lockForChange } from './edit-role.ts'
import { openEnrolment } from './enrolment.ts'
import { forgetFirst, seedFirstOperator } from './first-operator.ts'
import { findByName, listOperators, listWith } from './list-operators.ts'
import { listRoles } from './list-roles.ts'
import { openOwnAccount } from './own-account.ts'
import { openResets } from './reset-operator.ts'
import { openPasskeys } from './passkeys.ts'
import { sessionOf } from './role-store.ts'
import { lockBoth, readGivable, setOperatorActive, setOperatorRole } from './set-operator.ts'
import { openStaffSignIn } from './sign-in.ts'
import { openReadAudit } from './audit-reads.ts'
import { readSeatEnd } from './seats.ts'
import { setSeatEnd } from './set-seat-end.ts'
import { openOperatorSessions } from './operator-sessions.ts'
import { openStepUps } from './step-ups.ts'
import { tie } from './tie-operators.ts'

export { consoleCookie, consoleDeviceCookie } from './console-cookies.ts'
export { auditWriter } from './audit.ts'
export { gained, addsMoneyRights } from './role-rules.ts'
export { refuseForSeat } from './seats.ts'
export type { RoleChange } from './edit-role.ts'
export type { Role } from './role-store.ts'
export type { ChainCheck } from './audit-chain.ts'

/** Functions of higher features called by operators' sign-in and roles. */
export interface StaffHooks {
  isPasskeyRequired(): boolean
  /** Checks the alarms and sends them now. */
  ring(): Promise<void>
}

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** Operators: two factors at sign-in, roles, and the audit trail. A player's token is not valid here. */
export async function openStaff(platform: Platform, attempts: Attempts, { isPasskeyRequired, ring }: StaffHooks) {
  const { db, clock, random, config, passwordCost } = platform
  const secrets = openSecrets(config.secretKey, random)
  const audit = auditWriter(platform)
  const chain = openAuditChain(platform)
  const stop = every(platform, 'audit-chain', 5_000, () => chain.turn())

  const enrolment = openEnrolment({ platform, secrets, audit })
  const decoyHash = await hash('nobody has this password', passwordCost)
  const parts = { platform, attempts, secrets, audit, enrolment, decoyHash, onOwnPassword: () => forgetFirst(platform) }

  return {
    audit,
    chain,
    listAudit: (page: AuditPage) => listAudit(db.kysely, page),

    /** Creates the first operator of an empty database, with a one-time password. */
    seedFirst: (password: string | undefined) => seedFirstOperator(parts, password),

    ...openStaffSignIn(parts),
    ownAccount: openOwnAccount(parts),
    passkeys: openPasskeys(parts),
    breakGlass: openBreakGlass(parts, ring),
    sessions: openOperatorSessions(parts),
    stepUps: openStepUps(parts, isPasskeyRequired),

    ...bind(parts, { createRole, changeRoleIn: changeRole, endRole }),
    lockRoleForChange: lockForChange,
    ...bind(platform, { check: checkSession, signOut, list: listOperators, listRoles }),
    resets: openResets(parts),
    setActive: (operatorId: string, by: StaffSession, change: { active: boolean; reason: string }) =>
      setOperatorActive(platform, audit, operatorId, by, change),
    setRoleIn: (tx: Tx, operatorId: string, by: StaffSession, change: { role: string; reason: string }) =>
      setOperatorRole(tx, platform, audit, operatorId, by, change),
    auditRead: openReadAudit(platform, audit),
    /** Expiry of a read-only account as sent. @throws Refusal `invalid_fields` */
    readSeatEnd: (sent: string) => readSeatEnd(sent, clock.now()),
    setSeatEndIn: (tx: Tx, operatorId: string, by: StaffSession, change: { endsAt: Date; reason: string }) =>
      setSeatEnd(tx, audit, operatorId, by, change),
    lockOther: lockBoth,
    readGivable,
    sessionOf,
    tie: (tx: Tx, operatorId: string, by: string, cause: 'created' | 'raised' | 'reset') =>
      tie(tx, operatorId, by, cause, clock.now()),
    findByName,
    listWith,
    enrolment,

    close: stop,
  }
}
