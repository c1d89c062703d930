import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { NoteSigner } from '@dhow/receipts/note'
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from '@dhow/receipts/verifier-key'
import type { Tx } from '../../platform/db/index.ts'
import type { LogKeyParts } from './parts.ts'

/** First bytes of an Ed25519 private key in PKCS #8, before its 32 own ones (RFC 8410, section 7). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const sealUse = 'key of the public log'
const ed25519 = 1

/** Makes a key for heads of a log from a size on, seals its private half and keeps it. */
export async function makeLogKey(
  { platform, secrets, random }: LogKeyParts,
  tx: Tx,
  { origin, fromSize }: { origin: string; fromSize: bigint },
): Promise<NoteSigner> {
  const seed = random.bytes(32)
  const publicKey = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32)
  const key = makeVerifierKey(origin, ed25519, new Uint8Array(publicKey))
  await tx
    .insertInto('receipts.key')
    .values({
      verifier_key: formatVerifierKey(key),
      sealed: secrets.seal(sealUse, seed.toString('base64')),
      made_at: platform.clock.now(),
      from_size: fromSize,
    })
    .execute()
  return signerOf(key, seed)
}

/** Opens the key that signs heads now. */
export async function openLogKey({ secrets }: Pick<LogKeyParts, 'secrets'>, tx: Tx): Promise<NoteSigner> {
  const { verifier_key, sealed } = await tx
    .selectFrom('receipts.key')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return signerOf(parseVerifierKey(verifier_key), Buffer.from(secrets.open(sealUse, sealed), 'base64'))
}

function signerOf(key: NoteSigner['key'], seed: Buffer): NoteSigner {
  const privateKey = privateKeyOf(seed)
  return { key, sign: (message) => new Uint8Array(sign(null, message, privateKey)) }
}

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([keyPrefix, seed]), format: 'der', type: 'pkcs8' })
