import type { Clock } from '@dhow/platform/clock'

const maxAddresses = 5_000

/**
 * Requests of each address in its current window, by the monotonic clock. The library's own store counts by the wall
 * clock: set back by an hour, it would refuse an address for that hour.
 * @returns a store of the library `@fastify/rate-limit`
 */
export function requestCounts(clock: Pick<Clock, 'monotonicMs'>) {
  /** The longest unseen address first. */
  const windows = new Map<string, { fromMs: number; current: number }>()
  return class RequestCounts {
    incr(
      address: string,
      done: (error: Error | null, result: { current: number; ttl: number }) => void,
      windowMs: number,
    ) {
      const nowMs = clock.monotonicMs()
      const known = windows.get(address)
      const window = known && nowMs - known.fromMs < windowMs ? known : { fromMs: nowMs, current: 0 }
      window.current++
      windows.delete(address)
      windows.set(address, window)
      const [oldest] = windows.keys()
      if (oldest !== undefined && windows.size > maxAddresses) windows.delete(oldest)
      done(null, { current: window.current, ttl: window.fromMs + windowMs - nowMs })
    }

    child() {
      return this
    }
  }
}
