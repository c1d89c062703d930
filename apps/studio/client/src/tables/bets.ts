import type { FromPage } from '../../../src/tables/messages.ts'
import { newCommandId } from '../link.ts'
import type { openSlip } from './slip.ts'
import { ownOf, sumsOf } from './stakes-status.ts'
import type { TableState } from './state.ts'
import type { Words } from './words.ts'

export interface BetsParts {
  slip: ReturnType<typeof openSlip>
  words: Words
  money(minor: number): string
  state(): TableState
  isBetting(): boolean
  /** The chosen chip in minor units; 0 before the table has sent its currency. */
  chip(): number
  send(message: Extract<FromPage, { id: string }>): void
  /** The slip has changed; `note` replaces the last one, unless undefined. */
  changed(note?: string): void
}

/** The player's commands at a table: add and remove chips, place and cancel stakes. */
export function openBets({ slip, words, money, state, isBetting, chip, send, changed }: BetsParts) {
  /** Sum of a field's stakes, placed and unplaced. */
  function liesOn(field: number): number {
    const { round } = state()
    const placed = round ? (sumsOf(ownOf(state(), round.no)).get(field) ?? 0) : 0
    return placed + slip.on(field)
  }

  /** Reason why a stake is not allowed; undefined if it is. */
  function obstacle(field: number, minor: number): string | undefined {
    const { stakes, balance } = state()
    const most = stakes?.max ?? 0
    if (liesOn(field) + minor > most) return words.tooMuch(money(most))
    return balance !== null && slip.waitingSum() + minor > balance ? words.notCovered : undefined
  }
  const fits = (field: number, minor: number): boolean => obstacle(field, minor) === undefined

  return {
    put(field: number): void {
      const minor = chip()
      if (!isBetting() || !state().stakes || minor === 0) return
      const why = obstacle(field, minor)
      if (why === undefined) slip.put(field, minor)
      changed(why ?? '')
    },
    placeBets(): void {
      const { round } = state()
      if (!isBetting() || !round || slip.waiting().length === 0) return
      const id = newCommandId()
      send({ t: 'bet', id, no: round.no, bets: slip.send(id, round.no) })
      changed('')
    },
    undo(): void {
      slip.undo()
      changed('')
    },
    clear(): void {
      slip.clear()
      changed('')
    },
    again(): void {
      if (isBetting()) slip.again(fits)
      changed()
    },
    double(): void {
      if (isBetting()) slip.double(fits)
      changed()
    },
    cancelBets(): void {
      const { round } = state()
      if (!isBetting() || !round) return
      const id = newCommandId()
      slip.cancel(id, round.no)
      send({ t: 'cancel_bets', id })
      changed()
    },
  }
}
