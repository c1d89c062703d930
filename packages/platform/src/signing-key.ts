import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** First bytes of an Ed25519 private key in PKCS #8, before its 32 own ones (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key of a seed of 32 bytes: its public half, and a signer of messages. */
export function signingKeyOf(seed: Uint8Array) {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    publicKey: new Uint8Array(publicKey),
    sign: (message: Uint8Array): Uint8Array => new Uint8Array(sign(null, message, privateKey)),
  }
}
