import { plinkoBuckets, plinkoRows, type PlinkoOptions, type PlinkoView } from '../../../src/instant/games/plinko.ts'
import { risks } from '../../../src/instant/rules.ts'
import { h } from '../dom.ts'
import { rulesTable } from '../rules-table.ts'
import { choice, field, riskAndNumber } from './controls.ts'
import { times } from './draw.ts'
import { openPlinkoBoard } from './plinko-board.ts'
import type { OpenStage } from './stage.ts'

/** Plinko: beads fall through rows of pegs, several at once. */
export const openPlinko: OpenStage<PlinkoOptions, PlinkoView> = ({
  board,
  controls,
  words,
  isStill,
  memory,
  changed,
}) => {
  const texts = words.plinko
  const [first, count] = riskAndNumber(memory.get('options'), plinkoRows, 12)
  const options: PlinkoOptions = { risk: first, rows: count }
  const pegs = openPlinkoBoard(board, isStill, options)
  const risk = choice(
    words.risk,
    risks,
    options.risk,
    (one) => words.risks[one] ?? one,
    (one) => set({ ...options, risk: one }),
  )
  const rows = choice(texts.rows, plinkoRows, options.rows, String, (one) => set({ ...options, rows: one }))
  controls.append(field(words.risk, risk.element), field(texts.rows, rows.element))

  function set(next: PlinkoOptions): void {
    Object.assign(options, next)
    memory.set('options', `${options.risk}:${options.rows}`)
    draw()
    changed()
  }

  function draw(): void {
    risk.set(options.risk)
    rows.set(options.rows)
    pegs.draw(options)
  }
  draw()

  return {
    isParallel: true,
    options: () => ({ ...options }),
    async show(round, isFresh) {
      if (!round?.view) return
      if (!isFresh) set(round.options)
      await pegs.drop(round.view, isFresh)
    },
    lock(isLocked) {
      risk.lock(isLocked)
      rows.lock(isLocked)
    },
    describe: ({ view }) => (view ? texts.fell(view.bucket + 1) : ''),
    rules: () =>
      h(
        'div',
        {},
        h('p', {}, texts.rules),
        h('p', { class: 'quiet' }, `${texts.buckets}: ${words.risks[options.risk]}, ${options.rows}`),
        rulesTable(
          plinkoRows.map((count) => [
            String(count),
            ...plinkoBuckets({ risk: options.risk, rows: count })
              .slice(count / 2)
              .map(times),
          ]),
        ),
      ),
  }
}
