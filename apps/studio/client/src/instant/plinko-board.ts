import { plinkoBuckets, type PlinkoOptions } from '../../../src/instant/games/plinko.ts'
import { animate, brief, s } from './draw.ts'

const stepMs = 78
const top = 12

interface Landing {
  path: boolean[]
  bucket: number
}

/** Positions on a board by its number of rows; as wide as possible, so that the buckets' numbers are legible. */
interface Geometry {
  rows: number
  unit: number
  width: number
  gap: number
  xAt(row: number, rights: number): number
  yAt(row: number): number
}

/** Plinko board: beads fall through pegs into buckets. */
export function openPlinkoBoard(board: HTMLElement, isStill: boolean, first: PlinkoOptions) {
  const pegs = s('g', { class: 'plinko-pegs' })
  const baskets = s('g', { class: 'plinko-baskets' })
  const beads = s('g')
  const svg = s('svg', { class: 'plinko', 'aria-hidden': 'true' }, pegs, baskets, beads)
  board.append(svg)
  let options = first
  let at = geometryOf(options.rows, unitFor(options.rows))
  let cups: SVGGElement[] = []
  /** The bead that landed last. */
  let landed: { bead: SVGCircleElement; landing: Landing } | null = null

  function unitFor(rows: number): number {
    const shape = board.clientWidth / Math.max(1, board.clientHeight)
    return Math.min(34, Math.max(20, (shape * 246) / (rows + 2)))
  }

  function draw(): void {
    at = geometryOf(options.rows, unitFor(options.rows))
    svg.setAttribute('viewBox', `0 0 ${at.width} 246`)
    pegs.replaceChildren(...pegsOf(at))
    cups = plinkoBuckets(options).map((multiplier, bucket) => basket(multiplier, at.xAt(at.rows, bucket), at.unit))
    baskets.replaceChildren(...cups)
  }

  function move(bead: SVGCircleElement, x: number, y: number): void {
    bead.style.transform = `translate(${x}px, ${y}px)`
  }

  function rest(bead: SVGCircleElement, { path, bucket }: Landing): void {
    move(bead, at.xAt(path.length, bucket), 212)
    for (const [index, cup] of cups.entries()) cup.classList.toggle('cup-on', index === bucket)
  }

  // A rotated phone changes the board's shape: redraw, with the landed bead in its bucket.
  new ResizeObserver(() => {
    if (Math.abs(unitFor(at.rows) - at.unit) < 0.5) return
    draw()
    if (landed) rest(landed.bead, landed.landing)
  }).observe(board)

  return {
    draw(next: PlinkoOptions): void {
      options = next
      landed?.bead.remove()
      landed = null
      draw()
    },
    async drop(landing: Landing, isFresh: boolean): Promise<void> {
      const bead = s('circle', { class: 'plinko-bead', r: 5.5 })
      beads.append(bead)
      const { path } = landing
      await animate(path.length * stepMs, isStill || !isFresh, (share) => move(bead, ...onTheWay(at, path, share)))
      landed?.bead.remove()
      landed = { bead, landing }
      rest(bead, landing)
    },
  }
}

function geometryOf(rows: number, unit: number): Geometry {
  const width = (rows + 2) * unit
  const gap = 200 / rows
  return {
    ...{ rows, unit, width, gap },
    xAt: (row, rights) => width / 2 + (rights - row / 2) * unit,
    yAt: (row) => top + row * gap,
  }
}

function pegsOf({ rows, gap, xAt, yAt }: Geometry): SVGCircleElement[] {
  const radius = Math.min(2.4, gap / 6)
  return Array.from({ length: rows }, (_, above) => above + 1).flatMap((row) =>
    Array.from({ length: row + 1 }, (_, index) =>
      s('circle', { cx: xAt(row, index), cy: yAt(row) - gap / 2, r: radius }),
    ),
  )
}

function basket(multiplier: number, x: number, unit: number): SVGGElement {
  const kind = multiplier >= 100_000 ? 'cup-high' : multiplier >= 10_000 ? 'cup-mid' : 'cup-low'
  const text = brief(multiplier).replace(/^0\./, '.')
  const half = unit / 2 - 1
  return s(
    'g',
    { class: `cup ${kind}`, transform: `translate(${x} 218)` },
    s('path', { d: `M${-half} 0h${half * 2}l-2 18a4 4 0 0 1-4 3h${12 - half * 2}a4 4 0 0 1-4-3z` }),
    s('text', { y: 14, 'font-size': Math.min(10.5, (half * 2 - 2) / (text.length * 0.58)).toFixed(1) }, text),
  )
}

/** Position of the bead after a share of its path. */
function onTheWay({ xAt, yAt, gap }: Geometry, path: boolean[], share: number): [x: number, y: number] {
  const along = share * path.length
  const row = Math.min(path.length - 1, Math.floor(along))
  const part = Math.min(1, along - row)
  const before = path.slice(0, row).filter((isRight) => isRight).length
  const from = xAt(row, before)
  const to = xAt(row + 1, before + (path[row] ? 1 : 0))
  // A peg deflects it first, then it falls.
  const x = from + (to - from) * Math.min(1, part * 1.6)
  const y = yAt(row) + gap * (part < 0.35 ? part * 0.4 : 0.14 + ((part - 0.35) / 0.65) ** 2 * 0.86)
  return [x, y]
}
