import { signingKeyOf } from '@dhow/platform/signing-key'
import type { NoteSigner } from '@dhow/receipts/note'
import { makeVerifierKey } from '@dhow/receipts/verifier-key'

/** Signs notes with the Ed25519 key of a 32-byte seed; `type` is 1 for a log, 4 for a witness. */
export function signerOfSeed(name: string, type: number, seed: Uint8Array): NoteSigner {
  const { publicKey, sign } = signingKeyOf(seed)
  return { key: makeVerifierKey(name, type, publicKey), sign }
}
