import { kenoSize } from '../../../src/instant/games/keno.ts'
import { h, setClass } from '../dom.ts'
import { animate, brief } from './draw.ts'
import { gridKeys } from './grid-keys.ts'
import type { Words } from './words.ts'

const lampMs = 85

/** Keno board: forty numbers as lanterns, and the paytable. */
export function openKenoBoard(board: HTMLElement, texts: Words['keno'], mark: (number: number) => void) {
  const lamps = Array.from({ length: kenoSize }, (_, index) =>
    h('button', { type: 'button', class: 'lamp', onclick: () => mark(index + 1) }, String(index + 1)),
  )
  const grid = h('div', { class: 'keno-grid', role: 'group', 'aria-label': texts.numbers }, ...lamps)
  gridKeys(grid, lamps, 8)
  const pays = h('ol', { class: 'keno-pays', 'aria-label': texts.hits })
  board.append(h('div', { class: 'keno' }, grid, pays))

  function draw(marked: ReadonlySet<number>, lit: readonly number[]): void {
    for (const [index, lamp] of lamps.entries()) {
      const [isMarked, isLit] = [marked.has(index + 1), lit.includes(index + 1)]
      setClass(lamp, `lamp ${isMarked ? 'lamp-marked' : ''} ${isLit ? 'lamp-lit' : ''}`)
      lamp.setAttribute('aria-pressed', String(isMarked))
      lamp.setAttribute('aria-label', texts.number(index + 1))
    }
  }

  return {
    draw,
    /** Shows the paytable with the row of `hits` marked. */
    pay(table: readonly number[], hits: number | null, isGood = false): void {
      pays.replaceChildren(
        ...table.map((multiplier, count) =>
          h(
            'li',
            { class: count !== hits ? '' : isGood ? 'pay-on pay-good' : 'pay-on' },
            h('b', {}, brief(multiplier)),
            h('span', {}, String(count)),
          ),
        ),
      )
    },
    /** Reveals the drawn numbers one by one. */
    async light(marked: ReadonlySet<number>, numbers: readonly number[], isStill: boolean): Promise<void> {
      let shown = 0
      draw(marked, [])
      await animate(numbers.length * lampMs, isStill, (share) => {
        const count = Math.ceil(share * numbers.length)
        if (count === shown) return
        shown = count
        draw(marked, numbers.slice(0, count))
      })
      draw(marked, numbers)
    },
  }
}
