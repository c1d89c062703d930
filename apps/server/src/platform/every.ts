import type { Platform } from './platform.ts'

/** Run at once after a start: the last run may be long ago. */
const firstTurnMs = 3_000

/**
 * Runs work soon and then again and again, never twice at once in this process, and logs failures. Work that several servers share
 * takes its rows with `for update skip locked`. How it went last stands in `jobs`, under its name. The answer stops it and waits for the run
 * under way.
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
        log.error({ err: error, job: name }, 'a job failed and will be tried again')
        ended(false)
      },
    )
  }
  cancel = clock.after(Math.min(eachMs, firstTurnMs), turn)
  return async () => {
    stopped = true
    cancel()
    jobs.end(name)
    await underWay
  }
}
