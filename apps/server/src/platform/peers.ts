import type { Clock } from '@dhow/platform/clock'

/** A process without a message for so long counts as gone. */
const goneAfterMs = 60_000

/** The processes of one installation as this one sees them, itself among them. */
export function openPeers(clock: Pick<Clock, 'monotonicMs'>, own: string, staleAfterMs: number) {
  const seen = new Map<string, { atMs: number; number: number }>()
  return {
    /**
     * Notes a packet and its number, which a sender counts from 0.
     * @returns whether its sender is new here, and whether one before it was lost
     */
    note(from: string, number: number) {
      const before = seen.get(from)
      seen.set(from, { atMs: clock.monotonicMs(), number })
      return { isNew: !before, isGap: number !== (before?.number ?? -1) + 1 }
    },
    /** Others may come from now on without being seen. */
    loseOwn: () => void seen.delete(own),
    /** Whether this process's own packets come back, and nobody else's. */
    isAlone() {
      const nowMs = clock.monotonicMs()
      for (const [process, { atMs }] of seen) if (nowMs - atMs > goneAfterMs) seen.delete(process)
      const self = seen.get(own)
      return self !== undefined && nowMs - self.atMs < staleAfterMs && seen.size === 1
    },
  }
}
