import type { NoteSigner } from '@dhow/receipts/note'
import { formatVerifierKey, parseVerifierKey } from '@dhow/receipts/verifier-key'
import type { Tx } from '../../platform/db/index.ts'
import { signerOfSeed } from '../../platform/note-signer.ts'
import type { LogName } from './logs.ts'
import type { LogKeyParts } from './parts.ts'

const sealUse = 'key of the public log'
const ed25519 = 1

/** Creates a key for heads of a log from a size on, and stores it with its private key encrypted. */
export async function makeLogKey(
  { platform, secrets, random }: LogKeyParts,
  tx: Tx,
  { log, origin, fromSize }: { log: LogName; origin: string; fromSize: bigint },
): Promise<NoteSigner> {
  const seed = random.bytes(32)
  const signer = signerOfSeed(origin, ed25519, seed)
  await tx
    .insertInto('receipts.key')
    .values({
      log,
      verifier_key: formatVerifierKey(signer.key),
      sealed: secrets.seal(sealUse, seed.toString('base64')),
      made_at: platform.clock.now(),
      from_size: fromSize,
    })
    .execute()
  return signer
}

/** Opens the key that signs heads of a log now; `known` is an earlier signer, which is reused if it is the same. */
export async function openLogKey(
  { secrets }: Pick<LogKeyParts, 'secrets'>,
  tx: Tx,
  log: LogName,
  known?: NoteSigner,
): Promise<NoteSigner> {
  const { verifier_key, sealed } = await tx
    .selectFrom('receipts.key')
    .selectAll()
    .where('log', '=', log)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (known && formatVerifierKey(known.key) === verifier_key) return known
  const { name } = parseVerifierKey(verifier_key)
  return signerOfSeed(name, ed25519, Buffer.from(secrets.open(sealUse, sealed), 'base64'))
}
