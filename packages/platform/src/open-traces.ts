import type { Timers } from './clock.ts'
import type { SettingsReader } from './settings.ts'
import { openTraceExport } from './trace-export.ts'
import { noTracer, openTracer, type Tracer } from './trace.ts'

/** Receiver of traces, share of the traces started here, and their limit a second. */
export interface TraceSettings {
  url: string
  percent: number
  perSecond: number
}

/** Reads `TRACES_URL`, `TRACES_PERCENT` and `TRACES_PER_SECOND`. */
export function readTraces({ optional, number }: SettingsReader): TraceSettings | undefined {
  const url = optional('TRACES_URL')
  if (url === undefined) return undefined
  return { url, percent: number('TRACES_PERCENT'), perSecond: number('TRACES_PER_SECOND') }
}

/** Opens a tracer by the settings, with a function to flush at the end; without settings it measures nothing. */
export function openTraces(
  settings: TraceSettings | undefined,
  parts: {
    program: string
    version: string
    timers: Timers
    nowMs: () => number
    newBytes: (count: number) => Buffer
    failed: (error: unknown) => void
  },
): { tracer: Tracer; flush: () => Promise<void> } {
  if (!settings) return { tracer: noTracer, flush: () => Promise.resolve() }
  const { program, version, timers, nowMs, newBytes, failed } = parts
  const { add, flush } = openTraceExport({ url: settings.url, program, version, timers, failed })
  const { percent, perSecond } = settings
  return { tracer: openTracer({ percent, perSecond, newBytes, nowMs, ended: add }), flush }
}
