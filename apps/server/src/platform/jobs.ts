import type { Clock } from '@dhow/platform/clock'

/** Last run of a job on this process. */
export interface JobRun {
  name: string
  eachMs: number
  begunAt: Date
  /** Undefined before the first run has ended. */
  endedAt: Date | undefined
  /** When a run last succeeded. */
  okAt: Date | undefined
  tookMs: number
  isOk: boolean
  /** Consecutive failures. */
  failures: number
}

/** Difference of this server’s clock from the database’s. */
export interface ClockFault {
  seconds: number
  side: 'ahead' | 'behind'
}

/** These jobs only read and seal: a wrong clock makes them expire nothing. */
const runsAlways = new Set(['invariants', 'audit-chain'])

export type Jobs = ReturnType<typeof openJobs>

/** Periodic jobs of this process with their last result. With `areOff` none runs by itself, for tests. */
export function openJobs(clock: Clock, { areOff = false } = {}) {
  const runs = new Map<string, JobRun>()
  let held: ClockFault | undefined
  return {
    areOff,
    /** Stops all jobs but those of `runsAlways` while the clock is wrong; `undefined` resumes them. */
    hold: (fault: ClockFault | undefined) => void (held = fault),
    heldBecause: () => held,
    isHeld: (name: string) => held !== undefined && !runsAlways.has(name),
    begin(name: string, eachMs: number) {
      runs.set(name, {
        name,
        eachMs,
        begunAt: clock.now(),
        endedAt: undefined,
        okAt: undefined,
        tookMs: 0,
        isOk: true,
        failures: 0,
      })
    },
    ended(name: string, tookMs: number, isOk: boolean) {
      const run = runs.get(name)
      if (!run) return
      const failures = isOk ? 0 : run.failures + 1
      const endedAt = clock.now()
      const okAt = isOk ? endedAt : run.okAt
      runs.set(name, { ...run, endedAt, okAt, tookMs: Math.round(tookMs), isOk, failures })
    },
    end: (name: string) => runs.delete(name),
    list: () => [...runs.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

/** Whether no run of a job has succeeded for three intervals and a minute: it has stopped, hangs, or keeps failing. */
export const jobIsLate = ({ okAt, begunAt, eachMs }: JobRun, now: Date): boolean =>
  now.getTime() - (okAt ?? begunAt).getTime() > 3 * eachMs + 60_000
