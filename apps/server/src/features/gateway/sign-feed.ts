import { createHmac, createSign } from 'node:crypto'
import { dhowHeaders } from '@dhow/contract/gateway'
import type { Platform } from '../../platform/platform.ts'
import { adapters } from './adapters/index.ts'
import type { openProviderKeys } from './provider-keys.ts'

/**
 * Headers that sign the portal's requests to a provider, over the path of a GET (its feed) or the body of a POST: our
 * own format, with the key of the provider's protocol.
 */
export function signFeed(
  { clock }: Platform,
  keys: Awaited<ReturnType<typeof openProviderKeys>>,
  provider: { code: string; adapter: string },
  payload: string,
): Record<string, string> {
  const kind = adapters[provider.adapter]?.keys ?? 'secret'
  const key = keys.signing(provider.code, kind)
  if (key === undefined) return {}
  const timestamp = String(clock.now().getTime())
  const signed = `${timestamp}.${payload}`
  const signature =
    kind === 'secret'
      ? createHmac('sha256', key).update(signed).digest('hex')
      : createSign('RSA-SHA256').update(signed).sign(key, 'base64')
  return {
    [dhowHeaders.provider]: provider.code,
    [dhowHeaders.timestamp]: timestamp,
    [dhowHeaders.signature]: signature,
  }
}
