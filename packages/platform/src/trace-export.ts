import type { Timers } from './clock.ts'
import type { Attributes, Span } from './trace.ts'

/** Most pending spans; more are dropped, so that an unreachable collector does not fill memory. */
const maxWaiting = 4_096
const maxBatch = 512
const sendEachMs = 1_000
const answerWithinMs = 5_000
const kinds = { internal: 1, server: 2, client: 3 } as const

/**
 * Sends spans to a collector in batches, as OTLP over HTTP with JSON (opentelemetry.io, "OTLP Specification"). A batch that fails is lost, and `failed`
 * gets the reason.
 * @param parts.url of the collector, such as `http://127.0.0.1:4318`; `/v1/traces` is added
 */
export function openTraceExport(parts: {
  url: string
  program: string
  version: string
  timers: Timers
  failed: (error: unknown) => void
}) {
  const { url, program, version, timers, failed } = parts
  const resource = { attributes: attributesOf({ 'service.name': `dhow-${program}`, 'service.version': version }) }
  let waiting: Span[] = []
  let cancel: (() => void) | undefined
  let sending: Promise<void> = Promise.resolve()

  async function send(spans: Span[]) {
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'dhow', version }, spans: spans.map(toOtlp) }] }],
        }),
        signal: AbortSignal.timeout(answerWithinMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
    } catch (error) {
      failed(error)
    }
  }

  function flush(): Promise<void> {
    cancel?.()
    cancel = undefined
    const spans = waiting
    waiting = []
    for (let from = 0; from < spans.length; from += maxBatch) {
      const batch = spans.slice(from, from + maxBatch)
      sending = sending.then(() => send(batch))
    }
    return sending
  }

  return {
    add(span: Span) {
      if (waiting.length >= maxWaiting) return
      waiting.push(span)
      cancel ??= timers.after(sendEachMs, () => void flush())
    },
    /** Sends pending spans; resolves when the collector has answered. */
    flush,
  }
}

const nanos = (ms: number) => `${Math.round(ms * 1_000)}000`

const toOtlp = ({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, link, hasFailed }: Span) => ({
  ...{ traceId, spanId, name, kind: kinds[kind] },
  ...(parentSpanId === undefined ? {} : { parentSpanId }),
  startTimeUnixNano: nanos(startMs),
  endTimeUnixNano: nanos(endMs),
  attributes: attributesOf(attributes),
  links: link ? [link] : [],
  status: { code: hasFailed ? 2 : 0 },
})

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

function valueOf(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value }
  return typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value }
}
