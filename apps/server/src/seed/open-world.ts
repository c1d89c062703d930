import type { Clock } from '@dhow/platform/clock'
import { openLog } from '@dhow/platform/log'
import { openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { openPlatform } from '../open-platform.ts'
import { openDatabase, type Database } from '../platform/db/index.ts'
import { systemRandom } from '../platform/random.ts'
import { secretFields } from '../platform/secret-fields.ts'
import { openMovableClock } from './clock.ts'
import { openOperators } from './operators.ts'
import { openOutside } from './outside.ts'
import { startSandbox } from './sandbox.ts'

export type SeedWorld = Awaited<ReturnType<typeof openSeedWorld>>

/** Log levels: warnings of refused and late calls are part of a year of play. */
const quieter: Record<string, string> = { info: 'error', warn: 'error' }
/** The demo's passwords are public: the production hashing cost would only waste time. */
const cheapPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Opens the server with both listeners on a movable clock, the sandbox beside it, and a first admin with a team.
 * @throws Error if the database already has players
 */
export async function openSeedWorld(parts: { clock: Clock; config: Config; db?: Database }, from: Date) {
  if (parts.config.mode === 'live') throw new Error('A demo world is for the sandbox only; unset DHOW_MODE.')
  const outside = await openOutside()
  const config: Config = {
    ...parts.config,
    sms: {
      ...parts.config.sms,
      gateways: [{ name: 'first', url: `${outside.origin}/sms`, headers: {}, reportKey: undefined }],
    },
    origins: { ...parts.config.origins, studio: outside.origin },
    // Each player has their own address.
    trustedProxies: ['127.0.0.1'],
    requestsPerMinute: 1_000_000,
    serviceTimeoutMs: 2_000,
    logLevel: quieter[parts.config.logLevel] ?? parts.config.logLevel,
  }
  const log = openLog(config.logLevel, secretFields)
  const clock = openMovableClock(parts.clock, from)
  const { databaseUrl: url, dataDir, databaseLimits: limits } = config
  const db = parts.db ?? (await openDatabase({ url, dataDir, limits, log }))
  const platform = await openPlatform({ config, db, clock, random: systemRandom(), log, passwordCost: cheapPasswords })
  const app = await openApp(platform)
  const { host } = config
  await Promise.all([
    app.portal.fastify.listen({ host, port: config.port }),
    app.console.fastify.listen({ host, port: config.consolePort }),
  ])
  const origins = { portal: `http://127.0.0.1:${config.port}`, console: `http://127.0.0.1:${config.consolePort}` }
  const sandbox = await startSandbox({ config, clock: parts.clock }, origins.portal)
  await sandbox.playersPay('nothing')

  async function close() {
    await sandbox.stop()
    await app.close()
    await platform.bus.close()
    await db.close()
    outside.close()
  }
  const firstPassword = config.firstOperatorPassword ?? ''
  const operators = await openOperators({ origin: origins.console, clock, firstPassword }).catch(
    async (error: Error) => {
      await close()
      throw new Error(`The console cannot be opened, so this database is not new: ${error.message}`)
    },
  )
  const admin = await operators.as('admin')
  if ((await admin.get('/staff/players')).players.length > 0) {
    await close()
    throw new Error('This database has players; a demo world needs an empty one.')
  }
  return {
    engine: db.engine,
    studioKey: config.studioWalletKey,
    origins,
    clock,
    outside,
    sandbox,
    operators,
    /** Checks all invariants. @returns the broken ones, and the number checked */
    async checkBooks(): Promise<{ checks: number; broken: string[] }> {
      await app.features.check({ isWhole: true })
      const { results } = app.features.books
      const broken = results.filter(({ violations }) => violations > 0)
      return { checks: results.length, broken: broken.map(({ name, violations }) => `${name}: ${violations}`) }
    },
    close,
  }
}
