import { operatorText } from '@dhow/contract/operator-texts'
import type { EnrolmentParts } from './parts.ts'
import { hash } from '@node-rs/argon2'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import type { Role } from './role-store.ts'
import { tie } from './tie-operators.ts'
import { openLink } from './open-link.ts'
import { bind } from '../../platform/bind.ts'

/** Lifetime of a link; another one is made on request. */
const linkForMs = 24 * 3_600_000

export interface Invitation {
  name: string
  role: Pick<Role, 'id' | 'name'>
  /** The operator who adds them, and the one who confirmed it, if needed. */
  by: string
  confirmedBy?: string | undefined
  /** Expiry of a read-only account. */
  seatEndsAt?: Date | undefined
}

/**
 * An operator gets their factors by a link of one use. Its creator never sees the password or secret set through it,
 * and opening a used link shows when it was used.
 */
export function openEnrolment(parts: EnrolmentParts) {
  return bind(parts, {
    linkFor: makeLink,
    noPassword: unknownPassword,
    invite: inviteOperator,
    open: openLink,
    done: endLinks,
  })
}

export type Enrolment = ReturnType<typeof openEnrolment>

/** Makes a new link; the operator’s earlier ones end. */
async function makeLink(
  { platform: { random, clock, config } }: EnrolmentParts,
  tx: Tx,
  operatorId: string,
  by: string,
): Promise<string> {
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

/** Hash of an unknown password: only a link gives access. */
function unknownPassword({ platform: { random, passwordCost } }: EnrolmentParts) {
  return hash(newToken(random), passwordCost)
}

/** Adds an operator in the caller's transaction and returns their link. @throws Refusal `staff_exists` */
async function inviteOperator(parts: EnrolmentParts, tx: Tx, { name, role, by, confirmedBy, seatEndsAt }: Invitation) {
  const {
    platform: { id, clock, random, passwordCost },
    audit,
  } = parts
  const operatorId = id('op')
  const now = clock.now()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff.operator')
    .values({
      id: operatorId,
      name,
      role: role.id,
      password_hash: await hash(newToken(random), passwordCost),
      password_is_one_time: true,
      totp_secret: null,
      locked_until: null,
      created_at: now,
      last_seen_at: null,
      seat_ends_at: seatEndsAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n)
    throw new Refusal('staff_exists', { fields: { name: [operatorText('name_in_use', {})] } })
  await tie(tx, operatorId, by, 'created', now)
  if (confirmedBy !== undefined) await tie(tx, operatorId, confirmedBy, 'created', now)
  await audit(tx, {
    operatorId: confirmedBy ?? by,
    action: 'operator.create',
    subject: operatorId,
    text: `Added the operator ${name} (${role.name})${seatEndsAt ? `, who only reads, until ${seatEndsAt.toISOString()}` : ''}`,
    before: null,
    after: { name, role: role.id, ...(seatEndsAt ? { seat_ends_at: seatEndsAt.toISOString() } : {}) },
  })
  return {
    operator: { id: operatorId, name, role: role.id, role_name: role.name },
    link: await makeLink(parts, tx, operatorId, confirmedBy ?? by),
  }
}

/** Ends the links and pending sign-ins of an operator who has set their factors. */
async function endLinks({ platform: { clock } }: EnrolmentParts, tx: Tx, operatorId: string) {
  await tx
    .updateTable('staff.operator_link')
    .set({ used_at: clock.now() })
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .execute()
  await tx.deleteFrom('staff.operator_ticket').where('operator_id', '=', operatorId).execute()
}
