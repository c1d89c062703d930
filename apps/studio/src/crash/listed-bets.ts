import type { ListedBet } from './messages.ts'
import type { Bet } from './table.ts'

const listed = 24

/** Changes for the pages: bets added to and removed from the list, new cash-outs, and the count. */
export interface ListChange {
  add: ListedBet[]
  drop: number[]
  cashOuts: [seq: number, at: number][]
  count: number
}

/** Public list of a round's bets: the largest stakes by name, and which of them were sent. */
export function openListedBets() {
  const bets = new Map<number, ListedBet>()
  let shown = new Map<number, ListedBet>()
  const sent = new Set<number>()
  const sentCashOuts = new Set<number>()
  let sentCount = 0

  return {
    /** Records a bet; returns whether the list changes. */
    note(bet: Bet): boolean {
      if (bet.state === 'rolling') return bets.delete(bet.seq)
      if (bet.state !== 'accepted' && bet.state !== 'cashed') return false
      bets.set(bet.seq, [bet.seq, beginning(bet.name), Number(bet.stake), bet.currency, bet.cashedAt ?? 0])
      return true
    },
    /** Changes since the last call; undefined without any. */
    drain(): ListChange | undefined {
      const top = [...bets.values()].sort((a, b) => b[2] - a[2] || a[0] - b[0]).slice(0, listed)
      const add = top.filter(([seq]) => !sent.has(seq))
      const drop = [...sent].filter((seq) => !bets.has(seq))
      const cashOuts: [number, number][] = []
      for (const seq of sent) {
        const cashedOutAt = bets.get(seq)?.[4] ?? 0
        if (cashedOutAt > 0 && !sentCashOuts.has(seq)) cashOuts.push([seq, cashedOutAt])
      }
      if (add.length + drop.length + cashOuts.length === 0 && sentCount === bets.size) return undefined
      for (const bet of add) sent.add(bet[0])
      for (const seq of drop) sent.delete(seq)
      for (const [seq] of cashOuts) sentCashOuts.add(seq)
      for (const bet of add) if (bet[4] > 0) sentCashOuts.add(bet[0])
      shown = new Map(top.map((bet) => [bet[0], bet]))
      sentCount = bets.size
      return { add: add.map(copy), drop, cashOuts, count: bets.size }
    },
    /** The list as sent, with current cash-outs. */
    list: (): ListedBet[] => [...shown.values()].map((bet) => copy(bets.get(bet[0]) ?? bet)),
    count: () => sentCount,
  }
}

/** First two letters of a name; the rest never leaves the server. */
const beginning = (name: string): string => Array.from(name).slice(0, 2).join('')

const copy = (bet: ListedBet): ListedBet => [...bet]
