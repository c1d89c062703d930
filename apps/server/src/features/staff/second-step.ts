import { hash } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { staffUses } from './guess-limits.ts'
import type { StaffParts } from './parts.ts'
import { stepOf } from './second-factor.ts'
import { isActiveOperator } from './seats.ts'
import { type StaffOrigin, signInRules, refuseWeakPassword } from './sign-in-rules.ts'
import { deviceKey, findTicket } from './find-for-sign-in.ts'
import { writeSession } from './write-session.ts'

/** Counts a try at a ticket; false if none is left. */
export async function countTry({ platform: { db } }: StaffParts, ticket: string) {
  const counted = await db.kysely
    .updateTable('staff.operator_ticket')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('failures', '<', signInRules.ticketTries)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

/** Second factor; opens the session and remembers the browser. @throws Refusal `staff_credentials_wrong`, `staff_locked`, `password_weak` */
export async function secondFactor(
  parts: StaffParts,
  ticket: string,
  code: string,
  newPassword: string | undefined,
  origin: StaffOrigin,
  newDeviceId: string,
) {
  const {
    attempts,
    secrets,
    platform: { clock, passwordCost, random, db },
    enrolment,
    onOwnPassword,
  } = parts
  const { ip, deviceId } = origin
  const row = await findTicket(parts, ticket, deviceId)
  if (!row || !isActiveOperator(row, clock.now())) throw new Refusal('staff_credentials_wrong')
  const account = row.name.toLowerCase()
  const device = row.is_known && deviceId !== undefined ? deviceKey(deviceId) : undefined
  const { onSuccess } = await attempts.reserve(staffUses(attempts, 'code', { account, ip, device }), 'staff_locked')
  if (!(await countTry(parts, ticket))) throw new Refusal('staff_credentials_wrong')
  const sealed = row.totp_secret ?? row.enrol
  const secret = sealed && secrets.open('totp', Buffer.from(sealed))
  const step = secret ? stepOf(clock, secret, row.name, code) : undefined
  if (!secret || step === undefined || step <= row.totp_step) throw new Refusal('staff_credentials_wrong')
  await attempts.right(onSuccess, account)
  if (row.password_is_one_time) refuseWeakPassword(row.name, newPassword)
  const password_hash =
    newPassword !== undefined && row.password_is_one_time ? await hash(newPassword, passwordCost) : undefined
  const token = newToken(random)
  const now = clock.now()
  await db.transaction(async (tx) => {
    const updated = await tx
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
    if (updated.numUpdatedRows !== 1n || used.numDeletedRows !== 1n) throw new Refusal('staff_credentials_wrong')
    if (row.totp_secret === null) await enrolment.done(tx, row.id)
    await writeSession(parts, tx, { operator: row, token, origin, deviceId: newDeviceId, at: now })
  })
  if (password_hash) await onOwnPassword()
  return {
    token,
    maxAgeS: signInRules.absoluteMs / 1_000,
    operator: { id: row.id, name: row.name, role: row.role, role_name: row.role_name },
  }
}
