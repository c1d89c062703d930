import { hash } from '@node-rs/argon2'
import type { FastifyRequest } from 'fastify'
import type { StaffRole } from '@dhow/contract/operation'
import type { StaffSession } from '../../platform/http/call.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import type { Attempts } from '../../platform/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openSecrets, tokenHash } from '../../platform/secrets.ts'
import { every } from '../../platform/every.ts'
import { tie } from './tie-operators.ts'
import type { Tx } from '../../platform/db/index.ts'
import { openAuditChain } from './audit-chain.ts'
import { auditWriter, listAudit, type AuditPage } from './audit.ts'
import { forgetFirstPassword } from './forget-first-password.ts'
import { openOwnAccount } from './own-account.ts'
import { openEnrolment } from './enrolment.ts'
import { openResets } from './reset-operator.ts'
import { lockedBoth, setOperatorActive, setOperatorRole } from './set-operator.ts'
import { openStaffSignIn } from './sign-in.ts'
import { signInRules } from './sign-in-rules.ts'

export type { ChainCheck } from './audit-chain.ts'

export const consoleCookie = 'dhow_console'
/** The browser's own id. */
export const consoleDeviceCookie = 'dhow_console_device'
/** Unsafe calls carry this header, which another site's form cannot send. */
export const consoleHeader = 'x-dhow-console'

const idleMs = 15 * 60_000

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** Operators: two factors at sign-in, roles, and the trail of what they did. A player's token opens nothing here. */
export async function openStaff(platform: Platform, attempts: Attempts) {
  const { db, clock, random, id, config, log, passwordCost } = platform
  const secrets = openSecrets(config.secretKey, random)
  const audit = auditWriter(platform)
  const chain = openAuditChain(platform)
  const stop = every(platform, 'audit-chain', 5_000, () => chain.turn())

  const forgetFirst = () => forgetFirstPassword(config.dataDir, log)
  const enrolment = openEnrolment({ platform, secrets, audit })
  const decoyHash = await hash('nobody has this password', passwordCost)
  const parts = { platform, attempts, secrets, audit, enrolment, decoyHash, onOwnPassword: forgetFirst }

  return {
    audit,
    chain,
    listAudit: (page: AuditPage) => listAudit(db.kysely, page),

    /** The first operator of a fresh database, with a one-time password. */
    async seedFirst(password: string | undefined) {
      const any = await db.kysely
        .selectFrom('staff.operator')
        .select('password_is_one_time')
        .orderBy('password_is_one_time')
        .limit(1)
        .executeTakeFirst()
      if (any?.password_is_one_time === false) await forgetFirst()
      if (any) return
      if (password === undefined) return log.warn('nobody can sign in to the console: set DHOW_FIRST_OPERATOR_PASSWORD')
      await insertFirst(password).catch((error: unknown) => {
        // Another server started at the same moment and was first.
        if (!(error instanceof Refusal && error.code === 'staff_exists')) throw error
      })
    },

    ...openStaffSignIn(parts),
    ownAccount: openOwnAccount(parts),

    /** @throws Refusal `staff_session_invalid` */
    async check(request: FastifyRequest): Promise<StaffSession> {
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
        ])
        .where('session.token_hash', '=', tokenHash(token))
        .where('session.ended_at', 'is', null)
        .executeTakeFirst()
      const now = clock.now().getTime()
      if (
        !row?.active ||
        now - row.last_seen_at.getTime() > idleMs ||
        now - row.created_at.getTime() > signInRules.absoluteMs
      ) {
        throw new Refusal('staff_session_invalid')
      }
      if (now - row.last_seen_at.getTime() > 30_000) {
        await db.kysely
          .updateTable('staff.operator_session')
          .set({ last_seen_at: new Date(now) })
          .where('id', '=', row.id)
          .execute()
        await db.kysely
          .updateTable('staff.operator')
          .set({ last_seen_at: new Date(now) })
          .where('id', '=', row.operator_id)
          .execute()
      }
      return { operatorId: row.operator_id, sessionId: row.id, name: row.name, role: row.role }
    },

    async signOut(session: StaffSession) {
      await db.kysely
        .updateTable('staff.operator_session')
        .set({ ended_at: clock.now() })
        .where('id', '=', session.sessionId)
        .execute()
    },

    /** The operators by name, each with what waits for a second one to confirm. */
    list: () =>
      db.kysely
        .selectFrom('staff.operator')
        .leftJoin('staff.operator_reset as reset', (join) =>
          join
            .onRef('reset.operator_id', '=', 'staff.operator.id')
            .on('reset.ended_at', 'is', null)
            .on('reset.until', '>', clock.now()),
        )
        .leftJoin('staff.operator as asker', 'asker.id', 'reset.asked_by')
        .select(['staff.operator.id', 'staff.operator.name', 'staff.operator.role', 'staff.operator.active'])
        .select(['staff.operator.created_at', 'staff.operator.last_seen_at'])
        .select(['asker.name as asked_by', 'reset.asked_at', 'reset.until', 'reset.reason'])
        .orderBy('staff.operator.name')
        .execute(),

    resets: openResets(parts),
    setActive: (operatorId: string, by: StaffSession, change: { active: boolean; reason: string }) =>
      setOperatorActive(platform, audit, operatorId, by, change),
    setRoleIn: (tx: Tx, operatorId: string, by: StaffSession, change: { role: StaffRole; reason: string }) =>
      setOperatorRole(tx, platform, audit, operatorId, by, change),
    lockOther: lockedBoth,
    tie: (tx: Tx, operatorId: string, by: string, cause: 'created' | 'raised' | 'reset') =>
      tie(tx, operatorId, by, cause, clock.now()),
    findByName: (tx: Tx, name: string) =>
      tx
        .selectFrom('staff.operator')
        .select('id')
        .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
        .executeTakeFirst(),
    enrolment,

    close: stop,
  }

  /** The first operator, whose one-time password the installation prints; everybody else gets a link. */
  async function insertFirst(password: string): Promise<void> {
    const operatorId = id('op')
    const password_hash = await hash(password, passwordCost)
    await db.transaction(async (tx) => {
      await tx
        .insertInto('staff.operator')
        .values({
          id: operatorId,
          name: 'admin',
          role: 'admin',
          password_hash,
          password_is_one_time: true,
          totp_secret: null,
          locked_until: null,
          created_at: clock.now(),
          last_seen_at: null,
        })
        .execute()
        .catch((error: unknown) => {
          if ((error as { code?: string }).code === '23505') throw new Refusal('staff_exists')
          throw error
        })
      await audit(tx, {
        operatorId: null,
        action: 'operator.create',
        subject: operatorId,
        text: 'Added the operator admin (admin)',
        before: null,
        after: { name: 'admin', role: 'admin' },
      })
    })
  }
}
