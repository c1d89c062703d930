import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Metrics } from './metrics.ts'

interface Seen {
  request: object & { origin?: unknown }
  response?: { statusCode?: number }
}

const isSeen = (message: unknown): message is Seen =>
  typeof message === 'object' && message !== null && 'request' in message && typeof message.request === 'object'

/**
 * Measures every `fetch` by host: payment services, message gateways, providers, receivers of alarms. Uses undici's diagnostics channels, so callers
 * need no code.
 * @returns stops it
 */
export function watchFetch(metrics: Metrics, monotonicMs: () => number): () => void {
  const begun = new WeakMap<object, number>()
  const ended = ({ request, response }: Seen) => {
    const since = begun.get(request)
    if (since === undefined || !URL.canParse(String(request.origin))) return
    begun.delete(request)
    const outcome = response === undefined ? 'silent' : (response.statusCode ?? 0) >= 500 ? 'failed' : 'answered'
    const { host } = new URL(String(request.origin))
    metrics.observe('dhow_service_seconds', { service: host, outcome }, (monotonicMs() - since) / 1_000)
  }
  const receivers: [string, (message: unknown) => void][] = [
    ['undici:request:create', (message) => isSeen(message) && begun.set(message.request, monotonicMs())],
    ['undici:request:headers', (message) => isSeen(message) && ended(message)],
    ['undici:request:error', (message) => isSeen(message) && ended({ request: message.request })],
  ]
  for (const [name, receive] of receivers) subscribe(name, receive)
  return () => {
    for (const [name, receive] of receivers) unsubscribe(name, receive)
  }
}
