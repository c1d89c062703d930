import type { FreeRounds, RoundView } from '../../../src/instant/messages.ts'

/** The free rounds that are left, as the studio last said, less those that were played since. */
export function openFreeRounds() {
  let now: FreeRounds | null = null
  let counted = ''
  return {
    now: (): FreeRounds | null => now,
    set(next: FreeRounds | null): void {
      now = next
    },
    /** A bet as it is to be placed: free rounds go before the own stake. */
    bet: (own: { stake: number; options: object }) => (now ? { ...own, stake: now.stake, grant: now.grant } : own),
    /** Counts a round once. */
    used({ id, isFree }: Pick<RoundView, 'id' | 'isFree'>): void {
      if (!isFree || id === counted) return
      counted = id
      now = now && now.left > 1 ? { ...now, left: now.left - 1 } : null
    },
  }
}
