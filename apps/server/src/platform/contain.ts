import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'

/**
 * Wraps a callback that runs outside any request: of an emitter, a timer or a commit. An error or a rejection is logged
 * with the `location` and passed to `onError`; it never reaches the caller, where it would end the process.
 * @example socket.on('message', contain(log, 'live message', (data) => admit(data)))
 */
export function contain<Args extends unknown[]>(
  log: Pick<Log, 'error'>,
  location: string,
  run: (...args: Args) => unknown,
  onError: (error: unknown) => void = () => {},
): (...args: Args) => void {
  const failed = (error: unknown) => {
    log.error({ err: error, location }, 'deferred work failed')
    try {
      onError(error)
    } catch (second) {
      log.error({ err: second, location }, 'the error handler of deferred work failed')
    }
  }
  return (...args) => {
    try {
      const result = run(...args)
      if (result instanceof Promise) result.catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** The same clock, with its timers' callbacks contained. */
export const containTimers = (clock: Clock, log: Pick<Log, 'error'>): Clock => ({
  ...clock,
  after: (delayMs, run) => clock.after(delayMs, contain(log, 'timer', run)),
})
