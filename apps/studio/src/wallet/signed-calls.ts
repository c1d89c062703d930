import {
  dhowAuthenticateReply,
  dhowHeaders,
  dhowWinsReply,
  type DhowFreeRounds,
  type DhowReply,
  type DhowRules,
} from '@dhow/contract/gateway'
import type { SteadyClock } from '@dhow/platform/clock'
import { noTracer, type Tracer } from '@dhow/platform/trace'
import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'

export interface DhowWalletOptions {
  url: string
  key: string
  provider: string
  timeoutMs: number
  tracer?: Tracer
}

const longestAnswer = 262_144

/** An answer of the protocol, or the reason why there is none; `isMissing`: the wallet does not have the call. */
export type CallAnswer = { reply: DhowReply & Reply } | { reason: string; isMissing?: boolean }

interface Reply {
  rules?: DhowRules | undefined
  freeRounds?: DhowFreeRounds | undefined
  session?: string | undefined
  results?: (DhowReply & { txId: string })[] | undefined
}

/** Signed calls of the Dhow protocol: HTTP with keep-alive, one time limit for each call. */
export function openSignedCalls(options: DhowWalletOptions, clock: SteadyClock) {
  const base = new URL(`${options.url}/`)
  const web = base.protocol === 'https:' ? https : http
  const tracer = options.tracer ?? noTracer
  const agent = new web.Agent({ keepAlive: true, maxSockets: 128 })

  const call = (path: string, body: object): Promise<CallAnswer> =>
    tracer.call({ name: `wallet ${path}`, kind: 'client' }, ({ traceparent }) => ask(path, body, traceparent))

  async function ask(path: string, body: object, traceparent: string | undefined): Promise<CallAnswer> {
    const raw = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
    const timestamp = String(Math.round(clock.nowMs()))
    const signature = createHmac('sha256', options.key).update(`${timestamp}.${raw}`).digest('hex')
    try {
      const { status, text } = await send(new URL(path, base), raw, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(raw)),
        [dhowHeaders.provider]: options.provider,
        [dhowHeaders.timestamp]: timestamp,
        [dhowHeaders.signature]: signature,
        ...(traceparent === undefined ? {} : { traceparent }),
      })
      if (status >= 500) return { reason: `status ${status}` }
      const parsed = (path === 'wins' ? dhowWinsReply : dhowAuthenticateReply).safeParse(JSON.parse(text))
      return parsed.success
        ? { reply: parsed.data }
        : { reason: `status ${status} without a code of the protocol`, isMissing: status === 404 }
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  const send = (
    url: URL,
    raw: string,
    headers: Record<string, string>,
    isAgain = false,
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = web.request(url, {
        method: 'POST',
        // A peer that closed one idle connection may have closed all of them.
        agent: isAgain ? false : agent,
        headers,
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The peer closed the idle connection as we used it. Calls carry an id, so a call that did arrive is not done twice.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isAgain
        if (isStale) resolve(send(url, raw, headers, true))
        else reject(error)
      })
      request.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > longestAnswer) request.destroy(new Error('the answer is too long'))
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      request.end(raw)
    })

  return { call, close: () => agent.destroy() }
}
