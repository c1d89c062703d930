import type { ServerResponse } from 'node:http'
import type { Timers } from './clock.ts'
import { openSlots } from './slots.ts'

/** State of a program that leaves: readiness, and the requests that it still has to answer. */
export type Drain = ReturnType<typeof openDrain>

/**
 * Follows the requests of a program's listeners, so that it can leave without cutting one off. From `begin` on it counts as not ready, and
 * each answer closes its connection: the next request of that client goes through the load balancer to another process.
 */
export function openDrain(timers: Timers) {
  const underWay = openSlots<ServerResponse>()
  let isDraining = false
  let settle = () => {}

  return {
    isDraining: () => isDraining,
    /** How many requests have no whole answer yet. */
    underWay: () => underWay.size,
    /** Follows a request until its answer is sent or its connection is gone. */
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
    /** Resolves when every followed request is answered, at the latest after `withinMs` milliseconds; true if all were. */
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

/** Answer to a readiness probe: 200 while the program may get requests, else 503 with the reason. */
export interface ReadyAnswer {
  status: 200 | 503
  body: { status: 'ready' } | { status: 'unready'; reason: 'draining' | 'database' }
}

const askWithinMs = 2_000

/**
 * Answers a readiness probe. A program listens only once its migrations are done, so what remains to ask is whether it leaves and whether its
 * database answers within two seconds.
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
