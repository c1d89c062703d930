import type { Clock } from '@dhow/platform/clock'

/** Uploads under way, from first byte to answer: background work waits for them. */
export interface UploadGate {
  /** Counts a request while it is under way. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once no upload is under way, or after this time: slow or consecutive uploads delay nothing for longer. */
  waitUntilIdle(atMostMs: number): Promise<void>
  /** Ends all waits, now and later. */
  close(): void
}

export function openUploadGate(clock: Clock): UploadGate {
  let underWay = 0
  let isClosed = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  return {
    async during(work) {
      underWay++
      try {
        return await work()
      } finally {
        if (--underWay === 0) wake()
      }
    },
    waitUntilIdle(atMostMs) {
      if (underWay === 0 || isClosed) return Promise.resolve()
      return new Promise((resolve) => {
        const cancel = clock.after(atMostMs, () => {
          waiting.delete(go)
          resolve()
        })
        const go = () => {
          cancel()
          resolve()
        }
        waiting.add(go)
      })
    },
    close() {
      isClosed = true
      wake()
    },
  }
}
