import { limboTargets, type LimboOptions, type LimboView } from '../../../src/instant/games/limbo.ts'
import { h, setClass, setText } from '../dom.ts'
import { field } from './controls.ts'
import { animate, easeOut, hundredths, s } from './draw.ts'
import type { OpenStage } from './stage.ts'

/** A flare rises over the sea; the line is what it has to reach. Long because its functions share the elements and options of the board. */
export const openLimbo: OpenStage = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.limbo
  let target = within(Number(memory.get('target') ?? 200))

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

  function within(value: number): number {
    return Number.isInteger(value) ? Math.min(limboTargets.max, Math.max(limboTargets.min, value)) : 200
  }
  function set(value: number): void {
    target = within(value)
    memory.set('target', String(target))
    draw()
    changed()
  }
  /** Position of a height: it always rises and never reaches the number above it. */
  const heightAt = (value: number): number => 226 - 130 * (1 - (value / 100) ** -0.55)
  function draw(): void {
    input.value = hundredths(target).replaceAll(',', '')
    setText(chance, `${(9900 / target).toFixed(target > 9900 ? 3 : 2)} %`)
    setText(word, texts.wins(`${hundredths(target)}×`))
    const y = heightAt(target)
    line.setAttribute('y1', String(y))
    line.setAttribute('y2', String(y))
  }
  function place(value: number): void {
    const y = heightAt(value)
    trail.setAttribute('d', `M154 240Q159 ${(y + 240) / 2} 160 ${y}Q161 ${(y + 240) / 2} 166 240z`)
    for (const one of [spark, halo]) one.setAttribute('cy', String(y))
    setText(number, `${hundredths(Math.floor(value))}×`)
  }
  draw()
  place(100)
  setText(number, '–')

  return {
    saysItself: true,
    options: (): LimboOptions => ({ target }),
    promised: () => target * 100,
    async show(round, isFresh) {
      if (!round) return
      const { height, isWon } = round.view as LimboView
      if (!isFresh) set((round.options as LimboOptions).target)
      setClass(number, 'dial-number')
      flare.setAttribute('class', 'flare is-up')
      // It climbs evenly in what the eye sees, however high it goes.
      const top = Math.log(height / 100)
      await animate(420 + Math.min(5, top) * 70, isStill || !isFresh, (share) =>
        place(100 * Math.exp(top * easeOut(share))),
      )
      place(height)
      flare.setAttribute('class', `flare is-up ${isWon ? 'flare-won' : 'flare-lost'}`)
      setClass(number, `dial-number ${isWon ? 'is-won' : ''}`)
    },
    lock(isLocked) {
      for (const one of [input, ...quick]) one.disabled = isLocked
    },
    describe: (round) => (round.view ? texts.rose(`${hundredths((round.view as LimboView).height)}×`) : ''),
    rules: () => h('p', {}, texts.rules),
  }
}
