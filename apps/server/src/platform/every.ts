import type { Platform } from './platform.ts'

/** Runs soon after a start: the last run may be long ago. */
const firstRunDelayMs = 3_000

/**
 * Runs a job soon and then at intervals, never twice at once in this process, and logs failures. Jobs that several
 * servers share take their rows with `for update skip locked`. `jobs` keeps the last result under the job's name. The
 * returned function stops it and waits for the run under way.
 */
export function every(
  { clock, log, jobs }: Pick<Platform, 'clock' | 'log' | 'jobs'>,
  name: string,
  eachMs: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  if (jobs.areOff) return () => Promise.resolve()
  let stopped = false
  let underWay: Promise<unknown> = Promise.resolve()
  let cancel = () => {}
  jobs.begin(name, eachMs)
  const turn = () => {
    if (jobs.isHeld(name)) {
      cancel = clock.after(eachMs, turn)
      return
    }
    const startedMs = clock.monotonicMs()
    const ended = (isOk: boolean) => {
      jobs.ended(name, clock.monotonicMs() - startedMs, isOk)
      if (!stopped) cancel = clock.after(eachMs, turn)
    }
    underWay = (async () => work())().then(
      () => ended(true),
      (error: unknown) => {
        log.error({ err: error, job: name }, 'a job failed and will be retried')
        ended(false)
      },
    )
  }
  cancel = clock.after(Math.min(eachMs, firstRunDelayMs), turn)
  return async () => {
    stopped = true
    cancel()
    jobs.end(name)
    await underWay
  }
}
