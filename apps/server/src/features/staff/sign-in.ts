import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Attempts } from '../../platform/attempts.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash, type Secrets } from '../../platform/secrets.ts'
import type { auditWriter } from './audit.ts'
import type { Enrolment } from './enrolment.ts'
import { staffUses } from './guess-limits.ts'
import { enrolUri, newSecret, stepOf } from './second-factor.ts'

/** The origin of a sign-in: its address, and the browser's id if it has one. */
export interface StaffOrigin {
  ip: string
  deviceId: string | undefined
}

export const signInRules = {
  ticketMs: 5 * 60_000,
  enrolTicketMs: 30 * 60_000,
  ticketTries: 5,
  absoluteMs: 12 * 3_600_000,
  passwordLength: 12,
}

export interface SignInParts {
  platform: Platform
  attempts: Attempts
  secrets: Secrets
  audit: ReturnType<typeof auditWriter>
  enrolment: Pick<Enrolment, 'done'>
  /** Called once an operator has a password of their own instead of the one-time one. */
  onOwnPassword(): Promise<void>
}

/** @throws Refusal `password_weak` where a new password is too short or holds the operator's name */
export function refuseWeakPassword(name: string, password: string | undefined): asserts password is string {
  if (
    password === undefined ||
    password.length < signInRules.passwordLength ||
    password.toLowerCase().includes(name.toLowerCase())
  ) {
    throw new Refusal('password_weak', {
      fields: { new_password: ['Choose a password of your own, at least 12 characters, without your name'] },
    })
  }
}

/** The two steps of an operator's sign-in; each guess is counted before it is judged. */
export async function openStaffSignIn({ platform, attempts, secrets, audit, enrolment, onOwnPassword }: SignInParts) {
  const { db, clock, random, id, passwordCost } = platform
  const nobody = await hash('nobody has this password', passwordCost)

  const findByName = (name: string, deviceId: string | undefined) =>
    db.kysely
      .selectFrom('staff.operator')
      .selectAll('staff.operator')
      .select(isKnownDevice(deviceId).as('is_known'))
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .executeTakeFirst()

  const findTicket = (ticket: string, deviceId: string | undefined) =>
    db.kysely
      .selectFrom('staff.operator_ticket as ticket')
      .innerJoin('staff.operator', 'staff.operator.id', 'ticket.operator_id')
      .selectAll('staff.operator')
      .select(['ticket.enrol', isKnownDevice(deviceId).as('is_known')])
      .where('ticket.ticket_hash', '=', tokenHash(ticket))
      .where('ticket.expires_at', '>', clock.now())
      .executeTakeFirst()

  /** Counts a try at a ticket; false where it has none left. */
  const takeTicket = async (ticket: string) => {
    const taken = await db.kysely
      .updateTable('staff.operator_ticket')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('ticket_hash', '=', tokenHash(ticket))
      .where('failures', '<', signInRules.ticketTries)
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  }

  return {
    /** First factor. @throws Refusal `staff_credentials_wrong`, `staff_locked` */
    async signIn(name: string, password: string, { ip, deviceId }: StaffOrigin) {
      const operator = await findByName(name, deviceId)
      const device = operator?.is_known ? deviceId : undefined
      const account = name.toLowerCase()
      const uses = staffUses(attempts, 'password', { account, ip, device: device && deviceKey(device) })
      const { ifRight } = await attempts.take(uses, 'staff_locked')
      const right = await verify(operator?.password_hash ?? nobody, password)
      if (!operator?.active || !right) throw new Refusal('staff_credentials_wrong')
      await attempts.right(ifRight, account)
      const secret = operator.totp_secret === null ? newSecret() : undefined
      const ticket = newToken(random)
      await db.kysely
        .insertInto('staff.operator_ticket')
        .values({
          ticket_hash: tokenHash(ticket),
          operator_id: operator.id,
          enrol: secret === undefined ? null : secrets.seal('totp', secret),
          expires_at: new Date(clock.now().getTime() + signInRules.ticketMs),
        })
        .execute()
      const enrol = secret && {
        uri: enrolUri(secret, operator.name),
        secret,
        new_password_required: operator.password_is_one_time,
      }
      return { ticket, enrol }
    },

    /** Second factor; opens the session and remembers the browser. @throws Refusal `staff_credentials_wrong`, `staff_locked`, `password_weak` */
    async secondFactor(
      ticket: string,
      code: string,
      newPassword: string | undefined,
      { ip, deviceId }: StaffOrigin,
      newDeviceId: string,
    ) {
      const row = await findTicket(ticket, deviceId)
      if (!row?.active) throw new Refusal('staff_credentials_wrong')
      const account = row.name.toLowerCase()
      const device = row.is_known && deviceId !== undefined ? deviceKey(deviceId) : undefined
      const { ifRight } = await attempts.take(staffUses(attempts, 'code', { account, ip, device }), 'staff_locked')
      if (!(await takeTicket(ticket))) throw new Refusal('staff_credentials_wrong')
      const sealed = row.totp_secret ?? row.enrol
      const secret = sealed && secrets.open('totp', Buffer.from(sealed))
      const step = secret ? stepOf(clock, secret, row.name, code) : undefined
      if (!secret || step === undefined || step <= row.totp_step) throw new Refusal('staff_credentials_wrong')
      await attempts.right(ifRight, account)
      if (row.password_is_one_time) refuseWeakPassword(row.name, newPassword)
      const password_hash =
        newPassword !== undefined && row.password_is_one_time ? await hash(newPassword, passwordCost) : undefined
      const token = newToken(random)
      const now = clock.now()
      await db.transaction(async (tx) => {
        const taken = await tx
          .updateTable('staff.operator')
          .set({
            totp_step: step,
            last_seen_at: now,
            ...(row.totp_secret === null ? { totp_secret: secrets.seal('totp', secret) } : {}),
            ...(password_hash ? { password_hash, password_is_one_time: false } : {}),
          })
          .where('id', '=', row.id)
          .where('totp_step', '<', step)
          .executeTakeFirst()
        const used = await tx
          .deleteFrom('staff.operator_ticket')
          .where('ticket_hash', '=', tokenHash(ticket))
          .executeTakeFirst()
        if (taken.numUpdatedRows !== 1n || used.numDeletedRows !== 1n) throw new Refusal('staff_credentials_wrong')
        if (row.totp_secret === null) await enrolment.done(tx, row.id)
        await tx
          .insertInto('staff.operator_session')
          .values({
            id: id('ops'),
            operator_id: row.id,
            token_hash: tokenHash(token),
            created_at: now,
            last_seen_at: now,
            ended_at: null,
          })
          .execute()
        await tx
          .insertInto('staff.operator_device')
          .values({ operator_id: row.id, device_hash: tokenHash(newDeviceId), created_at: now })
          .onConflict((conflict) => conflict.doNothing())
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
      if (password_hash) await onOwnPassword()
      return {
        token,
        maxAgeS: signInRules.absoluteMs / 1_000,
        operator: { id: row.id, name: row.name, role: row.role },
      }
    },
  }
}

const deviceKey = (deviceId: string) => tokenHash(deviceId).toString('hex')

/** Whether the operator of the statement around it signed in with this browser before. */
const isKnownDevice = (deviceId: string | undefined) =>
  sql<boolean>`exists (select from staff.operator_device where operator_device.operator_id = operator.id
    and operator_device.device_hash = ${tokenHash(deviceId ?? '')})`
