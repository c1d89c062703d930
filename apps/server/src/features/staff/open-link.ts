import type { EnrolmentParts } from './parts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { roleName } from './role-store.ts'
import { enrolUri, newSecret } from './second-factor.ts'
import { isActiveOperator } from './seats.ts'
import { signInRules } from './sign-in-rules.ts'

/**
 * Opens a link: the first step of a sign-in that sets a password and an authenticator; the link ends after the second
 * step.
 * @throws Refusal `enrolment_unknown`, `enrolment_used` with the time, `enrolment_expired`
 */
export function openLink({ platform: { db, clock, random }, secrets }: EnrolmentParts, token: string) {
  return db.transaction(async (tx) => {
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
        'staff.operator.seat_ends_at',
        roleName.as('role_name'),
      ])
      .where('link.token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    if (!row || !isActiveOperator(row, clock.now())) throw new Refusal('enrolment_unknown')
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
      operator: { id: row.id, name: row.name, role: row.role, role_name: row.role_name },
      enrol: { uri: enrolUri(secret, row.name), secret, new_password_required: true },
    }
  })
}
