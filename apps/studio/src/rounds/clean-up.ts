import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'

const everyMs = 15_000

/** Runs a cleaning of the table now and again, each time after the one before has ended, until it is stopped. */
export function openCleanUp({ clock, log }: { clock: SteadyClock; log: Log }, clean: () => Promise<void>) {
  let isStopped = false
  let cancel = (): void => undefined
  function run(): void {
    void clean()
      .catch((error: unknown) => log.error({ error: String(error) }, 'the cleaning of rounds failed'))
      .finally(() => {
        if (!isStopped) cancel = clock.after(everyMs, run)
      })
  }
  return {
    run,
    stop() {
      isStopped = true
      cancel()
    },
  }
}
