import type { StaffSession } from '../../platform/http/call.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { staffGuessRules } from './guess-limits.ts'
import { enrolUri, newSecret, stepOf } from './second-factor.ts'
import type { StaffParts } from './parts.ts'
import { type Factors, wrong, checkFactors, writeFactors, endOtherSessions, auditOwn } from './own-factors.ts'

/** Time to confirm the new authenticator. */
const confirmWithinMs = 10 * 60_000

/**
 * Starts the change to a new authenticator; the old one stays valid until a code of the new one is entered. @throws
 * Refusal `own_account_wrong`, `staff_locked`
 */
export async function beginAuthenticator(parts: StaffParts, by: StaffSession, factors: Factors) {
  const {
    platform: { random, db, clock },
    secrets,
  } = parts
  const { row, step } = await checkFactors(parts, by, factors)
  const secret = newSecret()
  const ticket = newToken(random)
  await db.transaction(async (tx) => {
    await writeFactors(tx, by, step, {})
    await tx.deleteFrom('staff.operator_authenticator').where('operator_id', '=', by.operatorId).execute()
    await tx
      .insertInto('staff.operator_authenticator')
      .values({
        ticket_hash: tokenHash(ticket),
        operator_id: by.operatorId,
        secret: secrets.seal('totp', secret),
        expires_at: new Date(clock.now().getTime() + confirmWithinMs),
      })
      .execute()
  })
  return { ticket, secret, uri: enrolUri(secret, row.name) }
}

/** @throws Refusal `own_account_wrong`, `staff_locked` */
export async function confirmAuthenticator(parts: StaffParts, by: StaffSession, ticket: string, code: string) {
  const {
    attempts,
    platform: { db, clock },
    secrets,
  } = parts
  const { onSuccess } = await attempts.reserve(
    [{ rule: staffGuessRules.ownAccount, subject: by.operatorId }],
    'staff_locked',
  )
  const waiting = await db.kysely
    .selectFrom('staff.operator_authenticator')
    .selectAll()
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('operator_id', '=', by.operatorId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const secret = waiting && secrets.open('totp', Buffer.from(waiting.secret))
  const step = secret ? stepOf(clock, secret, by.name, code) : undefined
  if (!waiting || step === undefined) throw wrong()
  await attempts.right(onSuccess, by.operatorId)
  await db.transaction(async (tx) => {
    const used = await tx
      .deleteFrom('staff.operator_authenticator')
      .where('ticket_hash', '=', waiting.ticket_hash)
      .executeTakeFirst()
    if (used.numDeletedRows !== 1n) throw wrong()
    // The old secret's last time step does not apply to the new one.
    await tx
      .updateTable('staff.operator')
      .set({ totp_secret: Buffer.from(waiting.secret), totp_step: step })
      .where('id', '=', by.operatorId)
      .execute()
    await endOtherSessions(parts, tx, by)
    await auditOwn(parts, tx, by, 'operator.authenticator', 'moved to a new authenticator')
  })
}
