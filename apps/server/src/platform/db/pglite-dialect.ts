import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'

/**
 * Kysely on the embedded engine. It has one session, so a transaction holds the only connection and everything else waits
 * its turn: what asks for the outer handle inside a transaction would wait for itself, as it should not compile.
 */
export function pgliteDialect(lite: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(lite),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PgliteDriver implements Driver {
  readonly #connection: DatabaseConnection
  #turn: Promise<void> = Promise.resolve()
  readonly #release = new WeakMap<DatabaseConnection, () => void>()

  constructor(lite: PGlite) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const result = await lite.query<R>(sql, [...parameters])
        return {
          rows: result.rows,
          ...(result.affectedRows === undefined ? {} : { numAffectedRows: BigInt(result.affectedRows) }),
        }
      },
      streamQuery() {
        throw new Error('the embedded engine does not stream')
      },
    }
  }

  async init() {}

  async acquireConnection() {
    const before = this.#turn
    let done = () => {}
    this.#turn = new Promise((resolve) => (done = resolve))
    await before
    const seat: DatabaseConnection = {
      executeQuery: (query) => this.#connection.executeQuery(query),
      streamQuery: (query, size) => this.#connection.streamQuery(query, size),
    }
    this.#release.set(seat, done)
    return seat
  }

  beginTransaction = (connection: DatabaseConnection) => run(connection, 'begin')
  commitTransaction = (connection: DatabaseConnection) => run(connection, 'commit')
  rollbackTransaction = (connection: DatabaseConnection) => run(connection, 'rollback')

  async releaseConnection(connection: DatabaseConnection) {
    this.#release.get(connection)?.()
  }

  async destroy() {}
}

async function run(connection: DatabaseConnection, text: string) {
  await connection.executeQuery(CompiledQuery.raw(text))
}
