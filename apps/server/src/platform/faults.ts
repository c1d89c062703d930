import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { DatabaseConnection } from 'kysely'

/**
 * A request's wish to die: `answered:3` once its third statement was answered (0: before its first), `committing:2` with the second of
 * those on its way that commit: each `commit`, and each statement outside a transaction that is more than a read.
 */
export const faultHeader = 'x-dhow-die'

export type Faults = ReturnType<typeof openFaults>

interface Fuse {
  when: 'answered' | 'committing'
  at: number
  answered: number
  committing: number
}

/**
 * Ends this process as a kill -9 does, at the statement that a request names, so that a test can die at every boundary of an act and look at
 * what is left. Only the statements that the request itself caused are counted. Opened where DHOW_FAULTS asks for it, never in live mode.
 */
export function openFaults() {
  const fuses = new AsyncLocalStorage<Fuse>()
  const die = () => process.kill(process.pid, 'SIGKILL')

  return {
    /** Lights the fuse of each request that carries the header. */
    watchRequests(server: FastifyInstance) {
      server.addHook('onRequest', (request, _reply, done) => {
        const wish = /^(answered|committing):(\d{1,4})$/.exec(String(request.headers[faultHeader] ?? ''))
        if (!wish) return done()
        fuses.run({ when: wish[1] as Fuse['when'], at: Number(wish[2]), answered: 0, committing: 0 }, done)
      })
    },

    /** Counts the statements of a new connection, `begin` and `commit` among them. */
    watchConnection(connection: DatabaseConnection) {
      const execute = connection.executeQuery.bind(connection)
      let inTransaction = false
      connection.executeQuery = async (query) => {
        const isRead = query.query.kind === 'SelectQueryNode'
        const commits = query.sql === 'commit' || (!inTransaction && query.sql !== 'begin' && !isRead)
        if (query.sql === 'begin') inTransaction = true
        if (query.sql === 'commit' || query.sql === 'rollback') inTransaction = false
        const fuse = fuses.getStore()
        if (!fuse) return execute(query)
        if (fuse.when === 'answered' && fuse.at === 0) die()
        const answer = execute<never>(query)
        if (commits) fuse.committing++
        // The driver writes to its socket in this turn of the loop or at its end, which is when the first of these comes.
        if (fuse.when === 'committing' && commits && fuse.committing === fuse.at) setImmediate(() => setImmediate(die))
        const result = await answer
        fuse.answered++
        if (fuse.when === 'answered' && fuse.answered === fuse.at) die()
        return result
      }
      return Promise.resolve()
    },
  }
}
