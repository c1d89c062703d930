import { h, setClass, setText } from '../dom.ts'
import { animate, easeOut, hundredths, s } from './draw.ts'
import type { Words } from './words.ts'

/** Limbo board: a flare rises towards the target line. Heights are multipliers in hundredths. */
export function openLimboBoard(board: HTMLElement, texts: Words['limbo'], isStill: boolean) {
  const number = h('div', { class: 'dial-number', 'aria-hidden': 'true' }, '–')
  const word = h('div', { class: 'dial-word' })
  const line = s('line', { class: 'flare-line', x1: 0, x2: 320 })
  const trail = s('path', { class: 'flare-trail' })
  const halo = s('circle', { class: 'flare-halo', r: 30, cx: 160 })
  const spark = s('circle', { class: 'flare-spark', r: 6, cx: 160 })
  const sky = s(
    'svg',
    { class: 'flare-sky', viewBox: '0 0 320 240', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    line,
  )
  const flare = s('svg', { class: 'flare', viewBox: '0 0 320 240', 'aria-hidden': 'true' }, trail, halo, spark)
  board.append(h('div', { class: 'limbo' }, sky, flare, h('div', { class: 'limbo-dial' }, number, word)))

  function moveTo(value: number): void {
    const y = yOf(value)
    trail.setAttribute('d', `M154 240Q159 ${(y + 240) / 2} 160 ${y}Q161 ${(y + 240) / 2} 166 240z`)
    for (const one of [spark, halo]) one.setAttribute('cy', String(y))
    setText(number, `${hundredths(Math.floor(value))}×`)
  }
  moveTo(100)
  setText(number, '–')

  return {
    aim(target: number): void {
      setText(word, texts.wins(`${hundredths(target)}×`))
      for (const end of ['y1', 'y2']) line.setAttribute(end, String(yOf(target)))
    },
    async rise(height: number, isWon: boolean, isFresh: boolean): Promise<void> {
      setClass(number, 'dial-number')
      flare.setAttribute('class', 'flare is-up')
      // Logarithmic, so that it rises evenly at any height.
      const top = Math.log(height / 100)
      await animate(420 + Math.min(5, top) * 70, isStill || !isFresh, (share) =>
        moveTo(100 * Math.exp(top * easeOut(share))),
      )
      moveTo(height)
      flare.setAttribute('class', `flare is-up ${isWon ? 'flare-won' : 'flare-lost'}`)
      setClass(number, `dial-number ${isWon ? 'is-won' : ''}`)
    },
  }
}

/** Vertical position of a height: always rises, never reaches the number above. */
const yOf = (value: number): number => 226 - 130 * (1 - (value / 100) ** -0.55)
