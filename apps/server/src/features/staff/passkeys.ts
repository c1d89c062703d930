import type { BodyOf } from '@dhow/contract/operation'
import type { addPasskey as addPasskeyCall, passkeySignIn } from '@dhow/contract/passkeys'
import { errorCode } from '@dhow/platform/error-code'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { bind } from '../../platform/bind.ts'
import type { Db } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { auditOwn, checkFactors, endOtherSessions, writeFactors, type Factors } from './own-factors.ts'
import type { StaffParts } from './parts.ts'
import { challengeMs, makeChallenge, takeChallenge } from './passkey-challenges.ts'

const passkeysAtMost = 10
const selection = { residentKey: 'preferred', userVerification: 'required' } as const
type Transport = Tables['staff.operator_passkey']['transports'][number]
type Registered = BodyOf<typeof addPasskeyCall>['credential']
export type Signed = BodyOf<typeof passkeySignIn>['credential']

/** An operator's own passkeys: each is registered and removed by password and code. */
export function openPasskeys(parts: StaffParts) {
  return bind(parts, {
    list: listPasskeys,
    begin: beginPasskey,
    add: addPasskey,
    rename: renamePasskey,
    remove: removePasskey,
  })
}

/** The console as WebAuthn names it: its origin, and its host as the relying party. */
export function relyingParty({ config }: Platform) {
  const origin = config.origins.console
  return { expectedOrigin: origin, expectedRPID: new URL(origin).hostname }
}

/** The passkeys of an operator, oldest first. */
export const passkeysOf = (db: Db, operatorId: string) =>
  db.selectFrom('staff.operator_passkey').selectAll().where('operator_id', '=', operatorId).orderBy('id').execute()

const listPasskeys = async ({ platform: { db } }: StaffParts, by: StaffSession) =>
  (await passkeysOf(db.kysely, by.operatorId)).map(passkeyReply)

const passkeyReply = (row: { id: string; name: string; created_at: Date; last_used_at: Date | null }) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const described = (row: { credential_id: string; transports: Transport[] }) => ({
  id: row.credential_id,
  type: 'public-key' as const,
  transports: row.transports,
})

/** @throws Refusal `own_account_wrong`, `staff_locked`, `passkeys_full` */
async function beginPasskey(parts: StaffParts, by: StaffSession, factors: Factors) {
  const { platform } = parts
  const { step } = await checkFactors(parts, by, factors)
  const known = await passkeysOf(platform.db.kysely, by.operatorId)
  if (known.length >= passkeysAtMost) throw new Refusal('passkeys_full')
  const challenge = await platform.db.transaction(async (tx) => {
    await writeFactors(tx, by, step, {})
    return makeChallenge(platform, tx, by.operatorId, 'register')
  })
  const [rpName, rpID] = ['Dhow console', relyingParty(platform).expectedRPID]
  const authenticatorSelection = { ...selection, requireResidentKey: false }
  const made = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: by.name,
    userID: new Uint8Array(Buffer.from(by.operatorId)),
    challenge,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    timeout: challengeMs,
    authenticatorSelection,
  })
  return {
    ...made,
    ...{ rp: { id: rpID, name: rpName }, timeout: challengeMs, attestation: 'none' as const },
    ...{ excludeCredentials: known.map(described), authenticatorSelection },
  }
}

/** @throws Refusal `passkey_wrong`, `passkey_taken`, `passkeys_full` */
async function addPasskey(
  parts: StaffParts,
  by: StaffSession,
  { name, credential: sent }: { name: string; credential: Registered },
) {
  const { platform } = parts
  const expectedChallenge = await takeChallenge(platform, by.operatorId, 'register')
  if (expectedChallenge === undefined) throw new Refusal('passkey_wrong')
  const checked = await verifyRegistrationResponse({
    response: { ...sent, clientExtensionResults: {} },
    expectedChallenge,
    ...relyingParty(platform),
    requireUserVerification: true,
  }).catch((error: unknown) => refuseWrong(parts, by.operatorId, error))
  if (!checked.verified) throw new Refusal('passkey_wrong')
  const { credential } = checked.registrationInfo
  const row = {
    id: platform.id('pky'),
    operator_id: by.operatorId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: [...(credential.transports ?? [])],
    name,
    created_at: platform.clock.now(),
    last_used_at: null,
  }
  await platform.db.transaction(async (tx) => {
    await tx.selectFrom('staff.operator').select('id').where('id', '=', by.operatorId).forUpdate().execute()
    if ((await passkeysOf(tx, by.operatorId)).length >= passkeysAtMost) throw new Refusal('passkeys_full')
    await tx
      .insertInto('staff.operator_passkey')
      .values(row)
      .execute()
      .catch((error: unknown) => {
        if (errorCode(error) === '23505') throw new Refusal('passkey_taken')
        throw error
      })
    await auditOwn(parts, tx, by, 'operator.passkey-add', `registered the passkey ${name}`)
  })
  return passkeyReply(row)
}

