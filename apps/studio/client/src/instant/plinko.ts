import { plinkoBuckets, plinkoRows, type PlinkoOptions, type PlinkoView } from '../../../src/instant/games/plinko.ts'
import { risks, type Risk } from '../../../src/instant/rules.ts'
import { h } from '../dom.ts'
import { choice, field } from './controls.ts'
import { animate, brief, s, times } from './draw.ts'
import { rulesTable } from '../rules-table.ts'
import type { OpenStage } from './stage.ts'

const stepMs = 78

/** A bead falls through pegs into one of the baskets. Long because its functions share the elements and options of the board. */
export const openPlinko: OpenStage = ({ board, controls, words, isStill, memory, changed }) => {
  const texts = words.plinko
  const read = /^(low|medium|high):(\d{1,2})$/.exec(memory.get('options') ?? '')
  const options: PlinkoOptions = { risk: (read?.[1] as Risk | undefined) ?? 'medium', rows: Number(read?.[2] ?? 12) }
  if (!plinkoRows.includes(options.rows)) options.rows = 12

  const pegs = s('g', { class: 'plinko-pegs' })
  const baskets = s('g', { class: 'plinko-baskets' })
  const bead = s('circle', { class: 'plinko-bead', r: 0 })
  const svg = s('svg', { class: 'plinko', 'aria-hidden': 'true' }, pegs, baskets, bead)
  board.append(svg)
  const risk = choice(
    words.risk,
    risks,
    options.risk,
    (one) => words.risks[one] ?? one,
    (one) => set({ ...options, risk: one }),
  )
  const rows = choice(texts.rows, plinkoRows, options.rows, String, (one) => set({ ...options, rows: one }))
  controls.append(field(words.risk, risk.element), field(texts.rows, rows.element))

  // As wide as the board allows, so that the baskets' numbers can be read.
  let unit = 20
  const width = (): number => (options.rows + 2) * unit
  const top = 12
  const gap = (): number => 200 / options.rows
  const xAt = (row: number, rights: number): number => width() / 2 + (rights - row / 2) * unit
  const yAt = (row: number): number => top + row * gap()

  function set(next: PlinkoOptions): void {
    Object.assign(options, next)
    memory.set('options', `${options.risk}:${options.rows}`)
    landed = null
    draw()
    changed()
  }

  const unitFor = (shape: number): number => Math.min(34, Math.max(20, (shape * 246) / (options.rows + 2)))

  let cups: SVGGElement[] = []
  let landed: { path: boolean[]; bucket: number } | null = null
  function draw(): void {
    risk.set(options.risk)
    rows.set(options.rows)
    unit = unitFor(board.clientWidth / Math.max(1, board.clientHeight))
    svg.setAttribute('viewBox', `0 0 ${width()} 246`)
    pegs.replaceChildren()
    for (let row = 1; row <= options.rows; row++) {
      for (let index = 0; index <= row; index++) {
        pegs.append(s('circle', { cx: xAt(row, index), cy: yAt(row) - gap() / 2, r: Math.min(2.4, gap() / 6) }))
      }
    }
    const buckets = plinkoBuckets(options)
    cups = buckets.map((multiplier, bucket) => {
      const x = xAt(options.rows, bucket)
      const kind = multiplier >= 100_000 ? 'cup-high' : multiplier >= 10_000 ? 'cup-mid' : 'cup-low'
      const text = brief(multiplier).replace(/^0\./, '.')
      const half = unit / 2 - 1
      return s(
        'g',
        { class: `cup ${kind}`, transform: `translate(${x} 218)` },
        s('path', { d: `M${-half} 0h${half * 2}l-2 18a4 4 0 0 1-4 3h${12 - half * 2}a4 4 0 0 1-4-3z` }),
        s('text', { y: 14, 'font-size': Math.min(10.5, (half * 2 - 2) / (text.length * 0.58)).toFixed(1) }, text),
      )
    })
    baskets.replaceChildren(...cups)
    bead.setAttribute('r', '0')
  }

  function place(path: boolean[], share: number): void {
    const along = share * path.length
    const row = Math.min(path.length - 1, Math.floor(along))
    const part = Math.min(1, along - row)
    const before = path.slice(0, row).filter((isRight) => isRight).length
    const from = xAt(row, before)
    const to = xAt(row + 1, before + (path[row] ? 1 : 0))
    // A peg turns it aside first, then it falls.
    const x = from + (to - from) * Math.min(1, part * 1.6)
    const y = yAt(row) + gap() * (part < 0.35 ? part * 0.4 : 0.14 + ((part - 0.35) / 0.65) ** 2 * 0.86)
    moveTo(x, y)
  }
  function moveTo(x: number, y: number): void {
    bead.style.transform = `translate(${x}px, ${y}px)`
  }
  draw()
  // A turned phone changes the board's shape; what lies in a basket lies there again.
  new ResizeObserver(() => {
    if (Math.abs(unitFor(board.clientWidth / Math.max(1, board.clientHeight)) - unit) < 0.5) return
    draw()
    if (landed) rest(landed)
  }).observe(board)

  function rest({ path, bucket }: { path: boolean[]; bucket: number }): void {
    bead.setAttribute('r', '5.5')
    moveTo(xAt(path.length, bucket), 212)
    cups[bucket]?.classList.add('cup-on')
  }

  return {
    options: () => ({ ...options }),
    async show(round, isFresh) {
      if (!round) return
      const { path, bucket } = round.view as PlinkoView
      if (!isFresh) set(round.options as PlinkoOptions)
      for (const cup of cups) cup.classList.remove('cup-on')
      bead.setAttribute('r', '5.5')
      await animate(path.length * stepMs, isStill || !isFresh, (share) => place(path, share))
      landed = { path, bucket }
      rest(landed)
    },
    lock(isLocked) {
      risk.lock(isLocked)
      rows.lock(isLocked)
    },
    describe: (round) => (round.view ? texts.fell((round.view as PlinkoView).bucket + 1) : ''),
    rules: () =>
      h(
        'div',
        {},
        h('p', {}, texts.rules),
        h('p', { class: 'quiet' }, `${texts.buckets}: ${words.risks[options.risk]}, ${options.rows}`),
        rulesTable(
          plinkoRows.map((count) => [
            String(count),
            ...plinkoBuckets({ risk: options.risk, rows: count })
              .slice(count / 2)
              .map(times),
          ]),
        ),
      ),
  }
}
