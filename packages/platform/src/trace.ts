import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { openTraceChoice, type ChoiceParts } from './trace-choice.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span as it is exported: ids in hexadecimal, instants in milliseconds since 1970. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Attributes
  /** The span of the call that caused this one, where it belongs to another trace. */
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
  /** Header of a call from elsewhere, as W3C Trace Context has it. */
  traceparent?: string | undefined
  attributes?: Attributes
}

export interface Tracer {
  /** Measures work as a span. Without a span around it, only a call of the kind server or client begins a trace. */
  span<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result>
  /**
   * Measures a call of another program, and what of it is handed to `part`. It costs an unobserved call next to nothing: `span` makes Node follow
   * every promise of the process while one is under way, which a bet would pay for.
   */
  call<Result>(options: CallOptions, work: (call: CallTrace) => Promise<Result>): Promise<Result>
  /**
   * Measures a step in the life of one thing, such as a deposit, as a span of its own trace, whichever request or process does it: the trace's id is made of
   * the thing's. The span links to the call that did it.
   */
  step<Result>(name: string, subjectOf: (result: Result) => string, work: () => Promise<Result>): Promise<Result>
  /** The same for a moment. */
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

/** A call under way, for what it does: without a kept trace nothing of it is measured. */
export interface CallTrace {
  part: MeasurePart
  /** Fields for its log entries. */
  fields: LogFields
  /** Header for the call itself, or for those that it makes. */
  traceparent: string | undefined
}

/** Measures a part of a call. */
export type MeasurePart = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

const unmeasured: CallTrace = { part: (_name, work) => work(), fields: {}, traceparent: undefined }

/** For a program that exports no traces: the work alone. */
export const noTracer: Tracer = {
  span: (_options, work) => work(),
  call: (_options, work) => work(unmeasured),
  step: (_name, _subjectOf, work) => work(),
  mark: () => {},
  traceparent: () => undefined,
  logFields: () => ({}),
}

const traceparentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads a `traceparent` header; undefined where it is none. */
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

/** Opens a tracer; `ended` receives each finished span of a trace that is kept. One that began elsewhere is kept by its header. */
export function openTracer(parts: ChoiceParts & { ended: (span: Span) => void }): Tracer {
  const { nowMs, ended } = parts
  const active = new AsyncLocalStorage<Context>()
  let underWay = 0
  const { newId, isChosen, newTrace } = openTraceChoice(parts)

  /** The step before this one, and whether this one is kept; undefined where no trace is under way and none is begun. */
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
          // Promises are followed only as long as a span needs it.
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
