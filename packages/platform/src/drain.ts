import type { ServerResponse } from 'node:http'
import type { Timers } from './clock.ts'
import { openSlots } from './slots.ts'

/** Graceful shutdown: readiness, and unanswered requests. */
export type Drain = ReturnType<typeof openDrain>

/**
 * Tracks the requests of a program's listeners, so that it can stop without aborting one. From `begin` on it is not ready, and each answer closes its
 * connection, so that the client's next request goes through the load balancer to another process.
 */
export function openDrain(timers: Timers) {
  const underWay = openSlots<ServerResponse>()
  let isDraining = false
  let settle = () => {}

  return {
    isDraining: () => isDraining,
    /** Number of unanswered requests. */
    underWay: () => underWay.size,
    /** Tracks a request until its answer is sent or its connection is closed. */
    follow(response: ServerResponse) {
      const remove = underWay.add(response)
      if (isDraining) response.shouldKeepAlive = false
      response.once('close', () => {
        remove()
        if (underWay.size === 0) settle()
      })
    },
    begin() {
      isDraining = true
      underWay.forEach((response) => (response.shouldKeepAlive = false))
    },
    /** Resolves when every tracked request is answered, at the latest after `withinMs` milliseconds; true if all were. */
    settled: (withinMs: number): Promise<boolean> =>
      new Promise((resolve) => {
        if (underWay.size === 0) return resolve(true)
        const cancel = timers.after(withinMs, () => resolve(false))
        settle = () => {
          cancel()
          resolve(true)
        }
      }),
  }
}

/** Answer to a readiness probe: 200 if ready for requests, else 503 with the reason. */
export interface ReadyAnswer {
  status: 200 | 503
  body: { status: 'ready' } | { status: 'unready'; reason: 'draining' | 'database' }
}

const askWithinMs = 2_000

/**
 * Answers a readiness probe: whether the program is draining, and whether its database answers within two seconds. A program listens only once its
 * migrations are done.
 */
export async function answerReady(
  timers: Timers,
  drain: Pick<Drain, 'isDraining'>,
  askDatabase: () => Promise<unknown>,
): Promise<ReadyAnswer> {
  if (drain.isDraining()) return { status: 503, body: { status: 'unready', reason: 'draining' } }
  let cancel = () => {}
  const late = new Promise<false>((resolve) => (cancel = timers.after(askWithinMs, () => resolve(false))))
  const answers = askDatabase().then(
    () => true,
    () => false,
  )
  const isReachable = await Promise.race([answers, late])
  cancel()
  return isReachable
    ? { status: 200, body: { status: 'ready' } }
    : { status: 503, body: { status: 'unready', reason: 'database' } }
}
