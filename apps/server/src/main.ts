import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { ConfigError, readConfig, type Config } from './config.ts'
import { openApp } from './app.ts'
import { openPlatform } from './open-platform.ts'
import { systemClock } from './platform/clock.ts'
import { refuseForgetfulDatabase } from './platform/db/durability.ts'
import { openDatabase } from './platform/db/index.ts'
import { openFaults } from './platform/faults.ts'
import { guardProcess } from './platform/guard-process.ts'
import { listen } from './platform/http/listen.ts'
import { openLog } from './platform/log.ts'
import { systemRandom } from './platform/random.ts'
import { watchClock } from './platform/watch-clock.ts'

/** A front end as its build left it beside this program. */
const built = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))

/** Opens everything, listens, and closes on a signal: the only file that knows the process. */
async function main() {
  const config = configOrExit()
  const log = openLog(config.logLevel)
  guardProcess(process, log)
  const clock = systemClock()
  const faults = config.faults ? openFaults(clock) : undefined
  const { databaseUrl: url, databaseLimits: limits, dataDir } = config
  const db = await openDatabase({ url, dataDir, limits, log, faults }).catch(exit)
  const platform = await openPlatform({
    config,
    db,
    clock,
    random: systemRandom(),
    log,
    faults,
    withoutJobs: !config.runsJobs,
  })
  if (config.mode === 'live') await refuseForgetfulDatabase(db.kysely).catch(exit)
  if (db.engine === 'pglite') log.warn('the embedded engine may lose its last acknowledged writes at a power cut')
  const stopWatchingClock = await watchClock({
    clock,
    jobs: platform.jobs,
    log,
    mostMs: config.clockDifferenceMs,
    databaseNow: async () =>
      (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.kysely)).rows[0]!.now,
  })
  const app = await openApp(platform, { portal: built('player/dist'), console: built('console/dist/client') })
  await Promise.all([
    listen(app.portal.fastify, { host: config.host, port: config.port }),
    listen(app.console.fastify, { host: config.host, port: config.consolePort }),
  ]).catch(exit)
  log.info({ portal: config.origins.portal, console: config.origins.console, mode: config.mode }, 'ready')

  let closing = false
  const close = (signal: string) => {
    if (closing) return
    closing = true
    stopWatchingClock()
    log.info({ signal }, 'closing')
    void app
      .close()
      .then(() => platform.bus.close())
      .then(() => db.close())
      .then(() => process.exit(0))
      .catch(exit)
  }
  process.on('SIGTERM', () => close('SIGTERM'))
  process.on('SIGINT', () => close('SIGINT'))
  // Exit if the parent process is gone, as after a kill -9.
  process.on('disconnect', () => close('disconnect'))
  // Behind the open doors: calls need none of it.
  await app.warmUp()
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exit(error)
  }
}

/** One sentence for what a person can mend, the whole trace for what they cannot. */
function exit(error: unknown): never {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; choose another one by its setting.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user; choose one above 1023.`
  if (['DataFolderTaken', 'ForgetfulDatabase', 'SchemaRefused'].includes(error.name)) return error.message
  return error.stack ?? error.message
}

main().catch(exit)
