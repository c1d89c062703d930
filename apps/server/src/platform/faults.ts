import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { DatabaseConnection } from 'kysely'
import type { Clock } from '@dhow/platform/clock'

/**
 * Names the statement at which a request kills the server: `answered:3` after its third statement is answered (0:
 * before the first), `committing:2` while its second committing statement is on its way; those are each `commit`, and
 * each statement outside a transaction that is more than a read. `answered:3/7/approve` joins a barrier: the request,
 * named `approve`, waits at its statement until all seven wait or were answered.
 */
export const faultHeader = 'x-fault-inject'

export type Faults = ReturnType<typeof openFaults>

interface CrashPoint {
  when: 'answered' | 'committing'
  at: number
  answered: number
  committing: number
  barrier: { of: number; name: string } | undefined
  isThere: boolean
}

/** A participant that does not arrive within this time waits for a lock of one that did; go on without it. */
const waitMs = 500

/**
 * Ends this process as `kill -9` does, at the statement that a request names, so that a test can kill it at every
 * boundary of a call and check what is left. Only statements of the request itself are counted; nothing else of the
 * server differs. Opened if DHOW_FAULTS is set, never in live mode.
 */
export function openFaults(clock: Clock) {
  const crashPoints = new AsyncLocalStorage<CrashPoint>()
  const kill = () => process.kill(process.pid, 'SIGKILL')
  let arrived = 0
  let forget = () => {}
  let part: () => void
  const complete = new Promise<void>((resolve) => (part = resolve))

  /** Counts one more request of the barrier: it waits at its statement, or has no such statement. */
  function arrive(crashPoint: CrashPoint, reached: boolean) {
    if (crashPoint.isThere || !crashPoint.barrier) return
    crashPoint.isThere = true
    // Write synchronously: the process is killed right after.
    if (reached) writeSync(1, `${JSON.stringify({ reached: crashPoint.barrier.name })}\n`)
    arrived++
    forget()
    const leave = () => {
      part()
      // Let requests before a commit send it: the first `setImmediate` runs after the driver's write.
      setImmediate(() => setImmediate(kill))
    }
    if (arrived === crashPoint.barrier.of) leave()
    else forget = clock.after(waitMs, leave)
  }

  async function end(crashPoint: CrashPoint): Promise<void> {
    if (!crashPoint.barrier) return void kill()
    arrive(crashPoint, true)
    await new Promise(() => undefined)
  }

  return {
    /** True if the current request has a crash point: its statements are not grouped with others. */
    isWatched: () => crashPoints.getStore() !== undefined,

    /** Runs a request, with its crash point if it carries the header. */
    watchRequest(headers: IncomingHttpHeaders, response: ServerResponse, work: () => void) {
      const crashPoint = crashPointOf(String(headers[faultHeader] ?? ''))
      if (!crashPoint) return work()
      response.once('close', () => arrive(crashPoint, false))
      crashPoints.run(crashPoint, work)
    },

    /** Counts the statements of a new connection, `begin` and `commit` included. */
    watchConnection(connection: DatabaseConnection) {
      const execute = connection.executeQuery.bind(connection)
      let inTransaction = false
      connection.executeQuery = async (query) => {
        const isRead = query.query.kind === 'SelectQueryNode'
        const commits = query.sql === 'commit' || (!inTransaction && query.sql !== 'begin' && !isRead)
        if (query.sql === 'begin') inTransaction = true
        if (query.sql === 'commit' || query.sql === 'rollback') inTransaction = false
        const crashPoint = crashPoints.getStore()
        if (!crashPoint) return execute(query)
        if (crashPoint.when === 'answered' && crashPoint.at === 0) await end(crashPoint)
        if (commits) crashPoint.committing++
        const isLast = crashPoint.when === 'committing' && commits && crashPoint.committing === crashPoint.at
        if (isLast && crashPoint.barrier) {
          arrive(crashPoint, true)
          await complete
        }
        const answer = execute<never>(query)
        // The driver writes to its socket in this turn of the event loop or at its end, before the first `setImmediate`
        // runs.
        if (isLast && !crashPoint.barrier) setImmediate(() => setImmediate(kill))
        const result = await answer
        // End the process before the request goes on, or the player would read an answer without a crash before it.
        if (isLast) await new Promise(() => undefined)
        crashPoint.answered++
        if (crashPoint.when === 'answered' && crashPoint.answered === crashPoint.at) await end(crashPoint)
        return result
      }
      return Promise.resolve()
    },
  }
}

function crashPointOf(header: string): CrashPoint | undefined {
  const found = /^(answered|committing):(\d{1,4})(?:\/(\d{1,3})\/([\w-]{1,40}))?$/.exec(header)
  if (!found) return undefined
  const [, when, at, of, name] = found
  return {
    when: when === 'committing' ? 'committing' : 'answered',
    at: Number(at),
    answered: 0,
    committing: 0,
    barrier: name === undefined ? undefined : { of: Number(of), name },
    isThere: false,
  }
}
