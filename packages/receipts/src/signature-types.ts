import { cosignedMessage, splitCosignature } from './cosignature.ts'
import { verifyEd25519 } from './ed25519.ts'
import { utf8 } from './encoding.ts'

/** How signatures of one type are checked. */
interface SignatureType {
  publicKeyBytes: number
  /** True if `signature` (without the key id) is one of the note's text. */
  verify: (publicKey: Uint8Array, text: string, signature: Uint8Array) => boolean
}

/** Types of c2sp.org/signed-note that are verified here. ML-DSA-44 (6) will be a row once the platforms have it. */
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
