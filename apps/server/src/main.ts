import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@dhow/platform/clock'
import { listen } from '@dhow/platform/listen'
import { openLog } from '@dhow/platform/log'
import { openMetrics, openMetricsServer, type OpenMetrics } from '@dhow/platform/metrics'
import { openTraces } from '@dhow/platform/open-traces'
import { endOnSignal, exitWith, OperatorError } from '@dhow/platform/process'
import { watchFetch } from '@dhow/platform/watch-fetch'
import { sql } from 'kysely'
import { openApp, type App } from './app.ts'
import { commands } from './commands/index.ts'
import { readConfig } from './config.ts'
import { openPlatform, versionOf } from './open-platform.ts'
import { recordMetrics } from './record-metrics.ts'
import { refuseNonDurableDatabase } from './platform/db/durability.ts'
import { openDatabase } from './platform/db/index.ts'
import { serveShell } from './platform/db/shell-socket.ts'
import { every } from './platform/every.ts'
import { openFaults } from './platform/faults.ts'
import { guardProcess } from './platform/guard-process.ts'
import { openJobs } from './platform/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { openPrograms, heartbeatMs } from './platform/programs.ts'
import { checkFileStore } from './platform/check-file-store.ts'
import { required } from './platform/required.ts'
import { systemRandom } from './platform/random.ts'
import { secretFields } from './platform/secret-fields.ts'
import { watchClock } from './platform/watch-clock.ts'

/** Folder of a built front end beside this program. */
const built = (folder: string) => fileURLToPath(new URL(`../../${folder}`, import.meta.url))

/** Time limit of a shutdown; another process finds and finishes the rest. */
const leaveWithinMs = 20_000

/** Opens everything, listens, and closes on a signal: the only file that uses the process. */
async function main() {
  const config = readConfig(process.env)
  const clock = systemClock()
  const traces = openTraces(config.traces, {
    program: 'server',
    version: versionOf(),
    timers: clock,
    nowMs: () => clock.now().getTime(),
    newBytes: systemRandom().bytes,
    failed: (error) => log.warn({ err: error }, 'traces could not be sent'),
  })
  const log = openLog(config.logLevel, secretFields, undefined, config.traces && traces.tracer.logFields)
  guardProcess(process, log)
  const faults = config.faults ? openFaults(clock) : undefined
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl, databaseDirectUrl: directUrl } = config
  const { databaseLimits: limits, dataDir, host } = config
  const metrics = config.metrics
    ? openMetrics('server', versionOf(), (error) => log.warn({ err: error }, 'a part of the metrics could not be read'))
    : undefined
  const stopWatchingFetch = metrics ? watchFetch(metrics, () => clock.monotonicMs()) : () => {}
  const db = await openDatabase({ url, ownerUrl, directUrl, dataDir, limits, log, faults })
  const platform = await openPlatform({
    config,
    db,
    clock,
    random: systemRandom(),
    log,
    metrics,
    tracer: traces.tracer,
    faults,
    withoutJobs: !config.runsJobs,
  })
  if (config.mode === 'live') await refuseNonDurableDatabase(db.kysely)
  if (config.s3) await checkFileStore(platform.fileStore, systemRandom(), log)
  if (db.engine === 'pglite') log.warn('the embedded engine may lose its last acknowledged writes at a power cut')
  const stopWatchingClock = await watchClock({
    clock,
    jobs: platform.jobs,
    log,
    mostMs: config.clockDifferenceMs,
    difference: platform.clockDifference,
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
  const stopMetrics = metrics ? await serveMetrics(metrics, platform, app) : () => {}
  const stopSeen = registerProgram(platform, app)
  const closeShell = db.engine === 'pglite' ? serveShell(db, dataDir, log) : () => {}
  log.info({ portal: config.origins.portal, console: config.origins.console, mode: config.mode }, 'ready')

  async function close(signal: string) {
    stopWatchingClock()
    closeShell()
    stopWatchingFetch()
    log.info({ signal }, 'closing')
    clock.after(leaveWithinMs, () => {
      log.error('the shutdown took too long')
      exitWith(new OperatorError('The server did not close in time.'))
    })
    await app.leave()
    stopMetrics()
    await app.close()
    await stopSeen()
    await traces.flush()
    await platform.bus.close()
    await db.close()
  }
  endOnSignal(process, close, exitWith)
  // After the listeners are open: calls do not need it.
  await app.warmUp()
}

/** Serves `/metrics` on its own port. @returns a function that stops it */
async function serveMetrics(metrics: OpenMetrics, platform: Platform, app: App): Promise<() => void> {
  if (!platform.config.metrics) return () => {}
  const server = openMetricsServer(metrics)
  recordMetrics(metrics, platform, app.features)
  await listen(server, { ...platform.config.metrics, setting: 'METRICS_PORT' })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/**
 * Registers this server for the console, independent of the jobs, which may be off or stopped. @returns a function that
 * removes it
 */
function registerProgram(platform: Platform, app: App): () => Promise<void> {
  const { clock, log, processId, build } = platform
  const programs = openPrograms(platform, { id: processId, version: build, machine: hostname() })
  const stop = every({ clock, log, jobs: openJobs(clock) }, 'programs', heartbeatMs, () =>
    programs.seen(app.features.overview.activity()),
  )
  return async () => {
    await stop()
    // Without the database the row stays, and is shown as silent.
    await programs
      .left()
      .catch((error: unknown) => log.warn({ err: error }, 'the row of this server could not be removed'))
  }
}

const [word, ...args] = process.argv.slice(2)
const command = commands.get(word ?? '')
if (command) void (async () => command(args))().catch(exitWith)
else if (word === undefined) void main().catch(exitWith)
else exitWith(new OperatorError(`There is no command ${word}; there are ${[...commands.keys()].join(', ')}.`))
