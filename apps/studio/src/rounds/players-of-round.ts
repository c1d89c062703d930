import type { SharedBet } from './change.ts'

/** The players whose stakes lie in the round in play; demo players count nowhere. */
export function openPlayersOfRound() {
  const players = new Map<string, string>()
  return {
    clear: () => players.clear(),
    note({ id, player, demo, state }: SharedBet) {
      if (demo) return
      if (state === 'intent' || state === 'refused' || state === 'rolling' || state === 'rolled_back')
        players.delete(id)
      else players.set(id, player)
    },
    count: (): number => new Set(players.values()).size,
  }
}
