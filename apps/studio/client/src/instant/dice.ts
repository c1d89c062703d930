import {
  diceMarks,
  diceMultiplier,
  diceWins,
  type DiceOptions,
  type DiceView,
} from '../../../src/instant/games/dice.ts'
import { h, setText } from '../dom.ts'
import { choice, field } from './controls.ts'
import { openDiceBoard } from './dice-board.ts'
import { hundredths, times } from './draw.ts'
import type { OpenStage } from './stage.ts'

/** Dice: roll over or under a target. */
export const openDice: OpenStage<DiceOptions, DiceView> = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.dice
  let options = remembered(memory.get('options'))
  const pearls = openDiceBoard({ board, texts, isStill, moved: (to) => set({ ...options, mark: to }) })

  const side = choice(
    texts.side,
    ['under', 'over'] as const,
    options.side,
    (one) => texts[one],
    (one) => set(within(one, 10_000 - options.mark)),
    (one) => one.charAt(0),
  )
  const mark = h('input', {
    type: 'text',
    inputmode: 'decimal',
    class: 'opt-input',
    'aria-label': texts.mark,
    onchange: () => {
      const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(mark.value.trim())
      set(match ? within(options.side, Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))) : options)
    },
  })
  const chance = h('b', {})
  const pays = h('b', {})
  controls.append(side.element, field(texts.mark, mark), field(texts.chance, chance), field(texts.multiplier, pays))

  function set(next: DiceOptions): void {
    options = within(next.side, next.mark)
    memory.set('options', `${options.side}:${options.mark}`)
    side.set(options.side)
    draw()
    changed()
  }

  function draw(): void {
    pearls.mark(options)
    mark.value = hundredths(options.mark)
    setText(chance, `${((diceWins(options) / 10_001) * 100).toFixed(2)} %`)
    setText(pays, times(diceMultiplier(options)))
  }
  draw()

  return {
    saysItself: true,
    options: () => options,
    promised: () => diceMultiplier(options),
    async show(round, isFresh) {
      if (!round?.view) return
      if (!isFresh) set(round.options)
      await pearls.roll(round.view.roll, round.view.isWon, isFresh)
    },
    lock(isLocked) {
      side.lock(isLocked)
      pearls.lock(isLocked)
      mark.disabled = isLocked
    },
    describe: ({ view }) => (view ? texts.rolled(hundredths(view.roll)) : ''),
    rules: () => h('p', {}, texts.rules),
    keys: {
      o: () => set(within('over', options.mark)),
      u: () => set(within('under', options.mark)),
    },
  }
}

function remembered(text: string | null): DiceOptions {
  const [side, mark = ''] = text?.split(':') ?? []
  const isKnown = (side === 'over' || side === 'under') && /^\d{1,5}$/.test(mark)
  return isKnown ? within(side, Number(mark)) : { side: 'over', mark: 5050 }
}

function within(side: DiceOptions['side'], mark: number): DiceOptions {
  const { min, max } = diceMarks(side)
  return { side, mark: Math.min(max, Math.max(min, mark)) }
}
