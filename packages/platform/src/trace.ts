import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { openTraceSampling, type SamplingParts } from './trace-sampling.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** An exported span: ids in hexadecimal, times in milliseconds since 1970. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Attributes
  /** Span of the call that caused this one, if in another trace. */
  link: { traceId: string; spanId: string } | undefined
  hasFailed: boolean
}

/** OpenTelemetry's kinds. */
export type SpanKind = 'internal' | 'server' | 'client'

interface Context {
  traceId: string
  spanId: string
  isSampled: boolean
}

export interface SpanOptions {
  name: string
  kind?: SpanKind
  /** W3C Trace Context header of an incoming call. */
  traceparent?: string | undefined
  attributes?: Attributes
}

export interface Tracer {
  /** Measures work as a span. Without a parent, only a server or client span starts a trace. */
  span<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result>
  /**
   * Measures a call of another program, and its parts by `part`. Nearly free for unsampled calls, unlike `span`, under which Node tracks every promise
   * of the process.
   */
  call<Result>(options: CallOptions, work: (call: CallTrace) => Promise<Result>): Promise<Result>
  /**
   * Measures a step of one subject, such as a deposit, as a span of the subject's own trace, in any request or process: its id derives from the
   * subject's. Links to the call that did it.
   */
  step<Result>(name: string, subjectOf: (result: Result) => string, work: () => Promise<Result>): Promise<Result>
  /** The same for an instant. */
  mark(name: string, subject: string): void
  /** Header for calls to other programs; undefined outside of a sampled trace. */
  traceparent(): string | undefined
  /** Fields for a log entry. */
  logFields(): LogFields
}

export interface LogFields {
  trace_id?: string
}

export type CallOptions = Omit<SpanOptions, 'kind'> & { kind: 'server' | 'client' }

/** A call under way; measures nothing unless sampled. */
export interface CallTrace {
  part: MeasurePart
  /** Fields for the call's log entries. */
  fields: LogFields
  /** Header for the call itself, or for calls that it makes. */
  traceparent: string | undefined
}

/** Measures a part of a call. */
export type MeasurePart = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

const unmeasured: CallTrace = { part: (_name, work) => work(), fields: {}, traceparent: undefined }

/** For programs without tracing: only runs the work. */
export const noTracer: Tracer = {
  span: (_options, work) => work(),
  call: (_options, work) => work(unmeasured),
  step: (_name, _subjectOf, work) => work(),
  mark: () => {},
  traceparent: () => undefined,
  logFields: () => ({}),
}

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads a `traceparent` header; undefined if invalid. */
export function readTraceparent(header: string | undefined): Context | undefined {
  const [, traceId, spanId, flags] = traceparentForm.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const headerOf = ({ traceId, spanId }: Context) => `00-${traceId}-${spanId}-01`

async function measured<Result>(work: () => Promise<Result>, end: (hasFailed: boolean) => void): Promise<Result> {
  try {
    const result = await work()
    end(false)
    return result
  } catch (error) {
    end(true)
    throw error
  }
}

const spanOf = (
  { traceId, spanId }: Context,
  parentSpanId: string | undefined,
  { name, kind = 'internal', attributes = {} }: SpanOptions,
  { startMs, endMs }: { startMs: number; endMs: number },
) => ({ traceId, spanId, parentSpanId, name, kind, attributes, startMs, endMs, link: undefined })

/** Opens a tracer; `ended` receives each finished span of a sampled trace. For a trace started elsewhere, its header decides. */
export function openTracer(parts: SamplingParts & { ended: (span: Span) => void }): Tracer {
  const { nowMs, ended } = parts
  const active = new AsyncLocalStorage<Context>()
  let underWay = 0
  const { newId, isChosen, newTrace } = openTraceSampling(parts)

  /** Contexts of parent and new span; undefined if there is no trace and none starts. */
  function contextOf({ kind, traceparent }: SpanOptions): { parent: Context | undefined; own: Context } | undefined {
    const parent = readTraceparent(traceparent) ?? active.getStore()
    if (parent) return { parent, own: { ...parent, spanId: newId(8) } }
    if (kind !== 'server' && kind !== 'client') return undefined
    const own = newTrace()
    return own && { parent: undefined, own: { ...own, isSampled: true } }
  }

  function subjectSpan(name: string, subject: string, startMs: number, cause: Context | undefined) {
    const traceId = createHash('sha256').update(`trace of ${subject}`).digest('hex').slice(0, 32)
    if (!isChosen(traceId)) return
    const link = cause && { traceId: cause.traceId, spanId: cause.spanId }
    const span = { traceId, spanId: newId(8), parentSpanId: undefined, name, kind: 'internal' as const }
    ended({ ...span, startMs, endMs: nowMs(), attributes: {}, link, hasFailed: false })
  }

  return {
    span(options, work) {
      const context = contextOf(options)
      if (!context?.own.isSampled) return work()
      const { parent, own } = context
      const startMs = nowMs()
      underWay++
      return active.run(own, () =>
        measured(work, (hasFailed) => {
          // Track promises only while a span is open.
          if (--underWay === 0) active.disable()
          ended({ ...spanOf(own, parent?.spanId, options, { startMs, endMs: nowMs() }), hasFailed })
        }),
      )
    },
    call(options, work) {
      const context = contextOf(options)
      if (!context?.own.isSampled) return work(unmeasured)
      const { parent, own } = context
      const startMs = nowMs()
      const part: MeasurePart = (name, partWork) => {
        const partMs = nowMs()
        const inner = { ...own, spanId: newId(8) }
        return measured(partWork, (hasFailed) =>
          ended({ ...spanOf(inner, own.spanId, { name }, { startMs: partMs, endMs: nowMs() }), hasFailed }),
        )
      }
      return measured(
        () => work({ part, fields: { trace_id: own.traceId }, traceparent: headerOf(own) }),
        (hasFailed) => ended({ ...spanOf(own, parent?.spanId, options, { startMs, endMs: nowMs() }), hasFailed }),
      )
    },
    async step(name, subjectOf, work) {
      const startMs = nowMs()
      const result = await work()
      subjectSpan(name, subjectOf(result), startMs, active.getStore())
      return result
    },
    mark: (name, subject) => subjectSpan(name, subject, nowMs(), active.getStore()),
    traceparent() {
      const context = active.getStore()
      return context?.isSampled ? headerOf(context) : undefined
    },
    logFields() {
      const context = active.getStore()
      return context?.isSampled ? { trace_id: context.traceId } : {}
    },
  }
}
