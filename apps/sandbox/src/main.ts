import { listen } from '@dhow/platform/listen'
import { openMetrics, openMetricsServer } from '@dhow/platform/metrics'
import { endOnSignal, exitWith } from '@dhow/platform/process'
import { openSandbox } from './app.ts'
import { readConfig, version } from './config.ts'
import { runWitness } from './witness/main.ts'
import { openWitnessProcess, witnessRole } from './witness/process.ts'

/** Reads the settings, opens, listens, and closes on a signal. */
async function main() {
  const config = readConfig(process.env)
  const now = () => new Date()
  const [, program = '', role] = process.argv
  if (role === witnessRole) return runWitness(config, now)
  const metrics = config.metrics
    ? openMetrics('sandbox', version, (error) => process.stderr.write(`${String(error)}\n`))
    : undefined
  const witness = openWitnessProcess(program)
  const server = openSandbox(config, now, { metrics, witness })
  const close = async () => void (await Promise.all([server.close(), witness.close()]))
  endOnSignal(process, close, exitWith)
  // Start the witness before the first log head; otherwise the first request would.
  witness.url().catch(() => undefined)
  await listen(server, { host: config.host, port: config.port, setting: 'SANDBOX_PORT' })
  if (metrics && config.metrics)
    await listen(openMetricsServer(metrics), { ...config.metrics, setting: 'SANDBOX_METRICS_PORT' })
}

main().catch(exitWith)
