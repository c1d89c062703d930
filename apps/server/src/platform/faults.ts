import { AsyncLocalStorage } from 'node:async_hooks'
import { writeSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { DatabaseConnection } from 'kysely'
import type { Clock } from '@dhow/platform/clock'

/**
 * Names the statement at which a request kills the server: `answered:3` once its third statement was answered (0: before its first),
 * `committing:2` with the second of those on its way that commit: each `commit`, and each statement outside a transaction that is more than a
 * read. `answered:3/7/approve` is one of a barrier: the request waits at its statement, under the name it gave, until all seven wait or were answered.
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

/** A participant that does not arrive in this time waits for a lock of one that did; go on without it. */
const waitMs = 500

/**
 * Ends this process as a kill -9 does, at the statement that a request names, so that a test can kill it at every boundary of a call and look at
 * what is left. Only the statements that the request itself caused are counted, and nothing else of the server differs. Opened where DHOW_FAULTS asks
 * for it, never in live mode.
 */
export function openFaults(clock: Clock) {
  const crashPoints = new AsyncLocalStorage<CrashPoint>()
  const kill = () => process.kill(process.pid, 'SIGKILL')
  let arrived = 0
  let forget = () => {}
  let part: () => void
  const complete = new Promise<void>((resolve) => (part = resolve))

  /** One more of the barrier waits at its statement, or has no such statement. */
  function arrive(crashPoint: CrashPoint, reached: boolean) {
    if (crashPoint.isThere || !crashPoint.barrier) return
    crashPoint.isThere = true
    // A write that is done at once: the process has no later.
    if (reached) writeSync(1, `${JSON.stringify({ reached: crashPoint.barrier.name })}\n`)
    arrived++
    forget()
    const leave = () => {
      part()
      // Let those before a commit send it; the first of these comes at the end of that.
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
    /** True if the current request has a crash point: its statements are then not grouped with those of others. */
    isWatched: () => crashPoints.getStore() !== undefined,

    /** Does the work of a request, with its crash point if it carries the header. */
    watchRequest(headers: IncomingHttpHeaders, response: ServerResponse, work: () => void) {
      const crashPoint = crashPointOf(String(headers[faultHeader] ?? ''))
      if (!crashPoint) return work()
      response.once('close', () => arrive(crashPoint, false))
      crashPoints.run(crashPoint, work)
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
        // The driver writes to its socket in this turn of the loop or at its end, which is when the first of these comes.
        if (isLast && !crashPoint.barrier) setImmediate(() => setImmediate(kill))
        const result = await answer
        // The process ends before the request goes on, or the player would read an answer that no crash came before.
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
