import type { Clock } from '@dhow/platform/clock'
import { errorCode } from '@dhow/platform/error-code'
import { boundedText } from '../../platform/ask-service.ts'
import type { Platform } from '../../platform/platform.ts'
import { openBreaker, type Breaker } from './breaker.ts'

export type GatewaySettings = Platform['config']['sms']['gateways'][number]

/**
 * `accepted`: the gateway has it. `refused`: it will never send this message. `unavailable`: it did not accept it.
 * `unknown`: no answer, or a lost or unreadable one.
 */
export type GatewayAnswer = 'accepted' | 'refused' | 'unavailable' | 'unknown'

export interface Gateway {
  name: GatewaySettings['name']
  breaker: Breaker
  send(sms: { id: string; mobile: string; text: string; language: string }): Promise<GatewayAnswer>
}

const answerLimitBytes = 16 * 1024

/** A gateway over HTTP: `POST {to, text, language}` with our id as its idempotency key. */
export function openGateway({ name, url, headers }: GatewaySettings, timeoutMs: number, clock: Clock): Gateway {
  return {
    name,
    breaker: openBreaker(clock),
    async send({ id, mobile, text, language }) {
      let response: Response
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': id, ...headers },
          body: JSON.stringify({ to: mobile, text, language }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        return wasNotSent(error) ? 'unavailable' : 'unknown'
      }
      const body = await boundedText(response, answerLimitBytes).catch(() => undefined)
      if (response.ok) return body !== undefined && isAcceptance(body) ? 'accepted' : 'unknown'
      return refusals.has(response.status) ? 'refused' : 'unavailable'
    },
  }
}

/** Statuses that reject the message itself; any other failure is the gateway's. */
const refusals = new Set([400, 410, 413, 415, 422])

/** Whether the connection failed before sending, so that the message cannot have been accepted. */
function wasNotSent(error: unknown): boolean {
  const code = error instanceof Error ? errorCode(error.cause) : undefined
  return code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)
}

/** An empty body or a JSON object: a proxy's page with status 200 is no acceptance. */
function isAcceptance(body: string): boolean {
  if (body.trim() === '') return true
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    return false
  }
}
