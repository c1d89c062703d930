import type { Tx } from '../../platform/db/index.ts'
import { challengeMs, type Challenge } from '../../platform/passkeys.ts'
import type { Platform } from '../../platform/platform.ts'

/** Makes a challenge for an operator, replacing earlier ones of the purpose. Returns its bytes. */
export async function makeChallenge(
  { random, clock }: Platform,
  tx: Tx,
  operatorId: string,
  purpose: 'register' | 'sign_in',
): Promise<Challenge> {
  const bytes = new Uint8Array(random.bytes(32))
  await tx
    .deleteFrom('staff.passkey_challenge')
    .where('operator_id', '=', operatorId)
    .where('purpose', '=', purpose)
    .execute()
  await tx
    .insertInto('staff.passkey_challenge')
    .values({
      challenge: Buffer.from(bytes).toString('base64url'),
      operator_id: operatorId,
      purpose,
      expires_at: new Date(clock.now().getTime() + challengeMs),
    })
    .execute()
  return bytes
}

/** Uses up an operator's open challenge, before anything else is checked; undefined if there is none. */
export async function takeChallenge(
  { db, clock }: Platform,
  operatorId: string,
  purpose: 'register' | 'sign_in',
): Promise<string | undefined> {
  const taken = await db.kysely
    .deleteFrom('staff.passkey_challenge')
    .where('operator_id', '=', operatorId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .returning('challenge')
    .executeTakeFirst()
  return taken?.challenge
}
