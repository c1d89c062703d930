import type { Clock } from '@dhow/platform/clock'

/** Requests that bring a file, from their first byte to their answer: work in the background waits for them. */
export interface UploadGate {
  /** Counts a request in while it is under way. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Resolves once none is under way, or after so long all the same: slow senders, or many in a row, delay nothing for longer. */
  waitUntilIdle(atMostMs: number): Promise<void>
  /** Nobody waits from here on. */
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
