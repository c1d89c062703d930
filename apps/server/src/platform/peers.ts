import type { Clock } from '@dhow/platform/clock'

/** A process without a message for this long counts as gone. */
const forgottenAfterMs = 60_000

/**
 * The processes of one installation that this one knows, itself included.
 * @param lateAfterMs a process is late this long after its last packet
 * @param staleAfterMs this process's connection is stale this long after its own last packet came back
 */
export function openPeers(
  clock: Pick<Clock, 'monotonicMs'>,
  { own, lateAfterMs, staleAfterMs }: { own: string; lateAfterMs: number; staleAfterMs: number },
) {
  const seen = new Map<string, { atMs: number; number: number; isLate: boolean }>()
  return {
    /**
     * Records a packet and its number, which a sender counts from 0; older versions send none.
     * @returns whether its sender is new, and whether a packet before it was lost
     */
    note(from: string, number = -1) {
      const before = seen.get(from)
      seen.set(from, { atMs: clock.monotonicMs(), number, isLate: false })
      return { isNew: !before, isGap: number >= 0 && number !== (before?.number ?? -1) + 1 }
    },
    /** Removes a process that shut down, with everything sent. */
    leave: (from: string) => void seen.delete(from),
    /** Whether a process has become late since the last check: it may have been killed with unsent messages. */
    hasNewLate() {
      const nowMs = clock.monotonicMs()
      const late = [...seen].flatMap(([from, peer]) =>
        from !== own && !peer.isLate && nowMs - peer.atMs > lateAfterMs ? [peer] : [],
      )
      for (const peer of late) peer.isLate = true
      return late.length > 0
    },
    /** Forgets this process's own packets: other processes may start unnoticed from now on. */
    loseOwn: () => void seen.delete(own),
    /** Whether only this process's own packets come back. */
    isAlone() {
      const nowMs = clock.monotonicMs()
      for (const [process, { atMs }] of seen) if (nowMs - atMs > forgottenAfterMs) seen.delete(process)
      const self = seen.get(own)
      return self !== undefined && nowMs - self.atMs < staleAfterMs && seen.size === 1
    },
  }
}
