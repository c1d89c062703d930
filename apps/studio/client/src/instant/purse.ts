import { setText } from '../dom.ts'

/** The balance in minor units, shown without the wins of rounds whose boards still move. */
export interface Purse {
  /** The balance as it is shown; null while it is unknown. */
  shown(): number | null
  /** The balance that the wallet named, with a win in it that is not shown yet. */
  set(minor: number, win?: number): void
  /** The board of a round rests, and its win shows. */
  release(win: number): void
}

export function openPurse(element: Element, money: (minor: number) => string): Purse {
  let held: number | null = null
  let kept = 0
  const shown = (): number | null => (held === null ? null : held - kept)
  const draw = (): void => setText(element, held === null ? '' : money(held - kept))
  return {
    shown,
    set(minor, win = 0) {
      held = minor
      kept += win
      draw()
    },
    release(win) {
      kept -= win
      draw()
    },
  }
}
