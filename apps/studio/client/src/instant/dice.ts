import {
  diceMarks,
  diceMultiplier,
  diceWins,
  type DiceOptions,
  type DiceView,
} from '../../../src/instant/games/dice.ts'
import type { RoundView } from '../../../src/instant/messages.ts'
import { h, setClass, setText } from '../dom.ts'
import { choice, field } from './controls.ts'
import { animate, easeOut, hundredths, s, times } from './draw.ts'
import type { OpenStage } from './stage.ts'

/**
 * A string of pearls from 0 to 100: the part that wins is lit, and the roll settles on it.
 * Long because its functions share the elements and options of the board.
 */
export const openDice: OpenStage = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.dice
  const read = /^(over|under):(\d{1,5})$/.exec(memory.get('options') ?? '')
  let options: DiceOptions = { side: 'over', mark: 5050 }
  if (read) options = within(read[1] as DiceOptions['side'], Number(read[2]))
  let shown = 5000

  const number = h('div', { class: 'dial-number', 'aria-hidden': 'true' })
  const word = h('div', { class: 'dial-word' })
  const lit = h('span', { class: 'dice-lit' })
  const pearl = h(
    'span',
    { class: 'dice-pearl' },
    s(
      'svg',
      { viewBox: '0 0 40 52' },
      s('path', { class: 'dice-pin', d: 'M20 51c-2-6-15-15-15-29a15 15 0 0 1 30 0c0 14-13 23-15 29z' }),
      s('circle', { class: 'dice-gem', cx: 20, cy: 21, r: 10 }),
      s('path', { class: 'dice-gleam', d: 'M14 18a7 7 0 0 1 6-5' }),
    ),
  )
  // As wide as the track, so that moving it by a share of itself moves the pearl along without a layout.
  const carrier = h('span', { class: 'dice-carrier', 'aria-hidden': 'true' }, pearl)
  const slider = h('input', {
    type: 'range',
    class: 'dice-slider',
    step: 50,
    'aria-label': texts.mark,
    oninput: () => set({ ...options, mark: Number(slider.value) }),
  })
  const scale = h(
    'div',
    { class: 'dice-scale', 'aria-hidden': 'true' },
    ...[0, 25, 50, 75, 100].map((mark) => h('span', {}, String(mark))),
  )
  board.append(
    h('div', { class: 'dice' }, number, word, h('div', { class: 'dice-track' }, lit, carrier, slider), scale),
  )

  const side = choice(
    texts.side,
    ['under', 'over'] as const,
    options.side,
    (one) => texts[one],
    (one) => set(within(one, 10_000 - options.mark)),
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

  function within(wanted: DiceOptions['side'], value: number): DiceOptions {
    const { min, max } = diceMarks(wanted)
    return { side: wanted, mark: Math.min(max, Math.max(min, value)) }
  }

  function set(next: DiceOptions): void {
    options = within(next.side, next.mark)
    memory.set('options', `${options.side}:${options.mark}`)
    side.set(options.side)
    draw()
    changed()
  }

  function draw(): void {
    const isOver = options.side === 'over'
    lit.style.left = isOver ? `${options.mark / 100}%` : '0'
    lit.style.right = isOver ? '0' : `${100 - options.mark / 100}%`
    const { min, max } = diceMarks(options.side)
    slider.min = String(0)
    slider.max = String(10_000)
    if (slider.value !== String(options.mark)) slider.value = String(options.mark)
    slider.setAttribute('aria-valuetext', texts.wins(texts[options.side], hundredths(options.mark)))
    slider.dataset['range'] = `${min}-${max}`
    mark.value = hundredths(options.mark)
    setText(chance, `${((diceWins(options) / 10_001) * 100).toFixed(2)} %`)
    setText(pays, times(diceMultiplier(options)))
    setText(word, texts.wins(texts[options.side], hundredths(options.mark)))
  }

  function place(roll: number): void {
    shown = roll
    carrier.style.transform = `translateX(${(roll / 100).toFixed(2)}%)`
    setText(number, hundredths(Math.round(roll)))
  }
  draw()
  place(5000)
  setText(number, '–')

  return {
    saysItself: true,
    options: () => options,
    promised: () => diceMultiplier(options),
    async show(round, isFresh) {
      if (!round) return
      const { roll, isWon } = round.view as DiceView
      if (!isFresh) set(round.options as DiceOptions)
      const from = shown
      setClass(number, 'dial-number')
      setClass(pearl, 'dice-pearl')
      await animate(isFresh ? 420 : 0, isStill || !isFresh, (share) => place(from + (roll - from) * easeOut(share)))
      place(roll)
      setClass(number, `dial-number ${isWon ? 'is-won' : ''}`)
      setClass(pearl, `dice-pearl ${isWon ? 'is-won' : 'is-lost'}`)
    },
    lock(isLocked) {
      side.lock(isLocked)
      slider.disabled = isLocked
      mark.disabled = isLocked
    },
    describe: (round: RoundView) => (round.view ? texts.rolled(hundredths((round.view as DiceView).roll)) : ''),
    rules: () => h('p', {}, texts.rules),
    keys: {
      o: () => set(within('over', options.mark)),
      u: () => set(within('under', options.mark)),
    },
  }
}
