import { fileURLToPath } from 'node:url'
import { systemClock } from '@dhow/platform/clock'
import { listen } from '@dhow/platform/listen'
import { openLog } from '@dhow/platform/log'
import { endOnSignal, exitWith } from '@dhow/platform/process'
import { sql } from 'kysely'
import { openApp } from './app.ts'
import { readConfig } from './config.ts'
import { openPlatform } from './open-platform.ts'
import { refuseForgetfulDatabase } from './platform/db/durability.ts'
import { openDatabase } from './platform/db/index.ts'
import { serveShell } from './platform/db/shell-socket.ts'
import { openFaults } from './platform/faults.ts'
import { guardProcess } from './platform/guard-process.ts'
import { required } from './platform/required.ts'
import { systemRandom } from './platform/random.ts'
import { secretFields } from './platform/secret-fields.ts'
import { watchClock } from './platform/watch-clock.ts'

/** A front end as its build left it beside this program. */
const built = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))

/** Opens everything, listens, and closes on a signal: the only file that knows the process. */
async function main() {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel, secretFields)
  guardProcess(process, log)
  const clock = systemClock()
  const faults = config.faults ? openFaults(clock) : undefined
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseLimits: limits, dataDir, host } = config
  const db = await openDatabase({ url, ownerUrl, dataDir, limits, log, faults })
  const platform = await openPlatform({
    config,
    db,
    clock,
    random: systemRandom(),
    log,
    faults,
    withoutJobs: !config.runsJobs,
  })
  if (config.mode === 'live') await refuseForgetfulDatabase(db.kysely)
  if (db.engine === 'pglite') log.warn('the embedded engine may lose its last acknowledged writes at a power cut')
  const stopWatchingClock = await watchClock({
    clock,
    jobs: platform.jobs,
    log,
    mostMs: config.clockDifferenceMs,
    databaseNow: async () => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.kysely)
      return required(rows[0], 'time of the database').now
    },
  })
  const app = await openApp(platform, { portal: built('player/dist'), console: built('console/dist/client') })
  await Promise.all([
    listen(app.portal.fastify, { host, port: config.port, setting: 'PORT' }),
    listen(app.console.fastify, { host, port: config.consolePort, setting: 'CONSOLE_PORT' }),
  ])
  const closeShell = db.engine === 'pglite' ? serveShell(db, dataDir, log) : () => {}
  log.info({ portal: config.origins.portal, console: config.origins.console, mode: config.mode }, 'ready')

  async function close(signal: string) {
    stopWatchingClock()
    closeShell()
    log.info({ signal }, 'closing')
    await app.close()
    await platform.bus.close()
    await db.close()
  }
  endOnSignal(process, close, exitWith)
  // After the listeners are open: calls need none of it.
  await app.warmUp()
}

main().catch(exitWith)
