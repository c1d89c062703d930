import '../../src/features/accounts/tables.ts'
import { seededRandom } from '../parts.ts'
import { openWorld } from '../world.ts'
import type { Random } from '../../src/platform/random.ts'
import { openStepClock } from './clock.ts'
import type { ExploredDatabase } from './database.ts'
import { holdTimers, pauseAsStep } from './hold-timers.ts'
import { openInProcess } from './in-process.ts'
import { openOnPostgres } from './on-postgres.ts'
import { openOutside } from './outside.ts'
import { openScheduler } from './scheduler.ts'
import { openServer, type Messages, type Server } from './servers.ts'

export type System = Awaited<ReturnType<typeof openSystem>>

export const engines = { postgres: openOnPostgres, 'in-process': openInProcess }
export type EngineName = keyof typeof engines

/**
 * A database with operators, two servers on it and a replacement for one that crashes. A world, which the scheduler
 * does not control, prepares everything that a schedule needs.
 */
export async function openSystem(engine: EngineName) {
  const scheduler = openScheduler()
  const clock = openStepClock((run) => pauseAsStep(scheduler, run))
  const database: ExploredDatabase = await engines[engine](scheduler)
  const outside = openOutside(scheduler, () => clock.now())
  const undo = [outside.hold(), holdTimers(scheduler)]
  const settings = { ...outside.settings, SERVICE_TIMEOUT_MS: '600000' }
  const world = await openWorld(settings, { realClock: clock, withoutJobs: true, database: database.opened })
  const messages: Messages = { areLost: false, receivers: new Set() }
  let random = seededRandom('explorer')
  const chance: Random = { bytes: (bytes) => random.bytes(bytes), int: (limit) => random.int(limit) }
  let numbers = 0
  const open = () =>
    openServer(numbers++, {
      ...{ scheduler, clock, messages, database, random: chance, environment: world.environment },
      passwordCost: world.platform.passwordCost,
    })
  const servers: Server[] = [await open(), await open()]
  const cashiers = [await world.operator('cashier'), await world.operator('cashier')] as const
  const managers = [await world.operator('manager'), await world.operator('manager')] as const

  return {
    ...{ scheduler, clock, world, database, messages, servers, cashiers, managers, sandbox: outside.sandbox },
    /**
     * Seeds the random source of a schedule, and opens a replacement for each server that it crashes. Sessions are old
     * enough to be written again.
     */
    async begin(seed: string, crashes: number) {
      random = seededRandom(seed)
      messages.areLost = false
      const seen = new Date(clock.now().getTime() - 60_000)
      await database.query('update staff.operator_session set last_seen_at = $1, created_at = $1', [seen])
      while (servers.length < 2 + crashes) servers.push(await open())
    },
    /**
     * Stops a server as kill -9 does: its work stops, its transactions are rolled back, and another takes its place.
     */
    async crash(place: number) {
      const server = servers[place]
      const successor = servers.splice(2, 1)[0]
      if (!server || !successor) return
      server.crash()
      scheduler.forget((actor) => actor.server === server.number)
      await server.disconnect()
      servers[place] = successor
    },
    /** Ends all connections of a server, as a restart of the database does. */
    restartConnections: async (place: number) => servers[place]?.disconnect(),
    async close() {
      for (const one of undo) one()
      // After a deadlock there are transactions that nothing ends.
      for (const server of servers) await server.disconnect()
      for (const server of servers) server.crash()
      await outside.close()
      await database.close()
      // The books may be broken, which the explorer looks for.
      await world.close().catch(() => undefined)
    },
  }
}
