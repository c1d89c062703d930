import { signingKeyOf } from '@dhow/platform/signing-key'
import type { NoteSigner } from '@dhow/receipts/note'
import { makeVerifierKey } from '@dhow/receipts/verifier-key'

/** Type of keys that cosign with Ed25519. */
const cosigner = 0x04

/** A signer with the Ed25519 key of a seed of 32 bytes: a witness, unless the type says otherwise. */
export function signerOfSeed(name: string, seed: Uint8Array, type = cosigner): NoteSigner {
  const { publicKey, sign } = signingKeyOf(seed)
  return { key: makeVerifierKey(name, type, publicKey), sign }
}
