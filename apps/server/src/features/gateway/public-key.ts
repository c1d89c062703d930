import { createPublicKey } from 'node:crypto'
import { Refusal } from '../../platform/refusal.ts'

/** Validates a key and returns it as PEM. @throws Refusal `key_invalid` */
export function publicKey(given: string | undefined): string {
  try {
    const key = createPublicKey(given ?? '')
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048)
      return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch (error) {
    throw new Refusal('key_invalid', { data: { reason: String(error) } })
  }
  throw new Refusal('key_invalid')
}
