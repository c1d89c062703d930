import { verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { staffUses } from './guess-limits.ts'
import type { StaffParts } from './parts.ts'
import { enrolUri, newSecret } from './second-factor.ts'
import { isActiveOperator } from './seats.ts'
import { type StaffOrigin, signInRules } from './sign-in-rules.ts'
import { deviceKey, findForSignIn } from './find-for-sign-in.ts'
import { listOperatorPasskeys } from './passkeys.ts'
import { beginPasskeySignIn, passkeySecondFactor } from './passkey-sign-in.ts'
import { secondFactor } from './second-step.ts'
import { bind } from '../../platform/bind.ts'

/** The two steps of an operator's sign-in; each guess is counted before it is checked. */
export function openStaffSignIn(parts: StaffParts) {
  return bind(parts, { signIn: signInStaff, secondFactor, beginPasskeySignIn, passkeySecondFactor })
}

/** First factor. @throws Refusal `staff_credentials_wrong`, `staff_locked` */
async function signInStaff(parts: StaffParts, name: string, password: string, { ip, deviceId }: StaffOrigin) {
  const {
    attempts,
    decoyHash,
    platform: { random, db, clock },
    secrets,
  } = parts
  const operator = await findForSignIn(parts, name, deviceId)
  const device = operator?.is_known ? deviceId : undefined
  const account = name.toLowerCase()
  const uses = staffUses(attempts, 'password', { account, ip, device: device && deviceKey(device) })
  const { onSuccess } = await attempts.reserve(uses, 'staff_locked')
  const right = await verify(operator?.password_hash ?? decoyHash, password)
  if (!operator || !isActiveOperator(operator, clock.now()) || !right) throw new Refusal('staff_credentials_wrong')
  await attempts.right(onSuccess, account)
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
  const passkey = enrol === undefined && (await listOperatorPasskeys(db.kysely, operator.id)).length > 0
  return { ticket, passkey, enrol }
}
