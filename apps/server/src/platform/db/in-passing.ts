import { systemClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'

/** Far longer than a small write takes, and short enough for a read that waits for it. */
const withinMs = 1_000
/** Waits for a database use the machine's time, whatever clock a test sets. */
const timers = systemClock()

/**
 * Waits for a note such as "last seen", but neither for long nor fails with it: while the database confirms no write, calls
 * that read go on. The note itself may still be written later.
 * @param what the note, for the log
 */
export async function inPassing(log: Pick<Log, 'warn'>, what: string, write: Promise<unknown>): Promise<void> {
  const written = write.catch((error: unknown) => log.warn({ err: error, what }, 'a note was not written'))
  let cancel = () => {}
  const late = new Promise<void>((resolve) => (cancel = timers.after(withinMs, resolve)))
  await Promise.race([written, late])
  cancel()
}
