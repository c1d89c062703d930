import { randomBytes } from 'node:crypto'
import { steadyClock } from '@dhow/platform/clock'
import { listen } from '@dhow/platform/listen'
import { openLog } from '@dhow/platform/log'
import { openMetrics, openMetricsServer } from '@dhow/platform/metrics'
import { openTraces } from '@dhow/platform/open-traces'
import { endOnSignal, exitWith } from '@dhow/platform/process'
import { openStudio } from './app.ts'
import { readConfig, version } from './config.ts'
import { runEdge } from './live/edge-main.ts'
import { edgeRole } from './live/edge-process.ts'

/** Fields whose values the log redacts. */
const secretFields = ['token', 'session', 'resume', 'key', 'seed', 'hash']
/** Time limit of the shutdown; the next start finishes the rest. */
const closeWithinMs = 1_800

/** Reads the settings, opens, listens, and closes on a signal. */
async function main() {
  const config = readConfig(process.env)
  const clock = steadyClock()
  const traces = openTraces(config.traces, {
    program: 'studio',
    version,
    timers: clock,
    nowMs: () => clock.nowMs(),
    newBytes: randomBytes,
    failed: (error) => log.warn({ error: String(error) }, 'traces could not be sent'),
  })
  const fields = config.traces && traces.tracer.logFields
  const log = openLog(config.logLevel, secretFields, { program: 'studio' }, fields)
  if (process.argv[2] === edgeRole) return runEdge(clock, log)
  const metrics = config.metrics
    ? openMetrics('studio', version, (error) => log.warn({ error: String(error) }, 'a metric could not be read'))
    : undefined
  const failed = (error: unknown) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'the table stopped')
    process.exit(1)
  }
  const studio = await openStudio(config, clock, log, failed, { metrics, tracer: traces.tracer })
  if (metrics && config.metrics)
    await listen(openMetricsServer(metrics), { ...config.metrics, setting: 'STUDIO_METRICS_PORT' })
  await listen(studio.server, { host: config.host, port: config.port, setting: 'STUDIO_PORT' })
  log.info({ origin: config.origin, port: config.port }, 'the studio is listening')

  async function close(): Promise<void> {
    await studio.leave()
    clock.after(closeWithinMs, () => process.exit(0))
    await studio.close()
    await traces.flush()
  }
  endOnSignal(process, close, (error) => {
    log.error({ error: String(error) }, 'shutdown failed')
    process.exit(1)
  })
}

main().catch(exitWith)
