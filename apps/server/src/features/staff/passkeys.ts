import type { RegisteredCredential, SignedCredential } from '@dhow/contract/passkey-shapes'
import { errorCode } from '@dhow/platform/error-code'
import { bind } from '../../platform/bind.ts'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { openPasskeySite, type Challenge } from '../../platform/passkeys.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { auditOwn, checkFactors, endOtherSessions, writeFactors, type Factors } from './own-factors.ts'
import type { StaffParts } from './parts.ts'
import { makeChallenge, takeChallenge } from './passkey-challenges.ts'

const maxPasskeys = 10

/** An operator's own passkeys: registered and removed with password and code. */
export function openPasskeys(parts: StaffParts) {
  return bind(parts, {
    list: listPasskeys,
    begin: beginPasskey,
    add: addPasskey,
    rename: renamePasskey,
    remove: removePasskey,
  })
}

const siteOf = (platform: Platform) =>
  openPasskeySite(platform, { origin: platform.config.origins.console, name: 'Dhow console', residentKey: 'preferred' })

/** An operator's passkeys, oldest first. */
export const listOperatorPasskeys = (db: Db, operatorId: string) =>
  db.selectFrom('staff.operator_passkey').selectAll().where('operator_id', '=', operatorId).orderBy('id').execute()

const listPasskeys = async ({ platform: { db } }: StaffParts, by: StaffSession) =>
  (await listOperatorPasskeys(db.kysely, by.operatorId)).map(passkeyReply)

const passkeyReply = (row: { id: string; name: string; created_at: Date; last_used_at: Date | null }) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** @throws Refusal `own_account_wrong`, `staff_locked`, `passkeys_full` */
async function beginPasskey(parts: StaffParts, by: StaffSession, factors: Factors) {
  const { platform } = parts
  const { step } = await checkFactors(parts, by, factors)
  const known = await listOperatorPasskeys(platform.db.kysely, by.operatorId)
  if (known.length >= maxPasskeys) throw new Refusal('passkeys_full')
  const challenge = await platform.db.transaction(async (tx) => {
    await writeFactors(tx, by, step, {})
    return makeChallenge(platform, tx, by.operatorId, 'register')
  })
  return siteOf(platform).creation({ id: by.operatorId, name: by.name }, challenge, known)
}

/** @throws Refusal `passkey_wrong`, `passkey_taken`, `passkeys_full` */
async function addPasskey(
  parts: StaffParts,
  by: StaffSession,
  { name, credential }: { name: string; credential: RegisteredCredential },
) {
  const { platform } = parts
  const challenge = await takeChallenge(platform, by.operatorId, 'register')
  const made = challenge && (await siteOf(platform).madeBy(by.operatorId, challenge, credential))
  if (!made) throw new Refusal('passkey_wrong')
  const row = {
    id: platform.id('pky'),
    operator_id: by.operatorId,
    ...made,
    name,
    created_at: platform.clock.now(),
    last_used_at: null,
  }
  await platform.db.transaction(async (tx) => {
    await tx.selectFrom('staff.operator').select('id').where('id', '=', by.operatorId).forUpdate().execute()
    if ((await listOperatorPasskeys(tx, by.operatorId)).length >= maxPasskeys) throw new Refusal('passkeys_full')
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

/** Options to sign with one of the operator's passkeys. */
export const signingOptions = async (platform: Platform, operatorId: string, challenge: Challenge) =>
  siteOf(platform).request(challenge, await listOperatorPasskeys(platform.db.kysely, operatorId))

/**
 * Verifies a signature by one of the operator's passkeys over a challenge, and updates the passkey's counter.
 * @throws Refusal `passkey_wrong`
 */
export async function verifySignature(
  { platform }: StaffParts,
  operatorId: string,
  challenge: string,
  sent: SignedCredential,
): Promise<void> {
  const { db, clock } = platform
  const own = await db.kysely
    .selectFrom('staff.operator_passkey')
    .selectAll()
    .where('credential_id', '=', sent.id)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  if (!own) throw new Refusal('passkey_wrong')
  const counter = await siteOf(platform).countAfter(operatorId, challenge, sent, own)
  if (counter === undefined) throw new Refusal('passkey_wrong')
  // Of two concurrent signatures with one counter, the second finds it changed.
  const moved = await db.kysely
    .updateTable('staff.operator_passkey')
    .set({ counter, last_used_at: clock.now() })
    .where('id', '=', own.id)
    .where('counter', '=', own.counter)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal('passkey_wrong')
}
