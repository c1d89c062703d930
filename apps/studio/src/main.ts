import { openStudio } from './app.ts'
import { readConfig } from './config.ts'
import { runEdge } from './live/edge-main.ts'
import { edgeRole } from './live/edge-process.ts'
import { systemClock } from './platform/clock.ts'
import { openLog } from './platform/log.ts'

/** Connections that may wait while the event loop is busy. Beyond them the system makes a client repeat itself after seconds; Node's own default is 511. */
const connectionsWaitingAtMost = 4_096

/** The process: settings, open, listen, close on a signal. */
async function main() {
  const config = readConfig(process.env)
  if (process.argv[2] === edgeRole) return runEdge(config.logLevel)
  const log = openLog(config.logLevel)
  const clock = systemClock()
  const studio = await openStudio(config, clock, log, (error) => {
    log.error({ error: error instanceof Error ? error.stack : String(error) }, 'the table cannot go on')
    process.exit(1)
  })
  studio.server.on('error', (error: NodeJS.ErrnoException) => {
    const text = error.code === 'EADDRINUSE' ? `Port ${config.port} is taken (STUDIO_PORT).` : error.message
    process.stderr.write(`${text}\n`)
    process.exit(1)
  })
  studio.server.listen({ port: config.port, host: config.host, backlog: connectionsWaitingAtMost }, () => {
    log.info({ origin: config.origin, port: config.port }, 'the studio answers')
  })
  let isClosing = false
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    // The next start finds and finishes work that does not end in time.
    clock.after(1800, () => process.exit(0))
    studio.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'closing failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  // Exit if the parent process is gone, as after a kill -9.
  process.on('disconnect', close)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
