import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openTraceExport } from './trace-export.ts'
import { openTracer, readTraceparent, type Span } from './trace.ts'

/** Opens a tracer whose ids count up, so that all differ. */
function open(percent = 100, perSecond = 1_000) {
  const spans: Span[] = []
  const at = { ms: 1_000 }
  let ids = 0
  const newBytes = (count: number) =>
    Buffer.concat(Array.from({ length: count / 8 }, () => Buffer.from(String(++ids).padStart(16, '0'), 'hex')))
  const ended = (span: Span) => spans.push(span)
  const tracer = openTracer({ percent, perSecond, newBytes, nowMs: () => at.ms, ended })
  return { tracer, spans, at }
}
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const header = `00-${trace}-00f067aa0ba902b7-01`

it('reads the header of a caller, and ignores an invalid one', () => {
  expect(readTraceparent(header)).toEqual({ traceId: trace, spanId: '00f067aa0ba902b7', isSampled: true })
  expect(readTraceparent(header.replace(/01$/, '00'))?.isSampled).toBe(false)
  for (const wrong of [undefined, '', `01${header.slice(2)}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${header}x`])
    expect(readTraceparent(wrong)).toBeUndefined()
})

it('continues the caller’s trace, and passes it on', async () => {
  const { tracer, spans } = open()
  const sent = await tracer.span({ name: 'outer', kind: 'server', traceparent: header }, () =>
    tracer.span({ name: 'inner' }, async () => tracer.traceparent()),
  )
  expect(spans.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual([
    ['inner', trace, spans[1]?.spanId],
    ['outer', trace, '00f067aa0ba902b7'],
  ])
  expect(sent).toBe(`00-${trace}-${spans[0]?.spanId}-01`)
  expect(tracer.traceparent()).toBeUndefined()
})

it('starts a trace only with a call, and marks a failed one', async () => {
  const { tracer, spans } = open()
  await tracer.span({ name: 'alone' }, () => Promise.resolve())
  expect(spans).toEqual([])
  const failing = tracer.span({ name: 'call', kind: 'client' }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(spans).toMatchObject([{ name: 'call', hasFailed: true, parentSpanId: undefined }])
})

it('samples none of its own at 0 percent, and passes that on to called programs', async () => {
  const { tracer, spans } = open(0)
  await tracer.span({ name: 'call', kind: 'server' }, async () => {
    expect([tracer.traceparent(), tracer.logFields()]).toEqual([undefined, {}])
    tracer.mark('moment', 'a thing')
    await tracer.span({ name: 'inner' }, () => Promise.resolve())
  })
  expect(spans).toEqual([])
})

it('limits new traces a second, without counting callers’ traces and steps', async () => {
  const { tracer, spans, at } = open(100, 2)
  const call = (name: string, traceparent?: string) =>
    tracer.call({ name, kind: 'server', traceparent }, () => Promise.resolve())
  for (const name of ['first', 'second', 'third']) await call(name)
  await call('of a caller', header)
  tracer.mark('moment', 'a thing')
  at.ms = 2_000
  await call('a second later')
  expect(spans.map(({ name }) => name)).toEqual(['first', 'second', 'of a caller', 'moment', 'a second later'])
})

it('samples about the configured share', async () => {
  const spans: Span[] = []
  const tracer = openTracer({
    ...{ percent: 10, perSecond: 100_000, nowMs: () => 1_000 },
    newBytes: (count) => createHash('shake256', { outputLength: count }).update(String(spans.length)).digest(),
    ended: (span) => spans.push(span),
  })
  for (let count = 0; count < 10_000; count++)
    await tracer.call({ name: 'call', kind: 'server' }, () => Promise.resolve())
  expect(spans.length).toBeGreaterThan(850)
  expect(spans.length).toBeLessThan(1_150)
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length)
})

it('puts all steps of one subject into one trace, linked to their calls', async () => {
  const { tracer, spans } = open()
  await tracer.span({ name: 'call', kind: 'server' }, () =>
    tracer.step(
      'begun',
      ({ id }) => id,
      () => Promise.resolve({ id: 'a thing' }),
    ),
  )
  tracer.mark('done', 'a thing')
  tracer.mark('done', 'another thing')
  const [begun, call, done, other] = spans
  expect([begun?.link, done?.link]).toEqual([{ traceId: call?.traceId, spanId: call?.spanId }, undefined])
  expect(done?.traceId).toBe(begun?.traceId)
  expect(other?.traceId).not.toBe(begun?.traceId)
})

it('an unreachable collector loses spans and stops nothing', async () => {
  const collector = createServer((request, response) => {
    void text(request).then(() => response.writeHead(503).end())
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`
  const failures: string[] = []
  const failed = (error: unknown) => failures.push(String(error))
  const timers = { after: () => () => {} }
  const { tracer, spans } = open()
  await tracer.span({ name: 'call', kind: 'server' }, () => Promise.resolve())
  const { add, flush } = openTraceExport({ url, program: 'server', version: '1', timers, failed })
  for (let count = 0; count < 5_000; count++) add(spans[0]!)
  await flush()
  expect(failures).toEqual(Array.from({ length: 8 }, () => 'Error: the collector answered 503'))
  collector.closeAllConnections()
  collector.close()
})

it('measures a call and a part of it, with header and log fields to pass on', async () => {
  const { tracer, spans } = open()
  const options = { name: 'call', kind: 'server', traceparent: header } as const
  const seen = await tracer.call(options, ({ part, fields, traceparent }) =>
    part('part', () => Promise.resolve({ fields, traceparent })),
  )
  const [part, call] = spans
  expect([part?.name, part?.parentSpanId, call?.name, call?.parentSpanId]).toEqual([
    ...['part', call?.spanId, 'call', '00f067aa0ba902b7'],
  ])
  expect(seen).toEqual({ fields: { trace_id: trace }, traceparent: `00-${trace}-${call?.spanId}-01` })
  const failing = tracer.call(options, ({ part: measure }) => measure('part', () => Promise.reject(new Error('no'))))
  await expect(failing).rejects.toThrow('no')
  expect(spans.slice(2).map(({ hasFailed }) => hasFailed)).toEqual([true, true])
  const none = await open(0).tracer.call({ name: 'call', kind: 'server' }, ({ fields, traceparent }) =>
    Promise.resolve({ fields, traceparent }),
  )
  expect(none).toEqual({ fields: {}, traceparent: undefined })
})

it('two overlapping spans keep their own traces to the end', async () => {
  const { tracer, spans } = open()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = tracer.span({ name: 'slow', kind: 'server' }, async () => {
    await held
    return tracer.logFields()
  })
  await tracer.span({ name: 'quick', kind: 'server' }, () => Promise.resolve())
  release()
  expect((await slow).trace_id).toBe(spans.find(({ name }) => name === 'slow')?.traceId)
  expect(tracer.logFields()).toEqual({})
})
