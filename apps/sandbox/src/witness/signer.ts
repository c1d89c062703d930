import { signingKeyOf } from '@dhow/platform/signing-key'
import type { NoteSigner } from '@dhow/receipts/note'
import { makeVerifierKey } from '@dhow/receipts/verifier-key'

/** Key type of Ed25519 cosignatures. */
const cosigner = 0x04

/** Signer with the Ed25519 key of a 32-byte seed; by default a cosigner. */
export function signerOfSeed(name: string, seed: Uint8Array, type = cosigner): NoteSigner {
  const { publicKey, sign } = signingKeyOf(seed)
  return { key: makeVerifierKey(name, type, publicKey), sign }
}
