import type { Timers } from '@dhow/platform/clock'

/** A shared game's table, once this process plays it; pages that come while it is prepared wait for it. */
export interface Playing<Table> {
  now(): Table | null
  /** This process has the lease, and will play the table. */
  prepare(): void
  begin(table: Table): void
  /** The table, as soon as it plays; null if another process has the lease, or if it takes too long. */
  soon(): Promise<Table | null>
}

/** Shorter than a page's time for its hello (`edgeLimits.helloMs`). */
const waitMs = 8_000

export function openPlaying<Table>(timers: Timers): Playing<Table> {
  let current: Table | null = null
  let isPreparing = false
  const waiting = new Set<() => void>()

  return {
    now: () => current,
    prepare: () => void (isPreparing = true),
    begin(table) {
      current = table
      for (const go of waiting) go()
    },
    soon() {
      if (current !== null || !isPreparing) return Promise.resolve(current)
      return new Promise((resolve) => {
        const go = () => {
          cancel()
          waiting.delete(go)
          resolve(current)
        }
        const cancel = timers.after(waitMs, go)
        waiting.add(go)
      })
    },
  }
}
