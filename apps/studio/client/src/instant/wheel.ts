import { wheelSegments, wheelSizes, type WheelOptions, type WheelView } from '../../../src/instant/games/wheel.ts'
import { risks } from '../../../src/instant/rules.ts'
import { h } from '../dom.ts'
import { rulesTable } from '../rules-table.ts'
import { choice, field, riskAndNumber } from './controls.ts'
import { times } from './draw.ts'
import type { OpenStage } from './stage.ts'
import { kindsOf, openWheelBoard } from './wheel-board.ts'

/** Wheel: spin a wheel of multipliers. */
export const openWheel: OpenStage<WheelOptions, WheelView> = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.wheel
  const [first, size] = riskAndNumber(memory.get('options'), wheelSizes, 20)
  const options: WheelOptions = { risk: first, segments: size }
  const rose = openWheelBoard(board, isStill)
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

  function draw(): void {
    risk.set(options.risk)
    sizes.set(options.segments)
    rose.draw(options)
  }
  draw()

  return {
    saysItself: true,
    options: () => ({ ...options }),
    async show(round, isFresh) {
      if (!round?.view) return
      if (!isFresh) set(round.options)
      const { multiplier, payout, stake } = round
      const shown = {
        segment: round.view.segment,
        of: options.segments,
        text: times(multiplier),
        isGain: payout > stake,
      }
      await rose.stop(shown, isFresh)
    },
    lock(isLocked) {
      risk.lock(isLocked)
      sizes.lock(isLocked)
    },
    describe: ({ view, multiplier }) => (view ? texts.stopped(times(multiplier)) : ''),
    rules() {
      const all = wheelSegments(options)
      const counted = kindsOf(options).map((multiplier) => [
        times(multiplier),
        texts.share(all.filter((one) => one === multiplier).length, all.length),
      ])
      return h('div', {}, h('p', {}, texts.rules), rulesTable(counted))
    },
  }
}
