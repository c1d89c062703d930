import { minesMultiplier, type MinesOptions, type MinesView } from '../../../src/instant/games/mines.ts'
import { h, setText } from '../dom.ts'
import { field } from './controls.ts'
import { animate, times } from './draw.ts'
import { openMinesBoard } from './mines-board.ts'
import { rulesTable } from '../rules-table.ts'
import type { OpenStage, RoundOf } from './stage.ts'

/** Mines: open shells with pearls, and cash out before hitting an urchin. */
export const openMines: OpenStage<MinesOptions, MinesView> = ({
  board,
  controls,
  words,
  isStill,
  memory,
  changed,
  sendAction,
}) => {
  const texts = words.mines
  let mines = Math.min(24, Math.max(1, Number(memory.get('mines') ?? 3) || 3))
  let round: RoundOf<MinesOptions, MinesView> | null = null

  const shells = openMinesBoard(board, {
    ...{ texts, isStill },
    open(shell) {
      if (round?.state === 'open') sendAction({ place: shell })
    },
  })
  const select = h(
    'select',
    { 'aria-label': texts.mines, onchange: () => set(Number(select.value)) },
    ...Array.from({ length: 24 }, (_, index) => h('option', { value: index + 1 }, String(index + 1))),
  )
  const now = h('b', {})
  const next = h('b', {})
  controls.append(field(texts.mines, select), field(texts.now, now), field(texts.next, next))

  function set(count: number): void {
    mines = count
    memory.set('mines', String(count))
    if (round?.state !== 'open') round = null
    draw()
    changed()
  }

  function draw(isFresh = false): void {
    const view = round?.view ?? null
    const isOpen = round?.state === 'open'
    select.value = String(mines)
    setText(now, round && isOpen ? times(round.multiplier) : '–')
    setText(next, isOpen && view ? times(view.next) : times(minesMultiplier(mines, 1)))
    shells.draw(view, isOpen, isFresh)
  }
  draw()

  return {
    options: () => ({ mines }),
    async show(shown, isFresh) {
      round = shown
      if (shown) ({ mines } = shown.options)
      draw(isFresh)
      if (isFresh && shown?.state !== 'open') await animate(160, isStill, () => undefined)
    },
    lock(isLocked) {
      select.disabled = isLocked
    },
    describe({ view }) {
      if (!view) return ''
      return view.hit === null ? texts.found(view.opened.length) : texts.hit
    },
    rules: () =>
      h(
        'div',
        {},
        h('p', {}, texts.rules),
        rulesTable(
          Array.from({ length: Math.min(25 - mines, 24) }, (_, index) => [
            String(index + 1),
            times(minesMultiplier(mines, index + 1)),
          ]).slice(0, 12),
          [texts.pearls, `${texts.mines}: ${mines}`],
        ),
      ),
  }
}
