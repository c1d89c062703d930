import type { FreeRounds, RoundView } from '../../../src/instant/messages.ts'

/** Free rounds left: the studio's last count minus those played since. */
export function openFreeRounds() {
  let now: FreeRounds | null = null
  let counted = ''
  return {
    now: (): FreeRounds | null => now,
    set(next: FreeRounds | null): void {
      now = next
    },
    /** The next bet: free rounds are used before the player's own stake. */
    bet: (own: { stake: number; options: object }) => (now ? { ...own, stake: now.stake, grant: now.grant } : own),
    /** Counts a round once. */
    used({ id, isFree }: Pick<RoundView, 'id' | 'isFree'>): void {
      if (!isFree || id === counted) return
      counted = id
      now = now && now.left > 1 ? { ...now, left: now.left - 1 } : null
    },
  }
}
