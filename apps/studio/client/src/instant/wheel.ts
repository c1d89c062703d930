import { wheelSegments, wheelSizes, type WheelOptions, type WheelView } from '../../../src/instant/games/wheel.ts'
import { risks, type Risk } from '../../../src/instant/rules.ts'
import { h, setText } from '../dom.ts'
import { choice, field } from './controls.ts'
import { animate, easeOut, s, times } from './draw.ts'
import { rulesTable } from '../rules-table.ts'
import type { OpenStage } from './stage.ts'

const turnMs = 1500
/** Around the middle, so that a sheet turns on its own. */
const viewBox = '-128 -128 256 256'
/** From nothing to the most, the same colours in every wheel. */
const tints = ['#25415f', '#2f7f86', '#37c2a4', '#e0b25e', '#f08f5a']

/** A compass rose that turns under its needle. Long because its functions share the elements and options of the board. */
export const openWheel: OpenStage = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.wheel
  const read = /^(low|medium|high):(\d{2})$/.exec(memory.get('options') ?? '')
  const options: WheelOptions = { risk: (read?.[1] as Risk | undefined) ?? 'medium', segments: Number(read?.[2] ?? 20) }
  if (!wheelSizes.includes(options.segments)) options.segments = 20
  let angle = 0

  const rose = s('g', {})
  // Its parts are painted once; a frame only turns the sheet that they stand on.
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
  const risk = choice(
    words.risk,
    risks,
    options.risk,
    (one) => words.risks[one] ?? one,
    (one) => set({ ...options, risk: one }),
  )
  const sizes = choice(texts.segments, wheelSizes, options.segments, String, (one) =>
    set({ ...options, segments: one }),
  )
  controls.append(field(words.risk, risk.element), field(texts.segments, sizes.element))

  function set(next: WheelOptions): void {
    Object.assign(options, next)
    memory.set('options', `${options.risk}:${options.segments}`)
    draw()
    changed()
  }

  const kinds = (): number[] => [...new Set(wheelSegments(options))].sort((a, b) => a - b)
  function tintOf(multiplier: number): string {
    const all = kinds()
    const index = all.indexOf(multiplier)
    return tints[multiplier === 0 ? 0 : Math.max(1, tints.length - all.length + index)]!
  }

  function draw(): void {
    risk.set(options.risk)
    sizes.set(options.segments)
    const all = wheelSegments(options)
    const share = 360 / all.length
    rose.replaceChildren(
      ...all.map((multiplier, index) => {
        const [from, to] = [index * share - 90 - share / 2, index * share - 90 + share / 2]
        return s('path', { class: 'wheel-part', d: arc(from, to), fill: tintOf(multiplier) })
      }),
    )
    legend.replaceChildren(
      ...kinds().map((multiplier) => {
        const dot = h('i', {})
        dot.style.background = tintOf(multiplier)
        return h('li', {}, dot, times(multiplier))
      }),
    )
    turn(angle)
  }
  function turn(to: number): void {
    angle = to
    turning.style.transform = `rotate(${to.toFixed(2)}deg)`
  }
  draw()

  return {
    saysItself: true,
    options: () => ({ ...options }),
    async show(round, isFresh) {
      if (!round) return
      const { segment } = round.view as WheelView
      if (!isFresh) set(round.options as WheelOptions)
      middle.setAttribute('class', 'wheel-number')
      if (isFresh) setText(middle, '…')
      const rest = -(segment * 360) / options.segments
      const from = angle % 360
      const to = rest - 720
      await animate(turnMs, isStill || !isFresh, (share) => turn(from + (to - from) * easeOut(share)))
      turn(rest)
      middle.setAttribute('class', `wheel-number ${round.payout > round.stake ? 'wheel-won' : ''}`)
      setText(middle, times(round.multiplier))
    },
    lock(isLocked) {
      risk.lock(isLocked)
      sizes.lock(isLocked)
    },
    describe: (round) => (round.view ? texts.stopped(times(round.multiplier)) : ''),
    rules() {
      const all = wheelSegments(options)
      const counted = kinds().map((multiplier) => [
        times(multiplier),
        texts.share(all.filter((one) => one === multiplier).length, all.length),
      ])
      return h('div', {}, h('p', {}, texts.rules), rulesTable(counted))
    },
  }
}

function arc(from: number, to: number): string {
  const at = (degrees: number, radius: number): string => {
    const turn = (degrees * Math.PI) / 180
    return `${(radius * Math.cos(turn)).toFixed(2)} ${(radius * Math.sin(turn)).toFixed(2)}`
  }
  return `M${at(from, 110)}A110 110 0 0 1 ${at(to, 110)}L${at(to, 72)}A72 72 0 0 0 ${at(from, 72)}z`
}
