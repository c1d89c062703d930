import { kenoMost, kenoSize, kenoTable, type KenoOptions, type KenoView } from '../../../src/instant/games/keno.ts'
import { risks } from '../../../src/instant/rules.ts'
import { h } from '../dom.ts'
import { rulesTable } from '../rules-table.ts'
import { choice, riskAndNumber } from './controls.ts'
import { times } from './draw.ts'
import { openKenoBoard } from './keno-board.ts'
import type { OpenStage } from './stage.ts'

/** Keno: mark some of forty numbers; ten are drawn. */
export const openKeno: OpenStage<KenoOptions, KenoView> = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.keno
  const kept = memory.get('options')
  let [risk] = riskAndNumber(kept, [], 0)
  const marked = new Set(remembered(kept))
  let isLocked = false
  const lamps = openKenoBoard(board, texts, mark)
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
    replace(shuffled().slice(0, marked.size || kenoMost))
  }
  function save(): void {
    memory.set('options', `${risk}:${[...marked].join(',')}`)
    draw()
    changed()
  }

  const table = (): number[] => (marked.size > 0 ? kenoTable(risk, marked.size) : [])
  function draw(): void {
    lamps.draw(marked, [])
    lamps.pay(table(), null)
  }
  draw()

  return {
    options: () => ({ risk, marked: [...marked] }),
    missing: () => (marked.size === 0 ? texts.missing : ''),
    async show(round, isFresh) {
      if (!round?.view) return
      if (!isFresh) {
        ;({ risk } = round.options)
        choose.set(risk)
        replace(round.options.marked)
      }
      lamps.pay(table(), null)
      await lamps.light(marked, round.view.drawn, isStill || !isFresh)
      lamps.pay(table(), round.view.hits, round.payout > round.stake)
    },
    lock(locked) {
      isLocked = locked
      choose.lock(locked)
      random.disabled = clear.disabled = locked
    },
    describe: ({ options, view }) => (view ? texts.hit(view.hits, options.marked.length) : ''),
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

/** Marked numbers in a stored text such as `low:3,7,21`. */
const remembered = (text: string | null): number[] =>
  (text?.split(':')[1] ?? '')
    .split(',')
    .map(Number)
    .filter((number) => number >= 1 && number <= kenoSize)

/** All numbers in random order. */
const shuffled = (): number[] =>
  Array.from(crypto.getRandomValues(new Uint32Array(kenoSize)), (chance, index) => ({ chance, number: index + 1 }))
    .sort((a, b) => a.chance - b.chance)
    .map(({ number }) => number)
