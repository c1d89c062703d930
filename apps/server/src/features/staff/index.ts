import { hash, verify } from '@node-rs/argon2'
import type { FastifyRequest } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '@dhow/contract/operation'
import type { StaffSession } from '../../platform/http/call.ts'
import { readCookie } from '../../platform/http/cookies.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, openSecrets, tokenHash } from '../../platform/secrets.ts'
import { every } from '../../platform/every.ts'
import { tie } from './tie-operators.ts'
import { openAuditChain } from './audit-chain.ts'
import { auditWriter, listAudit, type AuditPage } from './audit.ts'
import { openResets } from './reset-operator.ts'
import { setOperatorActive, setOperatorRole } from './set-operator.ts'

export type { ChainCheck } from './audit-chain.ts'

export const consoleCookie = 'dhow_console'
/** Unsafe calls carry this header, which another site's form cannot send. */
export const consoleHeader = 'x-dhow-console'

const rules = {
  idleMs: 15 * 60_000,
  absoluteMs: 12 * 3_600_000,
  ticketMs: 5 * 60_000,
  failures: 5,
  lockMs: 15 * 60_000,
  passwordLength: 12,
  stepS: 30,
}

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** Operators: two factors at sign-in, roles, and the trail of what they did. A player's token opens nothing here. */
export async function openStaff(platform: Platform) {
  const { db, clock, random, id, config, log, passwordCost } = platform
  const secrets = openSecrets(config.secretKey, random)
  const nobody = await hash('nobody has this password', passwordCost)
  const audit = auditWriter(platform)
  const chain = openAuditChain(platform)
  const stop = every(platform, 'audit-chain', 5_000, () => chain.turn())

  const findByName = (name: string) =>
    db.kysely
      .selectFrom('operator')
      .selectAll()
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .executeTakeFirst()

  const totp = (secret: string, name: string) =>
    new TOTP({
      issuer: 'Dhow console',
      label: name,
      secret: Secret.fromBase32(secret),
      digits: 6,
      period: rules.stepS,
      algorithm: 'SHA1',
    })

  /** The time step that a code belongs to, one step of drift either way; undefined for a wrong code. */
  const stepOf = (secret: string, name: string, code: string): bigint | undefined => {
    const timestamp = clock.now().getTime()
    const delta = totp(secret, name).validate({ token: code, timestamp, window: 1 })
    return delta === null ? undefined : BigInt(Math.floor(timestamp / 1_000 / rules.stepS) + delta)
  }

  const noteFailure = async (operatorId: string) => {
    const { failures } = await db.kysely
      .updateTable('operator')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('id', '=', operatorId)
      .returning('failures')
      .executeTakeFirstOrThrow()
    if (failures < rules.failures) return
    await db.kysely
      .updateTable('operator')
      .set({ failures: 0, locked_until: new Date(clock.now().getTime() + rules.lockMs) })
      .where('id', '=', operatorId)
      .execute()
    log.warn({ operatorId }, 'an operator is locked after wrong tries')
  }

  const refuseLocked = (until: Date | null) => {
    if (until && until > clock.now()) {
      throw new Refusal('staff_locked', {
        data: { retry_after_s: Math.ceil((until.getTime() - clock.now().getTime()) / 1_000) },
      })
    }
  }

  return {
    audit,
    chain,
    listAudit: (page: AuditPage) => listAudit(db.kysely, page),

    /** The first operator of a fresh database, with a one-time password. */
    async seedFirst(password: string | undefined) {
      if (password === undefined) return
      const any = await db.kysely.selectFrom('operator').select('id').limit(1).executeTakeFirst()
      if (any) return
      await insert('admin', 'admin', password).catch((error: unknown) => {
        // Another server started at the same moment and was first.
        if (!(error instanceof Refusal && error.code === 'staff_exists')) throw error
      })
    },

    /** First factor. @throws Refusal `staff_credentials_wrong`, `staff_locked` */
    async signIn(name: string, password: string) {
      const operator = await findByName(name)
      const right = await verify(operator?.password_hash ?? nobody, password)
      if (operator) refuseLocked(operator.locked_until)
      if (!operator?.active || !right) {
        if (operator) await noteFailure(operator.id)
        throw new Refusal('staff_credentials_wrong')
      }
      const secret = operator.totp_secret === null ? new Secret({ size: 20 }).base32 : undefined
      const ticket = newToken(random)
      await db.kysely
        .insertInto('operator_ticket')
        .values({
          ticket_hash: tokenHash(ticket),
          operator_id: operator.id,
          enrol: secret === undefined ? null : secrets.seal('totp', secret),
          expires_at: new Date(clock.now().getTime() + rules.ticketMs),
        })
        .execute()
      const enrol = secret && {
        uri: totp(secret, operator.name).toString(),
        secret,
        new_password_required: operator.password_is_one_time,
      }
      return { ticket, enrol }
    },

    /** Second factor; opens the session. @throws Refusal `staff_credentials_wrong`, `password_weak` */
    async secondFactor(ticket: string, code: string, newPassword: string | undefined) {
      const row = await db.kysely
        .selectFrom('operator_ticket as ticket')
        .innerJoin('operator', 'operator.id', 'ticket.operator_id')
        .selectAll('operator')
        .select(['ticket.enrol', 'ticket.expires_at', 'ticket.failures as ticket_failures'])
        .where('ticket.ticket_hash', '=', tokenHash(ticket))
        .executeTakeFirst()
      if (!row?.active || row.expires_at <= clock.now() || row.ticket_failures >= rules.failures)
        throw new Refusal('staff_credentials_wrong')
      refuseLocked(row.locked_until)
      const sealed = row.totp_secret ?? row.enrol
      const secret = sealed && secrets.open('totp', Buffer.from(sealed))
      const step = secret ? stepOf(secret, row.name, code) : undefined
      if (!secret || step === undefined || step <= row.totp_step) {
        await db.kysely
          .updateTable('operator_ticket')
          .set((eb) => ({ failures: eb('failures', '+', 1) }))
          .where('ticket_hash', '=', tokenHash(ticket))
          .execute()
        await noteFailure(row.id)
        throw new Refusal('staff_credentials_wrong')
      }
      if (
        row.password_is_one_time &&
        (newPassword === undefined ||
          newPassword.length < rules.passwordLength ||
          newPassword.toLowerCase().includes(row.name.toLowerCase()))
      ) {
        throw new Refusal('password_weak', {
          fields: { new_password: ['Choose a password of your own, at least 12 characters, without your name'] },
        })
      }
      const password_hash =
        newPassword !== undefined && row.password_is_one_time ? await hash(newPassword, passwordCost) : undefined
      const token = newToken(random)
      const now = clock.now()
      await db.transaction(async (tx) => {
        const taken = await tx
          .updateTable('operator')
          .set({
            totp_step: step,
            failures: 0,
            locked_until: null,
            last_seen_at: now,
            ...(row.totp_secret === null ? { totp_secret: secrets.seal('totp', secret) } : {}),
            ...(password_hash ? { password_hash, password_is_one_time: false } : {}),
          })
          .where('id', '=', row.id)
          .where('totp_step', '<', step)
          .executeTakeFirst()
        const used = await tx
          .deleteFrom('operator_ticket')
          .where('ticket_hash', '=', tokenHash(ticket))
          .executeTakeFirst()
        if (taken.numUpdatedRows !== 1n || used.numDeletedRows !== 1n) throw new Refusal('staff_credentials_wrong')
        await tx
          .insertInto('operator_session')
          .values({
            id: id('ops'),
            operator_id: row.id,
            token_hash: tokenHash(token),
            created_at: now,
            last_seen_at: now,
            ended_at: null,
          })
          .execute()
        await audit(tx, {
          operatorId: row.id,
          action: 'operator.sign-in',
          subject: row.id,
          text: `${row.name} signed in`,
          before: null,
          after: null,
        })
      })
      return { token, maxAgeS: rules.absoluteMs / 1_000, operator: { id: row.id, name: row.name, role: row.role } }
    },

    /** @throws Refusal `staff_session_invalid` */
    async check(request: FastifyRequest): Promise<StaffSession> {
      if (request.method !== 'GET' && request.headers[consoleHeader] !== '1') throw new Refusal('staff_session_invalid')
      const token = readCookie(request, consoleCookie)
      if (token === undefined) throw new Refusal('staff_session_invalid')
      const row = await db.kysely
        .selectFrom('operator_session as session')
        .innerJoin('operator', 'operator.id', 'session.operator_id')
        .select([
          'session.id',
          'session.created_at',
          'session.last_seen_at',
          'operator.id as operator_id',
          'operator.name',
          'operator.role',
          'operator.active',
        ])
        .where('session.token_hash', '=', tokenHash(token))
        .where('session.ended_at', 'is', null)
        .executeTakeFirst()
      const now = clock.now().getTime()
      if (
        !row?.active ||
        now - row.last_seen_at.getTime() > rules.idleMs ||
        now - row.created_at.getTime() > rules.absoluteMs
      ) {
        throw new Refusal('staff_session_invalid')
      }
      if (now - row.last_seen_at.getTime() > 30_000) {
        await db.kysely
          .updateTable('operator_session')
          .set({ last_seen_at: new Date(now) })
          .where('id', '=', row.id)
          .execute()
        await db.kysely
          .updateTable('operator')
          .set({ last_seen_at: new Date(now) })
          .where('id', '=', row.operator_id)
          .execute()
      }
      return { operatorId: row.operator_id, sessionId: row.id, name: row.name, role: row.role }
    },

    async signOut(session: StaffSession) {
      await db.kysely
        .updateTable('operator_session')
        .set({ ended_at: clock.now() })
        .where('id', '=', session.sessionId)
        .execute()
    },

    /** The operators by name, each with what waits for a second one to confirm. */
    list: () =>
      db.kysely
        .selectFrom('operator')
        .leftJoin('operator_reset as reset', (join) =>
          join
            .onRef('reset.operator_id', '=', 'operator.id')
            .on('reset.ended_at', 'is', null)
            .on('reset.until', '>', clock.now()),
        )
        .leftJoin('operator as asker', 'asker.id', 'reset.asked_by')
        .select(['operator.id', 'operator.name', 'operator.role', 'operator.active'])
        .select(['operator.created_at', 'operator.last_seen_at'])
        .select(['asker.name as asked_by', 'reset.asked_at', 'reset.until', 'reset.reason'])
        .orderBy('operator.name')
        .execute(),

    resets: openResets(platform, audit),
    setActive: (operatorId: string, by: StaffSession, change: { active: boolean; reason: string }) =>
      setOperatorActive(platform, audit, operatorId, by, change),
    setRole: (operatorId: string, by: StaffSession, change: { role: StaffRole; reason: string }) =>
      setOperatorRole(platform, audit, operatorId, by, change),

    /** Adds an operator; the one-time password is in the answer and nowhere else. @throws Refusal `staff_exists` */
    async create(by: StaffSession, name: string, role: StaffRole) {
      const password = newToken(random).slice(0, 20)
      const operatorId = await insert(name, role, password, by.operatorId)
      return { operator: { id: operatorId, name, role }, password }
    },

    close: stop,
  }

  async function insert(name: string, role: StaffRole, password: string, by: string | null = null): Promise<string> {
    const operatorId = id('op')
    const password_hash = await hash(password, passwordCost)
    await db.transaction(async (tx) => {
      await tx
        .insertInto('operator')
        .values({
          id: operatorId,
          name,
          role,
          password_hash,
          password_is_one_time: true,
          totp_secret: null,
          locked_until: null,
          created_at: clock.now(),
          last_seen_at: null,
        })
        .execute()
        .catch((error: unknown) => {
          if ((error as { code?: string }).code === '23505')
            throw new Refusal('staff_exists', { fields: { name: ['An operator of this name exists.'] } })
          throw error
        })
      if (by !== null) await tie(tx, operatorId, by, 'created', clock.now())
      await audit(tx, {
        operatorId: by,
        action: 'operator.create',
        subject: operatorId,
        text: `Added the operator ${name} (${role})`,
        before: null,
        after: { name, role },
      })
    })
    return operatorId
  }
}
