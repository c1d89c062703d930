import { setText } from '../dom.ts'

/** The balance in minor units, shown without the wins of rounds that are still animated. */
export interface ShownBalance {
  /** The shown balance; null while unknown. */
  shown(): number | null
  /** Sets the wallet's balance; `win`: part of it that is not shown yet. */
  set(minor: number, win?: number): void
  /** Shows a win once its animation has ended. */
  release(win: number): void
}

export function openShownBalance(element: Element, money: (minor: number) => string): ShownBalance {
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
