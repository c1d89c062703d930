import type { SharedBet, SharedRound } from './change.ts'
import type { RoundsParts } from './parts.ts'

/** The part of the round in play that players are shown: its bets and the round itself as they are written down, never ahead of it. */
export function openPublished<Round extends SharedRound, Bet extends SharedBet>({
  betsChanged,
  roundChanged,
}: Pick<RoundsParts<Round, Bet>, 'betsChanged' | 'roundChanged'>) {
  /** Ids of the round's bets by player, also of those that are not written down yet. */
  let byPlayer = new Map<string, Set<string>>()
  let durable = new Map<string, Bet>()
  let published: Round | null = null

  function add({ player, id }: Bet): void {
    const own = byPlayer.get(player)
    if (own) own.add(id)
    else byPlayer.set(player, new Set([id]))
  }

  return {
    add,
    remove: ({ player, id }: Bet): void => void byPlayer.get(player)?.delete(id),
    /** A new round is opened, with the bets that a process before wrote down. */
    begin(bets: readonly Bet[] = []): void {
      byPlayer = new Map()
      for (const bet of bets) add(bet)
      durable = new Map(bets.map((bet) => [bet.id, bet]))
    },
    bets(changed: Bet[], roundId: string): void {
      for (const bet of changed) if (bet.round === roundId) durable.set(bet.id, bet)
      if (changed.length > 0) betsChanged(changed)
    },
    round(round: Round): void {
      roundChanged(round, published?.id === round.id ? published : null)
      published = round
    },
    betsOf: (player: string): Bet[] => [...(byPlayer.get(player) ?? [])].flatMap((id) => durable.get(id) ?? []),
  }
}
