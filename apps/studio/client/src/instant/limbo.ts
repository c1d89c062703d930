import { limboTargets, type LimboOptions, type LimboView } from '../../../src/instant/games/limbo.ts'
import { h, setText } from '../dom.ts'
import { field } from './controls.ts'
import { hundredths } from './draw.ts'
import { openLimboBoard } from './limbo-board.ts'
import type { OpenStage } from './stage.ts'

/** Limbo: choose a target multiplier for the flare to reach. */
export const openLimbo: OpenStage<LimboOptions, LimboView> = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.limbo
  let target = within(Number(memory.get('target') ?? 200))
  const flare = openLimboBoard(board, texts, isStill)

  const input = h('input', {
    type: 'text',
    inputmode: 'decimal',
    class: 'opt-input opt-wide',
    'aria-label': texts.target,
    onchange: () => {
      const match = /^(\d{1,5})(?:[.,](\d{1,2}))?$/.exec(input.value.trim().replaceAll(',', ''))
      set(match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : target)
    },
  })
  const chance = h('b', {})
  const quick = [150, 200, 500, 1000, 10_000].map((value) =>
    h('button', { type: 'button', class: 'option', onclick: () => set(value) }, `${value / 100}×`),
  )
  controls.append(
    h('div', { class: 'choice' }, ...quick),
    field(texts.target, input, h('span', { class: 'opt-label' }, '×')),
    field(texts.chance, chance),
  )

  function set(value: number): void {
    target = within(value)
    memory.set('target', String(target))
    draw()
    changed()
  }
  function draw(): void {
    flare.aim(target)
    input.value = hundredths(target).replaceAll(',', '')
    setText(chance, `${(9900 / target).toFixed(target > 9900 ? 3 : 2)} %`)
  }
  draw()

  return {
    saysItself: true,
    options: () => ({ target }),
    promised: () => target * 100,
    async show(round, isFresh) {
      if (!round?.view) return
      if (!isFresh) set(round.options.target)
      await flare.rise(round.view.height, round.view.isWon, isFresh)
    },
    lock(isLocked) {
      for (const one of [input, ...quick]) one.disabled = isLocked
    },
    describe: ({ view }) => (view ? texts.rose(`${hundredths(view.height)}×`) : ''),
    rules: () => h('p', {}, texts.rules),
  }
}

const within = (value: number): number =>
  Number.isInteger(value) ? Math.min(limboTargets.max, Math.max(limboTargets.min, value)) : 200
