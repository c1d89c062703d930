import type { SignedCredential } from '@dhow/contract/passkey-shapes'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { deviceKey, findTicket } from './find-for-sign-in.ts'
import { staffUses } from './guess-limits.ts'
import type { StaffParts } from './parts.ts'
import { makeChallenge, takeChallenge } from './passkey-challenges.ts'
import { signingOptions, verifySignature } from './passkeys.ts'
import { isActiveOperator } from './seats.ts'
import { countTry } from './second-step.ts'
import { signInRules, type StaffOrigin } from './sign-in-rules.ts'
import { writeSession } from './write-session.ts'

const wrong = () => new Refusal('staff_credentials_wrong')

/** Operator of a ticket, with factors and allowed to sign in. @throws Refusal `staff_credentials_wrong` */
async function operatorOf(parts: StaffParts, ticket: string, deviceId: string | undefined) {
  const row = await findTicket(parts, ticket, deviceId)
  if (
    !row ||
    !isActiveOperator(row, parts.platform.clock.now()) ||
    row.totp_secret === null ||
    row.password_is_one_time
  )
    throw wrong()
  return row
}

/** Starts the second factor with a passkey. @throws Refusal `staff_credentials_wrong` */
export async function beginPasskeySignIn(parts: StaffParts, ticket: string, { deviceId }: StaffOrigin) {
  const { platform } = parts
  const { id } = await operatorOf(parts, ticket, deviceId)
  const challenge = await platform.db.transaction((tx) => makeChallenge(platform, tx, id, 'sign_in'))
  return signingOptions(platform, id, challenge)
}

/**
 * Second factor with a passkey; opens the session and remembers the browser. @throws Refusal `staff_credentials_wrong`,
 * `staff_locked`
 */
export async function passkeySecondFactor(
  parts: StaffParts,
  { ticket, credential }: { ticket: string; credential: SignedCredential },
  origin: StaffOrigin,
  newDeviceId: string,
) {
  const {
    attempts,
    platform,
    platform: { clock, random, db },
  } = parts
  const { ip, deviceId } = origin
  const row = await operatorOf(parts, ticket, deviceId)
  const account = row.name.toLowerCase()
  const device = row.is_known && deviceId !== undefined ? deviceKey(deviceId) : undefined
  const { onSuccess } = await attempts.reserve(staffUses(attempts, 'code', { account, ip, device }), 'staff_locked')
  if (!(await countTry(parts, ticket))) throw wrong()
  const challenge = await takeChallenge(platform, row.id, 'sign_in')
  if (challenge === undefined) throw wrong()
  await verifySignature(parts, row.id, challenge, credential).catch((error: unknown) => {
    if (error instanceof Refusal) throw wrong()
    throw error
  })
  await attempts.right(onSuccess, account)
  const token = newToken(random)
  const now = clock.now()
  await db.transaction(async (tx) => {
    const used = await tx
      .deleteFrom('staff.operator_ticket')
      .where('ticket_hash', '=', tokenHash(ticket))
      .executeTakeFirst()
    if (used.numDeletedRows !== 1n) throw wrong()
    await tx.updateTable('staff.operator').set({ last_seen_at: now }).where('id', '=', row.id).execute()
    await writeSession(parts, tx, { operator: row, token, origin, deviceId: newDeviceId, at: now })
  })
  return {
    token,
    maxAgeS: signInRules.absoluteMs / 1_000,
    operator: { id: row.id, name: row.name, role: row.role, role_name: row.role_name },
  }
}