/** @throws Refusal `passkey_unknown` */
function renamePasskey(parts: StaffParts, by: StaffSession, passkeyId: string, name: string) {
  return parts.platform.db.transaction(async (tx) => {
    const renamed = await tx
      .updateTable('staff.operator_passkey')
      .set({ name })
      .where('id', '=', passkeyId)
      .where('operator_id', '=', by.operatorId)
      .executeTakeFirst()
    if (renamed.numUpdatedRows !== 1n) throw new Refusal('passkey_unknown')
    await auditOwn(parts, tx, by, 'operator.passkey-rename', `renamed a passkey to ${name}`)
  })
}

/** @throws Refusal `passkey_unknown`, `own_account_wrong`, `staff_locked` */
async function removePasskey(parts: StaffParts, by: StaffSession, passkeyId: string, factors: Factors) {
  const { step } = await checkFactors(parts, by, factors)
  await parts.platform.db.transaction(async (tx) => {
    await writeFactors(tx, by, step, {})
    const removed = await tx
      .deleteFrom('staff.operator_passkey')
      .where('id', '=', passkeyId)
      .where('operator_id', '=', by.operatorId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Refusal('passkey_unknown')
    await endOtherSessions(parts, tx, by)
    await auditOwn(parts, tx, by, 'operator.passkey-remove', `removed the passkey ${removed.name}`)
  })
}

/** Options by which the browser asks for a signature of one of the operator's passkeys. */
export async function signingOptions(platform: Platform, operatorId: string, challenge: Uint8Array<ArrayBuffer>) {
  const known = await passkeysOf(platform.db.kysely, operatorId)
  const [rpId, allowCredentials] = [relyingParty(platform).expectedRPID, known.map(described)]
  const { userVerification } = selection
  const made = await generateAuthenticationOptions({
    ...{ rpID: rpId, challenge, timeout: challengeMs, allowCredentials, userVerification },
  })
  return { ...made, rpId, timeout: challengeMs, allowCredentials, userVerification }
}

/**
 * Checks a signature by one of the operator's own passkeys over a challenge, and moves the passkey's counter.
 * @throws Refusal `passkey_wrong`
 */
export async function verifySignature(
  parts: StaffParts,
  operatorId: string,
  expectedChallenge: string,
  sent: Signed,
): Promise<void> {
  const { platform } = parts
  const { db, clock } = platform
  const own = await db.kysely
    .selectFrom('staff.operator_passkey')
    .selectAll()
    .where('credential_id', '=', sent.id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  if (!own) throw new Refusal('passkey_wrong')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...sent, clientExtensionResults: {} },
    expectedChallenge,
    ...relyingParty(platform),
    credential: {
      ...described(own),
      publicKey: new Uint8Array(own.public_key),
      counter: Number(own.counter),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => refuseWrong(parts, operatorId, error))
  if (!verified) throw new Refusal('passkey_wrong')
  // Of two signatures at once with one count, the second finds the count moved.
  const moved = await db.kysely
    .updateTable('staff.operator_passkey')
    .set({ counter: BigInt(authenticationInfo.newCounter), last_used_at: clock.now() })
    .where('id', '=', own.id)
    .where('counter', '=', own.counter)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal('passkey_wrong')
}

function refuseWrong({ platform: { log } }: StaffParts, operatorId: string, error: unknown): never {
  log.warn({ err: error, operator: operatorId }, 'a passkey was refused')
  throw new Refusal('passkey_wrong')
}
