import { sameBytes } from '@dhow/platform/same-bytes'
import { fieldsOf } from '@dhow/contract/records'
import { challengeMs, type Challenge } from '../../platform/passkeys.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Shared } from './parts.ts'

/** Purpose and owner of a challenge: a session that adds a passkey, or a browser that signs in. */
type ChallengeUse = { use: 'add'; sessionId: string } | { use: 'sign_in'; deviceId: string }

const chanceBytes = 16
const headBytes = chanceBytes + 8

/**
 * Makes a challenge: random bytes, its expiry, and a keyed hash over both and its use. Nothing is stored, so that
 * merely opening a page costs the database nothing; a challenge is stored once it is answered.
 */
export function makeChallenge({ platform: { random, clock }, secrets }: Shared, use: ChallengeUse): Challenge {
  const head = Buffer.alloc(headBytes)
  random.bytes(chanceBytes).copy(head)
  head.writeBigUInt64BE(BigInt(clock.now().getTime() + challengeMs), chanceBytes)
  return new Uint8Array(Buffer.concat([head, hashOf(secrets, head, use)]))
}

/**
 * Redeems the challenge that a browser signed, before anything else is checked; undefined if it was made for another
 * use, has expired, or was answered before.
 */
export async function takeChallenge(
  { platform: { db, clock }, secrets }: Shared,
  use: ChallengeUse,
  { response }: { response: { clientDataJSON: string } },
): Promise<string | undefined> {
  const challenge = signedIn(response.clientDataJSON)
  if (challenge === undefined) return undefined
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length <= headBytes) return undefined
  const [head, hash] = [bytes.subarray(0, headBytes), bytes.subarray(headBytes)]
  if (!sameBytes(hash, hashOf(secrets, head, use))) return undefined
  const ends_at = new Date(Number(head.readBigUInt64BE(chanceBytes)))
  if (ends_at <= clock.now()) return undefined
  const noted = await db.kysely
    .insertInto('accounts.answered_challenge')
    // Stored by its bytes: different base64 texts may encode the same bytes.
    .values({ challenge: head.toString('base64url'), ends_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n ? challenge : undefined
}

/** Deletes answered challenges that have expired. */
export async function sweepChallenges({ db, clock }: Platform) {
  await db.kysely.deleteFrom('accounts.answered_challenge').where('ends_at', '<', clock.now()).execute()
}

function hashOf(secrets: Shared['secrets'], head: Buffer, use: ChallengeUse): Buffer {
  const owner = use.use === 'add' ? use.sessionId : use.deviceId
  return secrets.mac('passkey challenge', `${use.use}:${head.toString('base64url')}:${owner}`)
}

/** Challenge in the client data that a browser signed; undefined if that cannot be parsed. */
function signedIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = fieldsOf(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
