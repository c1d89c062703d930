import { CompiledQuery, type DatabaseConnection } from 'kysely'
import pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import type { Faults } from '../../src/platform/faults.ts'
import { connectionConfig, type DatabaseLimits } from '../../src/platform/db/limits.ts'
import type { Scheduler } from './scheduler.ts'
import { labelOf, refusalOf, terminated, writesOf } from './statements.ts'
import type { Actor, StepFault } from './steps.ts'

/**
 * Crash points of a server, as used by the explorer: each statement of the server's connections is a step. Prepared and
 * pipelined statements use a connection each, because one that waits for a lock would prevent later ones from starting.
 */
export function holdStatements(scheduler: Scheduler, url: string, limits: DatabaseLimits, own: () => Actor) {
  const singles = openSingles({ ...connectionConfig(url, limits), types: bigintTypes })
  const pids = new Set<number>()

  async function ask<Row>(
    connection: { pid: number; run(query: CompiledQuery): Promise<{ rows: Row[] }>; cut(): Promise<void> },
    query: CompiledQuery,
    commits: boolean,
  ): Promise<{ rows: Row[] }> {
    const actor = scheduler.actors.getStore() ?? own()
    const step = { actor, kind: 'statement' as const, label: labelOf(query.sql), writes: writesOf(query.sql), commits }
    return scheduler.hold(step, async (fault?: StepFault) =>
      scheduler.track(actor, connection.pid, async () => {
        const refusal = refusalOf(fault)
        if (refusal !== undefined) return connection.run(CompiledQuery.raw(refusal))
        if (fault === 'connection-lost') await connection.cut()
        const answer = await connection.run(query)
        if (fault === 'answer-lost') {
          await connection.cut()
          throw terminated()
        }
        return answer
      }),
    )
  }

  const faults: Faults = {
    isWatched: () => false,
    watchRequest: (_headers, _response, work) => work(),
    async watchConnection(connection: DatabaseConnection) {
      const prepared = Object.getPrototypeOf(connection) === Object.prototype
      if (prepared) {
        connection.executeQuery = async <Row>(query: CompiledQuery) =>
          singles.use(async (client) => {
            const by = {
              pid: pidOf(client),
              run: async ({ sql, parameters }: CompiledQuery) =>
                client.query<Row & pg.QueryResultRow>(sql, [...parameters]),
              cut: () => cut(client),
            }
            pids.add(by.pid)
            return ask<Row>(by, query, true)
          })
        return
      }
      const execute = connection.executeQuery.bind(connection)
      const asked = execute<{ pid: number }>(CompiledQuery.raw('select pg_backend_pid() as pid'))
      const { rows } = await scheduler.awaitOutside(asked)
      const pid = rows[0]?.pid ?? 0
      pids.add(pid)
      let isOpen = false
      connection.executeQuery = async <Row>(query: CompiledQuery) => {
        const ends = query.sql === 'commit' || query.sql === 'rollback'
        const commits =
          query.sql === 'commit' || (!isOpen && query.sql !== 'begin' && query.query.kind !== 'SelectQueryNode')
        if (query.sql === 'begin') isOpen = true
        if (ends) isOpen = false
        const cutThis = () => cutOthers(pid)
        return ask<Row>({ pid, run: (asked) => execute<Row>(asked), cut: cutThis }, query, commits)
      }
    },
  }
  let cutOthers: (pid: number) => Promise<void> = async () => undefined
  return {
    faults,
    pids: () => [...pids],
    /** Ends a connection from the database's side. */
    cutBy: (end: (pid: number) => Promise<void>) => void (cutOthers = end),
    close: () => singles.close(),
  }

  async function cut(client: pg.Client) {
    await cutOthers(pidOf(client))
  }
}

/** `pg` has the database's process id, but its types do not. */
const pidOf = (client: pg.Client) => Number((client as unknown as { processID: number | null }).processID ?? 0)

/** Connections that run one statement each at a time. */
function openSingles(config: pg.ClientConfig) {
  let free: pg.Client[] = []
  const all = new Set<pg.Client>()
  const connect = async () => {
    const client = new pg.Client(config)
    const drop = () => {
      all.delete(client)
      free = free.filter((other) => other !== client)
    }
    client.on('error', drop)
    client.on('end', drop)
    await client.connect()
    all.add(client)
    return client
  }
  return {
    async use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
      const client = free.pop() ?? (await connect())
      try {
        return await work(client)
      } finally {
        if (all.has(client)) free.push(client)
      }
    },
    close: () => Promise.all([...all].map((client) => client.end())),
  }
}
