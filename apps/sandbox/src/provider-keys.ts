import { createHmac, createVerify } from 'node:crypto'
import { sameBytes } from '@dhow/platform/same-bytes'
import { sandboxPair } from '@dhow/provider-kit/sandbox-pair'

/** Fields of a provider that its signatures need. */
interface Signer {
  code: string
  dialect: string
}

/** Keys of the providers and for verifying the portal: the key shared by portal and sandbox, or pairs derived from it. */
export function openProviderKeys(sandboxKey: string) {
  const pairs = new Map<string, ReturnType<typeof sandboxPair>>()
  function pairOf(name: string) {
    const pair = pairs.get(name) ?? sandboxPair(sandboxKey, name)
    pairs.set(name, pair)
    return pair
  }

  return {
    /** Signs the provider's calls to the wallet. */
    own: ({ code, dialect }: Signer): string => (dialect === 'hub88' ? pairOf(code).privateKey : sandboxKey),

    /** Whether the portal signed this. A sandbox without a key accepts every call. */
    isOfPortal({ code, dialect }: Signer, signed: string, signature: unknown): boolean {
      if (sandboxKey === '') return true
      if (typeof signature !== 'string') return false
      if (dialect === 'hub88')
        return createVerify('RSA-SHA256')
          .update(signed)
          .verify(pairOf(`portal to ${code}`).publicKey, signature, 'base64')
      const right = createHmac('sha256', sandboxKey).update(signed).digest()
      return /^[0-9a-f]{64}$/.test(signature) && sameBytes(right, Buffer.from(signature, 'hex'))
    },
  }
}

export type ProviderKeys = ReturnType<typeof openProviderKeys>
