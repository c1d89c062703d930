import { kenoMost, kenoSize, kenoTable, type KenoOptions, type KenoView } from '../../../src/instant/games/keno.ts'
import { risks, type Risk } from '../../../src/instant/rules.ts'
import { h, setClass } from '../dom.ts'
import { choice } from './controls.ts'
import { animate, brief, times } from './draw.ts'
import { gridKeys } from './grid-keys.ts'
import { rulesTable } from '../rules-table.ts'
import type { OpenStage } from './stage.ts'

const lampMs = 85

/** Forty lanterns on the water: mark some, ten are lit. Long because its functions share the elements and options of the board. */
export const openKeno: OpenStage = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.keno
  const read = memory.get('options')?.split(':')
  let risk: Risk = risks.find((one) => one === read?.[0]) ?? 'medium'
  const marked = new Set(
    (read?.[1] ?? '')
      .split(',')
      .map(Number)
      .filter((number) => number >= 1 && number <= kenoSize),
  )
  let lit: number[] = []
  let isLocked = false

  const lamps = Array.from({ length: kenoSize }, (_, index) =>
    h('button', { type: 'button', class: 'lamp', onclick: () => mark(index + 1) }, String(index + 1)),
  )
  const grid = h('div', { class: 'keno-grid', role: 'group', 'aria-label': texts.numbers }, ...lamps)
  gridKeys(grid, lamps, 8)
  const pays = h('ol', { class: 'keno-pays', 'aria-label': texts.hits })
  board.append(h('div', { class: 'keno' }, grid, pays))
  const choose = choice(
    words.risk,
    risks,
    risk,
    (one) => words.risks[one] ?? one,
    (one) => {
      risk = one
      save()
    },
  )
  const random = h('button', { type: 'button', class: 'quiet-button', onclick: pick }, texts.random)
  const clear = h('button', { type: 'button', class: 'quiet-button', onclick: () => replace([]) }, texts.clear)
  controls.append(choose.element, random, clear)

  function mark(number: number): void {
    if (isLocked) return
    if (!marked.delete(number) && marked.size < kenoMost) marked.add(number)
    save()
  }
  function replace(numbers: number[]): void {
    marked.clear()
    for (const number of numbers) marked.add(number)
    save()
  }
  function pick(): void {
    const order = Array.from(crypto.getRandomValues(new Uint32Array(kenoSize)), (chance, index) => [chance, index + 1])
    const wanted = marked.size || kenoMost
    replace(
      order
        .sort(([a], [b]) => a! - b!)
        .slice(0, wanted)
        .map(([, number]) => number!),
    )
  }
  function save(): void {
    memory.set('options', `${risk}:${[...marked].join(',')}`)
    lit = []
    draw(-1)
    changed()
  }

  function draw(hits: number, isGood = false): void {
    for (const [index, lamp] of lamps.entries()) {
      const [isMarked, isLit] = [marked.has(index + 1), lit.includes(index + 1)]
      setClass(lamp, `lamp ${isMarked ? 'lamp-marked' : ''} ${isLit ? 'lamp-lit' : ''}`)
      lamp.setAttribute('aria-pressed', String(isMarked))
      lamp.setAttribute('aria-label', texts.number(index + 1))
    }
    const table = marked.size > 0 ? kenoTable(risk, marked.size) : []
    pays.replaceChildren(
      ...table.map((multiplier, count) =>
        h(
          'li',
          { class: count !== hits ? '' : isGood ? 'pay-on pay-good' : 'pay-on' },
          h('b', {}, brief(multiplier)),
          h('span', {}, String(count)),
        ),
      ),
    )
  }
  draw(-1)

  return {
    options: (): KenoOptions => ({ risk, marked: [...marked] }),
    missing: () => (marked.size === 0 ? texts.missing : ''),
    async show(round, isFresh) {
      if (!round) return
      const { drawn, hits } = round.view as KenoView
      const { marked: numbers, risk: played } = round.options as KenoOptions
      if (!isFresh) {
        risk = played
        choose.set(played)
        replace(numbers)
      }
      lit = []
      draw(-1)
      let shown = 0
      await animate(drawn.length * lampMs, isStill || !isFresh, (share) => {
        const count = Math.ceil(share * drawn.length)
        if (count === shown) return
        shown = count
        lit = drawn.slice(0, count)
        draw(-1)
      })
      lit = drawn
      draw(hits, round.payout > round.stake)
    },
    lock(locked) {
      isLocked = locked
      choose.lock(locked)
      random.disabled = clear.disabled = locked
    },
    describe(round) {
      const { marked: numbers } = round.options as KenoOptions
      return round.view ? texts.hit((round.view as KenoView).hits, numbers.length) : ''
    },
    rules: () =>
      h(
        'div',
        {},
        h('p', {}, texts.rules),
        h('p', { class: 'quiet' }, `${words.risk}: ${words.risks[risk]}`),
        rulesTable(
          Array.from({ length: kenoMost }, (_, index) => [String(index + 1), ...kenoTable(risk, index + 1).map(times)]),
          ['', ...Array.from({ length: kenoMost + 1 }, (_, hits) => String(hits))],
        ),
      ),
  }
}
