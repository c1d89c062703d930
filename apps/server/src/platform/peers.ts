import type { Clock } from '@dhow/platform/clock'

/** A process without a message for so long counts as gone. */
const goneAfterMs = 60_000

/**
 * The processes of one installation as this one sees them, itself among them.
 * @param lateAfterMs another process is late without a packet for so long
 * @param staleAfterMs and this one's connection is stale
 */
export function openPeers(
  clock: Pick<Clock, 'monotonicMs'>,
  { own, lateAfterMs, staleAfterMs }: { own: string; lateAfterMs: number; staleAfterMs: number },
) {
  const seen = new Map<string, { atMs: number; number: number; isLate: boolean }>()
  return {
    /**
     * Notes a packet and its number, which a sender counts from 0; one of an older version has none.
     * @returns whether its sender is new here, and whether one before it was lost
     */
    note(from: string, number = -1) {
      const before = seen.get(from)
      seen.set(from, { atMs: clock.monotonicMs(), number, isLate: false })
      return { isNew: !before, isGap: number >= 0 && number !== (before?.number ?? -1) + 1 }
    },
    /** A process ends in order, with everything sent. */
    leave: (from: string) => void seen.delete(from),
    /** Whether a process has become late since this was asked last: it may have been killed with messages that it had not sent. */
    hasNewLate() {
      const nowMs = clock.monotonicMs()
      const late = [...seen].flatMap(([from, peer]) =>
        from !== own && !peer.isLate && nowMs - peer.atMs > lateAfterMs ? [peer] : [],
      )
      for (const peer of late) peer.isLate = true
      return late.length > 0
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
