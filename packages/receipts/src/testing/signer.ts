import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { sha256 } from '@dhow/fairness/sha256'
import { concat, utf8 } from '../encoding.ts'
import type { NoteSigner } from '../note.ts'
import { makeVerifierKey } from '../verifier-key.ts'

/** PKCS #8 prefix of an Ed25519 private key, before its 32 bytes. */
const pkcs8 = Uint8Array.from(Buffer.from('302e020100300506032b657004220420', 'hex'))

/** Signer with a private key derived from its name, for tests and fixtures; type 4 is a witness. */
export function testSigner(name: string, type = 1): NoteSigner {
  const der = Buffer.from(concat(pkcs8, sha256(utf8(`test key of ${name}`))))
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    key: makeVerifierKey(name, type, Uint8Array.from(publicKey)),
    sign: (message) => Uint8Array.from(sign(null, message, privateKey)),
  }
}
