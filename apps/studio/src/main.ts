import { steadyClock } from '@dhow/platform/clock'
import { listen } from '@dhow/platform/listen'
import { openLog } from '@dhow/platform/log'
import { endOnSignal, exitWith } from '@dhow/platform/process'
import { openStudio } from './app.ts'
import { readConfig } from './config.ts'
import { runEdge } from './live/edge-main.ts'
import { edgeRole } from './live/edge-process.ts'

/** Fields of log entries whose values the log replaces. */
const secretFields = ['token', 'session', 'resume', 'key', 'seed', 'hash']
/** The next start finds and finishes work that does not end in time. */
const closeWithinMs = 1_800

/** The process: settings, open, listen, close on a signal. */
async function main() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel, secretFields, { program: 'studio' })
  const clock = steadyClock()
  if (process.argv[2] === edgeRole) return runEdge(clock, log)
  const studio = await openStudio(config, clock, log, (error) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'the table cannot go on')
    process.exit(1)
  })
  await listen(studio.server, { host: config.host, port: config.port, setting: 'STUDIO_PORT' })
  log.info({ origin: config.origin, port: config.port }, 'the studio answers')

  function close(): Promise<void> {
    clock.after(closeWithinMs, () => process.exit(0))
    return studio.close()
  }
  endOnSignal(process, close, (error) => {
    log.error({ error: String(error) }, 'closing failed')
    process.exit(1)
  })
}

main().catch(exitWith)
