import type { MinesView } from '../../../src/instant/games/mines.ts'
import { h, setClass } from '../dom.ts'
import { s } from './draw.ts'
import { gridKeys } from './grid-keys.ts'
import { openSparks } from './sparks.ts'
import type { Words } from './words.ts'

/** Mines board: twenty-five shells. */
export function openMinesBoard(
  board: HTMLElement,
  { texts, isStill, open }: { texts: Words['mines']; isStill: boolean; open: (cell: number) => void },
) {
  const shells = Array.from({ length: 25 }, (_, index) =>
    h('button', { type: 'button', class: 'shell', onclick: () => open(index) }),
  )
  const grid = h('div', { class: 'mines-grid', role: 'group', 'aria-label': texts.shells }, ...shells)
  gridKeys(grid, shells, 5)
  board.append(grid)
  const burst = openSparks(board, isStill)

  return {
    /** Draws the shells; newly opened ones are animated. */
    draw(view: MinesView | null, isOpen: boolean, isFresh = false): void {
      setClass(
        grid,
        `mines-grid ${isOpen ? 'is-open' : ''} ${isFresh && typeof view?.hit === 'number' ? 'is-hit' : ''}`,
      )
      for (const [index, shell] of shells.entries()) {
        const isPearl = view?.opened.includes(index) ?? false
        const isMine = view?.mines?.includes(index) ?? false
        const kind = isPearl ? 'pearl' : isMine ? 'urchin' : view?.mines ? 'pearl-left' : 'closed'
        const isHit = view?.hit === index
        const name = `shell shell-${kind} ${isHit ? 'shell-hit' : ''}`
        const label = isPearl ? texts.pearl(index + 1) : isMine ? texts.urchin(index + 1) : texts.closed(index + 1)
        shell.setAttribute('aria-label', label)
        shell.setAttribute('aria-disabled', String(!isOpen || isPearl))
        if (shell.className === name) continue
        setClass(shell, name)
        shell.replaceChildren(picture(kind))
        if (isFresh && (isPearl || isHit)) burst(shell, isHit ? 'urchin' : 'pearl')
      }
    },
  }
}

function picture(kind: string): SVGSVGElement {
  const box = (...parts: Node[]) => s('svg', { viewBox: '0 0 48 48', 'aria-hidden': 'true' }, ...parts)
  if (kind === 'urchin') {
    const spikes = Array.from({ length: 12 }, (_, index) =>
      s('path', { class: 'urchin-spike', d: 'M22 24 24 5l2 19z', transform: `rotate(${index * 30} 24 24)` }),
    )
    return box(...spikes, s('circle', { class: 'urchin', cx: 24, cy: 24, r: 10 }))
  }
  if (kind === 'closed') {
    return box(
      s('path', { class: 'shell-fan', d: 'M24 40C10 40 5 29 6 20 10 9 18 7 24 7s14 2 18 13c1 9-4 20-18 20z' }),
      s('path', { class: 'shell-rib', d: 'M24 39V9M24 39 14 12M24 39 34 12M24 39 8 20M24 39l16-19' }),
    )
  }
  return box(
    s('path', { class: 'shell-bed', d: 'M24 42C12 42 5 34 5 26c5-4 33-4 38 0 0 8-7 16-19 16z' }),
    s('circle', { class: 'pearl', cx: 24, cy: 23, r: 10 }),
    s('path', { class: 'pearl-gleam', d: 'M18 21a7 7 0 0 1 6-5' }),
  )
}
