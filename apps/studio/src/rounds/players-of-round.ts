import type { SharedBet } from './change.ts'

/** Players with stakes in the current round, without demo players. */
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
