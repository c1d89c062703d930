import { diceMarks, type DiceOptions } from '../../../src/instant/games/dice.ts'
import { h, setClass, setText } from '../dom.ts'
import { animate, easeOut, hundredths, s } from './draw.ts'
import type { Words } from './words.ts'

interface BoardParts {
  board: HTMLElement
  texts: Words['dice']
  isStill: boolean
  /** Called when the target is moved on the track. */
  moved(mark: number): void
}

/** Dice board: a track from 0 to 100 with the winning part lit; the roll settles on it. */
export function openDiceBoard({ board, texts, isStill, moved }: BoardParts) {
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
  // As wide as the track, so that a percentage transform moves the pearl without a layout.
  const carrier = h('span', { class: 'dice-carrier', 'aria-hidden': 'true' }, pearl)
  const slider = h('input', {
    type: 'range',
    class: 'dice-slider',
    step: 50,
    'aria-label': texts.mark,
    oninput: () => moved(Number(slider.value)),
  })
  const scale = h(
    'div',
    { class: 'dice-scale', 'aria-hidden': 'true' },
    ...[0, 25, 50, 75, 100].map((mark) => h('span', {}, String(mark))),
  )
  board.append(
    h('div', { class: 'dice' }, number, word, h('div', { class: 'dice-track' }, lit, carrier, slider), scale),
  )

  function moveTo(roll: number): void {
    shown = roll
    carrier.style.transform = `translateX(${(roll / 100).toFixed(2)}%)`
    setText(number, hundredths(Math.round(roll)))
  }
  moveTo(5000)
  setText(number, '–')

  return {
    mark({ side, mark }: DiceOptions): void {
      const isOver = side === 'over'
      lit.style.left = isOver ? `${mark / 100}%` : '0'
      lit.style.right = isOver ? '0' : `${100 - mark / 100}%`
      const { min, max } = diceMarks(side)
      slider.min = String(0)
      slider.max = String(10_000)
      if (slider.value !== String(mark)) slider.value = String(mark)
      slider.setAttribute('aria-valuetext', texts.wins(texts[side], hundredths(mark)))
      slider.dataset['range'] = `${min}-${max}`
      setText(word, texts.wins(texts[side], hundredths(mark)))
    },
    async roll(roll: number, isWon: boolean, isFresh: boolean): Promise<void> {
      const from = shown
      setClass(number, 'dial-number')
      setClass(pearl, 'dice-pearl')
      await animate(isFresh ? 420 : 0, isStill || !isFresh, (share) => moveTo(from + (roll - from) * easeOut(share)))
      moveTo(roll)
      setClass(number, `dial-number ${isWon ? 'is-won' : ''}`)
      setClass(pearl, `dice-pearl ${isWon ? 'is-won' : 'is-lost'}`)
    },
    lock(isLocked: boolean): void {
      slider.disabled = isLocked
    },
  }
}
