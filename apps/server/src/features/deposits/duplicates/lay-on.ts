import type { Placement } from './placement.ts'
import type { Sketch } from './sketch.ts'

/** Resamples the larger picture to the smaller one's grid, each pixel the mean of its area; 0 outside. */
export function layOn(large: Sketch, small: Sketch, { scale, left, top }: Placement): Float32Array {
  const { width, height } = large
  const sumUntil = sumsOf(large)
  const laid = new Float32Array(small.width * small.height)
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const area = (1 / scale) ** 2
  for (let y = 0; y < small.height; y++) {
    const [above, below] = [within((y - top) / scale, height), within((y + 1 - top) / scale, height)]
    if (below <= above) continue
    for (let x = 0; x < small.width; x++) {
      const [begin, end] = [within((x - left) / scale, width), within((x + 1 - left) / scale, width)]
      if (end <= begin) continue
      const sum = sumUntil(end, below) - sumUntil(begin, below) - sumUntil(end, above) + sumUntil(begin, above)
      laid[y * small.width + x] = sum / area
    }
  }
  return laid
}

/** Sum of all grey above and left of a point, which may be fractional. */
function sumsOf({ width, height, grey }: Sketch): (x: number, y: number) => number {
  const row = width + 1
  const sums = new Float64Array(row * (height + 1))
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = 0; x < width; x++) {
      sum += grey[y * width + x] ?? 0
      sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + sum
    }
  }
  return (x, y) => {
    const column = Math.min(width - 1, Math.floor(x))
    const line = Math.min(height - 1, Math.floor(y))
    const at = line * row + column
    const upper = (sums[at] ?? 0) + ((sums[at + 1] ?? 0) - (sums[at] ?? 0)) * (x - column)
    const lower = (sums[at + row] ?? 0) + ((sums[at + row + 1] ?? 0) - (sums[at + row] ?? 0)) * (x - column)
    return upper + (lower - upper) * (y - line)
  }
}
