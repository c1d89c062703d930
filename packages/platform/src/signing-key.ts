import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** PKCS #8 prefix of an Ed25519 private key, before its 32 bytes (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Ed25519 key of a 32-byte seed: public key, and a function that signs. */
export function signingKeyOf(seed: Uint8Array) {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    publicKey: new Uint8Array(publicKey),
    sign: (message: Uint8Array): Uint8Array => new Uint8Array(sign(null, message, privateKey)),
  }
}
