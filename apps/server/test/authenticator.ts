import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Parts of a signature that a test changes. */
export interface Bent {
  origin?: string
  rpId?: string
  userVerified?: boolean
  counter?: number
  challenge?: string
}

export interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const present = 0x01
const verified = 0x04
const hasKey = 0x40

/**
 * A software passkey: P-256, attestation "none", by WebAuthn level 2. Each holds one credential and counts its
 * signatures.
 */
export function openAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
  let signatures = 0

  const clientData = (type: string, { challenge }: Options, bent: Bent) =>
    Buffer.from(JSON.stringify({ type, challenge: bent.challenge ?? challenge, origin: bent.origin ?? origin }))
  const authData = (rpId: string, bent: Bent, key?: Buffer) => {
    const flags = present | (bent.userVerified === false ? 0 : verified) | (key ? hasKey : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(bent.counter ?? ++signatures)
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([flags]), count, key ?? Buffer.alloc(0)])
  }
  const credential = <Response>(response: Response) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    /** Answers registration options. */
    register(options: Options, bent: Bent = {}) {
      const credentialId = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData(options.rp?.id ?? '', bent, key))],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', options, bent).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal' as const],
      })
    },
    /** Answers authentication options with a signature. */
    sign(options: Options, bent: Bent = {}) {
      const data = clientData('webauthn.get', options, bent)
      const authenticatorData = authData(options.rpId ?? '', bent)
      return credential({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey).toString('base64url'),
      })
    },
  }
}

/** Head of a CBOR item (RFC 8949): a kind and a number below 65,536. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  if (value < 256) return Buffer.from([(kind << 5) | 24, value])
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff])
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
