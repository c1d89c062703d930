import { hash, verify } from '@node-rs/argon2'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { staffGuessRules } from './guess-limits.ts'
import { enrolUri, newSecret, stepOf } from './second-factor.ts'
import { refuseWeakPassword, type SignInParts } from './sign-in.ts'

/** The new authenticator is to be confirmed within this. */
const confirmWithinMs = 10 * 60_000

export interface Factors {
  current_password: string
  code: string
}

const wrong = () => new Refusal('own_account_wrong')

/** An operator's own account: change the password, move to another authenticator. Either needs both factors, and ends other sessions. */
export function openOwnAccount({ platform, attempts, secrets, audit }: SignInParts) {
  const { db, clock, random, passwordCost } = platform

  /** Counts a guess, and uses up the code of a right one. @throws Refusal `own_account_wrong`, `staff_locked` */
  async function checkFactors(by: StaffSession, { current_password, code }: Factors) {
    const { ifRight } = await attempts.take(
      [{ rule: staffGuessRules.ownAccount, subject: by.operatorId }],
      'staff_locked',
    )
    const row = await db.kysely
      .selectFrom('staff.operator')
      .selectAll()
      .where('id', '=', by.operatorId)
      .executeTakeFirstOrThrow()
    const isRight = await verify(row.password_hash, current_password)
    const secret = row.totp_secret && secrets.open('totp', Buffer.from(row.totp_secret))
    const step = secret ? stepOf(clock, secret, row.name, code) : undefined
    if (!isRight || step === undefined || step <= row.totp_step) throw wrong()
    await attempts.right(ifRight, by.operatorId)
    return { row, step }
  }

  /** Writes a change to the operator, if the code's time step is still good. */
  async function write(
    tx: Tx,
    by: StaffSession,
    step: bigint,
    change: { password_hash?: string; totp_secret?: Buffer; totp_step?: bigint },
  ) {
    const written = await tx
      .updateTable('staff.operator')
      .set({ totp_step: step, ...change })
      .where('id', '=', by.operatorId)
      .where('totp_step', '<', step)
      .executeTakeFirst()
    if (written.numUpdatedRows !== 1n) throw wrong()
  }

  /** Ends what else is open: other sessions, half-done sign-ins, and an authenticator that waits. */
  async function endOthers(tx: Tx, { operatorId, sessionId }: StaffSession) {
    await tx
      .updateTable('staff.operator_session')
      .set({ ended_at: clock.now() })
      .where('operator_id', '=', operatorId)
      .where('id', '!=', sessionId)
      .where('ended_at', 'is', null)
      .execute()
    await tx.deleteFrom('staff.operator_ticket').where('operator_id', '=', operatorId).execute()
    await tx.deleteFrom('staff.operator_authenticator').where('operator_id', '=', operatorId).execute()
  }

  const trail = (tx: Tx, { operatorId, name }: StaffSession, action: string, text: string) =>
    audit(tx, { operatorId, action, subject: operatorId, text: `${name} ${text}`, before: null, after: null })

  return {
    /** @throws Refusal `own_account_wrong`, `password_weak`, `staff_locked` */
    async changePassword(by: StaffSession, factors: Factors, newPassword: string) {
      refuseWeakPassword(by.name, newPassword)
      const { step } = await checkFactors(by, factors)
      const password_hash = await hash(newPassword, passwordCost)
      await db.transaction(async (tx) => {
        await write(tx, by, step, { password_hash })
        await endOthers(tx, by)
        await trail(tx, by, 'operator.password', 'changed their password')
      })
    },

    /** Begins the move to a new authenticator; the old one holds until a code of the new one came. @throws Refusal `own_account_wrong`, `staff_locked` */
    async beginAuthenticator(by: StaffSession, factors: Factors) {
      const { row, step } = await checkFactors(by, factors)
      const secret = newSecret()
      const ticket = newToken(random)
      await db.transaction(async (tx) => {
        await write(tx, by, step, {})
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
    },

    /** @throws Refusal `own_account_wrong`, `staff_locked` */
    async confirmAuthenticator(by: StaffSession, ticket: string, code: string) {
      const { ifRight } = await attempts.take(
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
      await attempts.right(ifRight, by.operatorId)
      await db.transaction(async (tx) => {
        const used = await tx
          .deleteFrom('staff.operator_authenticator')
          .where('ticket_hash', '=', waiting.ticket_hash)
          .executeTakeFirst()
        if (used.numDeletedRows !== 1n) throw wrong()
        // The old secret's last time step says nothing of the new one.
        await tx
          .updateTable('staff.operator')
          .set({ totp_secret: Buffer.from(waiting.secret), totp_step: step })
          .where('id', '=', by.operatorId)
          .execute()
        await endOthers(tx, by)
        await trail(tx, by, 'operator.authenticator', 'moved to a new authenticator')
      })
    },
  }
}
