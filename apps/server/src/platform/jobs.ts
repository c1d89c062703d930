import type { Clock } from './clock.ts'

/** How a job went last on this process. */
export interface JobRun {
  name: string
  eachMs: number
  /** Undefined before the first run has ended. */
  endedAt: Date | undefined
  tookMs: number
  isOk: boolean
  /** How often in a row it has failed. */
  failures: number
}

export type Jobs = ReturnType<typeof openJobs>

/** What runs again and again on this process, and how it went last. `areOff`: nothing does, so that a test alone decides what happens. */
export function openJobs(clock: Clock, { areOff = false } = {}) {
  const runs = new Map<string, JobRun>()
  return {
    areOff,
    begin(name: string, eachMs: number) {
      runs.set(name, { name, eachMs, endedAt: undefined, tookMs: 0, isOk: true, failures: 0 })
    },
    ended(name: string, tookMs: number, isOk: boolean) {
      const run = runs.get(name)
      if (!run) return
      const failures = isOk ? 0 : run.failures + 1
      runs.set(name, { ...run, endedAt: clock.now(), tookMs: Math.round(tookMs), isOk, failures })
    },
    end: (name: string) => runs.delete(name),
    list: () => [...runs.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }
}
