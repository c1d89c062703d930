import { cosignedMessage, splitCosignature } from './cosignature.ts'
import { verifyEd25519 } from './ed25519.ts'
import { utf8 } from './encoding.ts'

/** Verification of one type of signatures. */
interface SignatureType {
  publicKeyBytes: number
  /** True if `signature` (without the key id) is valid for the note's text. */
  verify: (publicKey: Uint8Array, text: string, signature: Uint8Array) => boolean
}

/** Supported types of c2sp.org/signed-note. ML-DSA-44 (6) will follow once platforms have it. */
export const signatureTypes: Partial<Record<number, SignatureType>> = {
  0x01: {
    publicKeyBytes: 32,
    verify: (publicKey, text, signature) => verifyEd25519(publicKey, utf8(text), signature),
  },
  0x04: {
    publicKeyBytes: 32,
    verify: (publicKey, text, signature) => {
      const parts = splitCosignature(signature)
      return parts !== undefined && verifyEd25519(publicKey, cosignedMessage(parts.time, text), parts.signature)
    },
  },
}
