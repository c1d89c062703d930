import '../../src/features/accounts/tables.ts'
import pg from 'pg'
import { seededRandom } from '../parts.ts'
import { openWorldWithSandbox } from '../sandbox.ts'
import { openWorld, type World } from '../world.ts'
import type { Random } from '../../src/platform/random.ts'
import { openStepClock } from './clock.ts'
import { awaitConnecting, holdTimers, pauseAsStep } from './hold-timers.ts'
import { holdServices } from './outside.ts'
import { openScheduler, type Scheduler } from './scheduler.ts'
import { endConnections, openServer, type Notices, type Server } from './servers.ts'

export type Lab = Awaited<ReturnType<typeof openLab>>
export type Operator = Awaited<ReturnType<World['operator']>>

const smsHost = 'sms.invalid'

/**
 * A database with operators, two servers on it and another that takes the place of one that crashes. What a schedule needs is prepared by a world, which
 * the scheduler does not hold back.
 */
export async function openLab() {
  const scheduler: Scheduler = openScheduler({
    blocked: (pids) => waitingForLocks(admin, pids),
  })
  const clock = openStepClock((run) => pauseAsStep(scheduler, run))
  const opened = await openWorldWithSandbox((env) =>
    openWorld({ ...env, SERVICE_TIMEOUT_MS: '600000' }, { realClock: clock, withoutJobs: true }),
  )
  const { world, sandbox } = opened
  const url = world.url
  if (url === undefined) throw new Error('the explorer needs PostgreSQL')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const undo = [
    awaitConnecting(scheduler),
    holdServices(scheduler, { origin: sandbox.origin, smsHost }),
    holdTimers(scheduler),
  ]
  const notices: Notices = { isAway: false, receivers: new Set() }
  let random = seededRandom('explorer')
  const chance: Random = { bytes: (bytes) => random.bytes(bytes), int: (limit) => random.int(limit) }
  let numbers = 0
  const open = () =>
    openServer(numbers++, {
      ...{ scheduler, clock, notices, admin, random: chance, url },
      environment: { ...world.environment, SMS_URL: `http://${smsHost}/` },
      passwordCost: world.platform.passwordCost,
    })
  const servers: Server[] = [await open(), await open()]
  const cashiers = [await world.operator('cashier'), await world.operator('cashier')] as const
  const managers = [await world.operator('manager'), await world.operator('manager')] as const

  return {
    ...{ scheduler, clock, world, sandbox, admin, notices, servers, cashiers, managers },
    /** Takes the chance of a schedule, and opens a successor for each server that it crashes. Sessions are old enough to be written again. */
    async begin(seed: string, crashes: number) {
      random = seededRandom(seed)
      notices.isAway = false
      const seen = new Date(clock.now().getTime() - 60_000)
      await admin.query('update staff.operator_session set last_seen_at = $1, created_at = $1', [seen])
      while (servers.length < 2 + crashes) servers.push(await open())
    },
    /** Stops a server as kill -9 does: nothing of it goes on, its transactions are undone, and another takes its place. */
    async crash(place: number) {
      const server = servers[place]
      const successor = servers.splice(2, 1)[0]
      if (!server || !successor) return
      server.crash()
      scheduler.forget((actor) => actor.server === server.number)
      await endConnections(admin, server.pids())
      servers[place] = successor
    },
    /** Ends all connections of a server, as a restart of the database does. */
    restartConnections: async (place: number) => endConnections(admin, servers[place]?.pids() ?? []),
    async close() {
      for (const one of undo) one()
      // After a deadlock there are transactions that nobody ends.
      await endConnections(
        admin,
        servers.flatMap((server) => server.pids()),
      )
      for (const server of servers) server.crash()
      await admin.end()
      // The books may be broken, which is what was looked for.
      await opened.close().catch(() => undefined)
    },
  }
}

async function waitingForLocks(admin: pg.Client, pids: number[]) {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0',
    [pids],
  )
  return new Set(rows.map(({ pid }) => pid))
}
