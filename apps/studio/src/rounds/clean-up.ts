import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'

const everyMs = 15_000

/** Runs the clean-up of a table periodically, one run after the other, until stopped. */
export function openCleanUp({ clock, log }: { clock: SteadyClock; log: Log }, clean: () => Promise<void>) {
  let isStopped = false
  let cancel = (): void => undefined
  function run(): void {
    void clean()
      .catch((error: unknown) => log.error({ error: String(error) }, 'the clean-up of rounds failed'))
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
