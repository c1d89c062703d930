import type { FieldTotal } from './messages.ts'
import type { TableGame } from './rules.ts'
import type { Bet } from './table.ts'

/** Sums of a round's stakes by field, and which of them are not sent yet. */
export function openFieldTotals(game: Pick<TableGame, 'fields'>) {
  const bets = new Map<string, Bet>()
  let changed = new Set<string>()
  const totals = new Map<string, FieldTotal>()

  function totalOf(field: string): FieldTotal {
    const sums = new Map<string, number>()
    let stakes = 0
    for (const bet of bets.values()) {
      if (bet.field !== field) continue
      stakes++
      sums.set(bet.currency, (sums.get(bet.currency) ?? 0) + Number(bet.stake))
    }
    return [game.fields.indexOf(field), stakes, ...sums]
  }

  return {
    /** Records a bet; returns whether a sum changes. */
    note(bet: Bet): boolean {
      if (bet.state === 'accepted') bets.set(bet.id, bet)
      else if (bet.state !== 'rolling' || !bets.delete(bet.id)) return false
      changed.add(bet.field)
      return true
    },
    /** Sums changed since the last call. */
    drain(): FieldTotal[] {
      const fields = [...changed]
      changed = new Set()
      return fields.map((field) => {
        const total = totalOf(field)
        totals.set(field, total)
        return total
      })
    },
    /** Sums as sent. */
    sent: (): FieldTotal[] => [...totals.values()],
  }
}
