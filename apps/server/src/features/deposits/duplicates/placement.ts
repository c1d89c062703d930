import type { Box } from './boxes.ts'
import { differentWaves } from './lines.ts'
import type { Sketch } from './sketch.ts'

/** Placement of one picture on another: x' = scale · x + left, y' = scale · y + top. */
export interface Placement {
  scale: number
  left: number
  top: number
}

interface Pair {
  from: Box
  to: Box
}

/** Two lines match if at most this many of their 48 waves differ in sign. */
const maxDifferingWaves = 12
const aspects = { least: 0.7, most: 1.43 }
const scales = { least: 0.2, most: 5 }
const maxPairs = 400

/** Finds the placement of `a` on `b` from common lines; undefined if fewer than two agree. */
export function findPlacement(a: Sketch, b: Sketch): Placement | undefined {
  const pairs: Pair[] = []
  for (const from of a.lines)
    for (const to of b.lines) {
      const aspect = (from.width * to.height) / (from.height * to.width)
      const scale = to.width / from.width
      if (aspect < aspects.least || aspect > aspects.most || scale < scales.least || scale > scales.most) continue
      if (differentWaves(from, to) <= maxDifferingWaves) pairs.push({ from, to })
    }
  pairs.splice(maxPairs)
  const near = Math.max(3, 0.02 * b.width)
  let best: Pair[] = []
  for (const { from, to } of pairs) {
    const scale = to.width / from.width
    const placement = { scale, left: to.x - scale * from.x, top: middleOf(to) - scale * middleOf(from) }
    const agreeing = pairs.filter((pair) => isNear(pair, placement, near))
    if (agreeing.length > best.length) best = agreeing
  }
  return best.length < 2 ? undefined : fit(best)
}

const middleOf = ({ y, height }: Box) => y + height / 2
const rightEdge = ({ x, width }: Box) => x + width

const isNear = ({ from, to }: Pair, { scale, left, top }: Placement, near: number) =>
  Math.abs(scale * from.x + left - to.x) < near &&
  Math.abs(scale * rightEdge(from) + left - rightEdge(to)) < near &&
  Math.abs(scale * middleOf(from) + top - middleOf(to)) < near

/** Least squares over the boxes' left and right ends and centres. */
function fit(pairs: readonly Pair[]): Placement {
  const across = pairs.flatMap(({ from, to }) => [
    { from: from.x, to: to.x },
    { from: rightEdge(from), to: rightEdge(to) },
  ])
  const down = pairs.map(({ from, to }) => ({ from: middleOf(from), to: middleOf(to) }))
  const [x, y] = [regressionSums(across), regressionSums(down)]
  const scale = (x.product + y.product) / (x.square + y.square)
  return { scale, left: x.to - scale * x.from, top: y.to - scale * y.from }
}

function regressionSums(points: readonly { from: number; to: number }[]) {
  const from = points.reduce((sum, point) => sum + point.from, 0) / points.length
  const to = points.reduce((sum, point) => sum + point.to, 0) / points.length
  let [product, square] = [0, 0]
  for (const point of points) {
    product += (point.from - from) * (point.to - to)
    square += (point.from - from) ** 2
  }
  return { from, to, product, square }
}

/** Inverse placement. */
export const invert = ({ scale, left, top }: Placement): Placement => ({
  scale: 1 / scale,
  left: -left / scale,
  top: -top / scale,
})
