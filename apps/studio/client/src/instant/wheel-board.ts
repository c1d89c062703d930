import { wheelSegments, type WheelOptions } from '../../../src/instant/games/wheel.ts'
import { h, setText } from '../dom.ts'
import { animate, easeOut, s, times } from './draw.ts'

const turnMs = 1500
/** Centred on the origin, so that rotation needs no offset. */
const viewBox = '-128 -128 256 256'
/** Colours from the lowest to the highest multiplier, the same in every wheel. */
const tints = ['#25415f', '#2f7f86', '#37c2a4', '#e0b25e', '#f08f5a']

/** Distinct multipliers of a wheel, ascending. */
export const kindsOf = (options: WheelOptions): number[] => [...new Set(wheelSegments(options))].sort((a, b) => a - b)

/** Wheel board: a compass rose that turns under its needle. */
export function openWheelBoard(board: HTMLElement, isStill: boolean) {
  let angle = 0
  const rose = s('g', {})
  // Painted once; each frame only rotates it.
  const turning = s('svg', { class: 'wheel wheel-rose', viewBox }, s('circle', { class: 'wheel-rim', r: 116 }), rose)
  const middle = s('text', { class: 'wheel-number', x: 0, y: 9 }, '–')
  const svg = s(
    'svg',
    { class: 'wheel', viewBox },
    s('circle', { class: 'wheel-hub', r: 66 }),
    s('path', { class: 'wheel-star', d: 'M0-60 8-8 60 0 8 8 0 60-8 8-60 0-8-8z' }),
    s('circle', { class: 'wheel-hub', r: 42 }),
    middle,
    s('path', { class: 'wheel-needle', d: 'M-10-126h20L0-98z' }),
  )
  const legend = h('ul', { class: 'wheel-legend' })
  const discs = h('div', { class: 'wheel-discs', 'aria-hidden': 'true' }, turning, svg)
  board.append(h('div', { class: 'wheel-room' }, discs, legend))
  function turn(to: number): void {
    angle = to
    turning.style.transform = `rotate(${to.toFixed(2)}deg)`
  }

  return {
    draw(options: WheelOptions): void {
      const all = wheelSegments(options)
      const kinds = kindsOf(options)
      const share = 360 / all.length
      rose.replaceChildren(
        ...all.map((multiplier, index) => {
          const [from, to] = [index * share - 90 - share / 2, index * share - 90 + share / 2]
          return s('path', { class: 'wheel-part', d: arc(from, to), fill: tintOf(multiplier, kinds) })
        }),
      )
      legend.replaceChildren(
        ...kinds.map((multiplier) => {
          const dot = h('i', {})
          dot.style.background = tintOf(multiplier, kinds)
          return h('li', {}, dot, times(multiplier))
        }),
      )
      turn(angle)
    },
    /** Turns a segment under the needle and shows its multiplier. */
    async stop(
      { segment, of, text, isGain }: { segment: number; of: number; text: string; isGain: boolean },
      isFresh: boolean,
    ) {
      middle.setAttribute('class', 'wheel-number')
      if (isFresh) setText(middle, '…')
      const rest = -(segment * 360) / of
      const from = angle % 360
      const to = rest - 720
      await animate(turnMs, isStill || !isFresh, (share) => turn(from + (to - from) * easeOut(share)))
      turn(rest)
      middle.setAttribute('class', `wheel-number ${isGain ? 'wheel-won' : ''}`)
      setText(middle, text)
    },
  }
}

/** Colour of a multiplier: the lowest of its wheel has the first, the highest the last. */
const tintOf = (multiplier: number, kinds: readonly number[]): string =>
  tints.at(multiplier === 0 ? 0 : Math.max(1, tints.length - kinds.length + kinds.indexOf(multiplier))) ?? ''

function arc(from: number, to: number): string {
  const at = (degrees: number, radius: number): string => {
    const turn = (degrees * Math.PI) / 180
    return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`
  }
  return `M${at(from, 110)}A110 110 0 0 1 ${at(to, 110)}L${at(to, 72)}A72 72 0 0 0 ${at(from, 72)}z`
}
