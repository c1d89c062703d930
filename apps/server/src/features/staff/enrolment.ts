import { hash } from '@node-rs/argon2'
import type { StaffRole } from '@dhow/contract/operation'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash, type Secrets } from '../../platform/secrets.ts'
import type { auditWriter } from './audit.ts'
import { enrolUri, newSecret } from './second-factor.ts'
import { signInRules } from './sign-in.ts'
import { tie } from './tie-operators.ts'

/** A link that nobody opens within a day is made anew. */
const linkForMs = 24 * 3_600_000

export interface Invitation {
  name: string
  role: StaffRole
  /** The operator who adds them, and the one who confirmed it, where two did. */
  by: string
  confirmedBy?: string | undefined
}

/**
 * How an operator gets their factors: by a link of one use that the person opens. Whoever made the link never sees the password or the
 * secret that is set through it, and who opens a link after somebody else did reads when it was used.
 */
export function openEnrolment(
  { db, clock, random, id, config, passwordCost }: Platform,
  { secrets, audit }: { secrets: Secrets; audit: ReturnType<typeof auditWriter> },
) {
  /** A new link; the operator’s earlier ones end. */
  async function linkFor(tx: Tx, operatorId: string, by: string): Promise<string> {
    const token = newToken(random)
    const now = clock.now()
    await tx
      .deleteFrom('staff.operator_link')
      .where('operator_id', '=', operatorId)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('staff.operator_link')
      .values({
        token_hash: tokenHash(token),
        operator_id: operatorId,
        created_by: by,
        created_at: now,
        expires_at: new Date(now.getTime() + linkForMs),
        used_at: null,
      })
      .execute()
    return `${config.origins.console}/#enrol=${token}`
  }

  return {
    linkFor,

    /** The hash of a password that nobody has: a link is the only way in. */
    noPassword: () => hash(newToken(random), passwordCost),

    /** Adds an operator in the caller's transaction and answers their link. @throws Refusal `staff_exists` */
    async invite(tx: Tx, { name, role, by, confirmedBy }: Invitation) {
      const operatorId = id('op')
      const now = clock.now()
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('staff.operator')
        .values({
          id: operatorId,
          name,
          role,
          password_hash: await hash(newToken(random), passwordCost),
          password_is_one_time: true,
          totp_secret: null,
          locked_until: null,
          created_at: now,
          last_seen_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n)
        throw new Refusal('staff_exists', { fields: { name: ['An operator of this name exists.'] } })
      await tie(tx, operatorId, by, 'created', now)
      if (confirmedBy !== undefined) await tie(tx, operatorId, confirmedBy, 'created', now)
      await audit(tx, {
        operatorId: confirmedBy ?? by,
        action: 'operator.create',
        subject: operatorId,
        text: `Added the operator ${name} (${role})`,
        before: null,
        after: { name, role },
      })
      return { operator: { id: operatorId, name, role }, link: await linkFor(tx, operatorId, confirmedBy ?? by) }
    },

    /**
     * Opens a link: the first step of a sign-in that sets a password and an authenticator; the link ends when the second step is done.
     * @throws Refusal `enrolment_unknown`, `enrolment_used` with the time, `enrolment_expired`
     */
    open: (token: string) =>
      db.transaction(async (tx) => {
        const row = await tx
          .selectFrom('staff.operator_link as link')
          .innerJoin('staff.operator', 'staff.operator.id', 'link.operator_id')
          .select([
            'link.used_at',
            'link.expires_at',
            'staff.operator.id',
            'staff.operator.name',
            'staff.operator.role',
            'staff.operator.active',
          ])
          .where('link.token_hash', '=', tokenHash(token))
          .executeTakeFirst()
        if (!row?.active) throw new Refusal('enrolment_unknown')
        if (row.used_at) throw new Refusal('enrolment_used', { data: { used_at: row.used_at.toISOString() } })
        if (row.expires_at <= clock.now()) throw new Refusal('enrolment_expired')
        const [ticket, secret] = [newToken(random), newSecret()]
        await tx
          .insertInto('staff.operator_ticket')
          .values({
            ticket_hash: tokenHash(ticket),
            operator_id: row.id,
            enrol: secrets.seal('totp', secret),
            expires_at: new Date(clock.now().getTime() + signInRules.enrolTicketMs),
          })
          .execute()
        return {
          ticket,
          operator: { id: row.id, name: row.name, role: row.role },
          enrol: { uri: enrolUri(secret, row.name), secret, new_password_required: true },
        }
      }),

    /** Ends the links and the half-done sign-ins of an operator who has their factors now. */
    async done(tx: Tx, operatorId: string) {
      await tx
        .updateTable('staff.operator_link')
        .set({ used_at: clock.now() })
        .where('operator_id', '=', operatorId)
        .where('used_at', 'is', null)
        .execute()
      await tx.deleteFrom('staff.operator_ticket').where('operator_id', '=', operatorId).execute()
    },
  }
}

export type Enrolment = ReturnType<typeof openEnrolment>
