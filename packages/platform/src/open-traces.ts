import type { Timers } from './clock.ts'
import type { SettingsReader } from './settings.ts'
import { openTraceExport } from './trace-export.ts'
import { noTracer, openTracer, type Tracer } from './trace.ts'

/** Receiver of traces, and the share of those that begin here. */
export interface TraceSettings {
  url: string
  percent: number
}

/** Reads `TRACES_URL` and `TRACES_PERCENT`. */
export function readTraces({ optional, number }: SettingsReader): TraceSettings | undefined {
  const url = optional('TRACES_URL')
  return url === undefined ? undefined : { url, percent: number('TRACES_PERCENT') }
}

/** The tracer that the settings ask for, and what sends the rest at the end; without settings nothing is measured. */
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
  return { tracer: openTracer({ percent: settings.percent, newBytes, nowMs, ended: add }), flush }
}
