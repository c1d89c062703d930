import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import {
  metricRows,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  type MetricRow,
  type Program,
} from './metric-rows.ts'
import { TalliedHistogram } from './tallied-histogram.ts'

/** Counters and measurements of a running program. */
export interface Metrics {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void
}

export interface OpenMetrics extends Metrics {
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number | bigint): void
  /** Clears a gauge's series, whose labels may differ at the next scrape. */
  clear(name: GaugeName): void
  /** Adds a read at each scrape; a failing one only loses its own series. */
  onScrape(read: () => Promise<void> | void): void
  /** All series in Prometheus' text format. */
  text(): Promise<string>
}

/** For programs without a metrics port: counts nothing. */
export const noMetrics: Metrics = { count: () => {}, observe: () => {} }

/**
 * Opens a program's metrics: its rows of `metricRows`, and Node's own for memory, CPU and event loop.
 * @param failed receives errors of reads at a scrape
 */
export function openMetrics(program: Program, version: string, failed: (error: unknown) => void): OpenMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const series = new Map<string, Counter | Gauge | TalliedHistogram>()
  for (const [name, row] of Object.entries<MetricRow>(metricRows))
    if (row.programs.includes(program)) series.set(name, made(name, row, registry))
  /** Counts since the last scrape by key, which costs a tenth of the library's look-up of a series. */
  const counts = new Map<string, { counter: Counter; labels: Record<string, string>; by: number }>()
  const reads: (() => Promise<void> | void)[] = []
  const gauge = (name: GaugeName) => {
    const found = series.get(name)
    if (!(found instanceof Gauge)) throw new Error(`the ${program} has no gauge ${name}`)
    return found
  }
  gauge('dhow_info').set({ program, version }, 1)

  return {
    count(name, labels) {
      const key = keyOf(name, labels)
      const known = counts.get(key)
      if (known) known.by++
      else {
        const counter = series.get(name)
        if (counter instanceof Counter) counts.set(key, { counter, labels, by: 1 })
      }
    },
    observe(name, labels, value) {
      const found = series.get(name)
      if (found instanceof TalliedHistogram) found.tally(keyOf(name, labels), labels, value)
    },
    set: (name, labels, value) => gauge(name).set(labels, Number(value)),
    clear: (name) => gauge(name).reset(),
    onScrape: (read) => void reads.push(read),
    async text() {
      for (const one of counts.values()) {
        one.counter.inc(one.labels, one.by)
        one.by = 0
      }
      await Promise.all(reads.map(async (read) => read()).map((run) => run.catch(failed)))
      return registry.metrics()
    },
  }
}

function made(name: string, { kind, labels, buckets, text }: MetricRow, registry: Registry) {
  const options = { name, help: text, labelNames: [...labels], registers: [registry] }
  if (kind === 'counter') return new Counter(options)
  if (kind === 'gauge') return new Gauge(options)
  return new TalliedHistogram({ ...options, buckets: [...(buckets ?? [])] })
}

/** Key of labels, equal only for the same order. */
function keyOf(name: string, labels: Record<string, string>): string {
  let key = name
  for (const label in labels) key += `\n${labels[label]}`
  return key
}

/** Separate server for `/metrics`, to listen at an address that only monitoring reaches. */
export function openMetricsServer(metrics: Pick<OpenMetrics, 'text'>): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
}
