import type { Box } from './boxes.ts'
import { layOn } from './lay-on.ts'
import { findPlacement, invert, type Placement } from './placement.ts'
import type { Sketch } from './sketch.ts'

/** Result of comparing two aligned pictures. */
export interface Likeness {
  /** Windows over writing visible in both pictures. */
  windows: number
  /** Windows whose content differs. */
  different: number
}

/**
 * Windows with a lower correlation show something else: copies stay above 0.9, and different digits seldom reach 0.7.
 */
const sameLevel = 0.75
/** Fewer windows than these are no evidence. */
const minWindows = 30
/** A smudge or a finger may spoil a few windows of a copy; a different reference alone changes about ten. */
const maxDifferent = { count: 2, share: 0.01 }
/** A phone's status bar at the top shows when the screenshot was taken, not the payment. */
const statusLine = 0.05

const isWithin = ({ windows, different }: Likeness) =>
  different <= Math.max(maxDifferent.count, windows * maxDifferent.share)

/** Whether one picture is most likely a copy of the other: cropped, resized, saved or photographed again. */
export function isDuplicate(a: Sketch, b: Sketch): boolean {
  const likeness = compare(a, b)
  return likeness !== undefined && likeness.windows >= minWindows && isWithin(likeness)
}

/**
 * Aligns two pictures and compares the writing in both, window by window. Undefined if they have no lines in common. It
 * stops counting once the pictures certainly differ.
 */
export function compare(a: Sketch, b: Sketch): Likeness | undefined {
  const placement = findPlacement(a, b)
  if (!placement) return undefined
  // Scale the larger one to the smaller one's size, so that both have lost the same detail.
  const [large, small, lay] = placement.scale <= 1 ? [a, b, placement] : [b, a, invert(placement)]
  const laid = layOn(large, small, lay)
  const likeness = { windows: 0, different: 0 }
  const windows = [...windowsOf(large, small, lay)]
  for (const window of windows) {
    const score = bestCorrelation(laid, small, window)
    if (score === undefined) continue
    likeness.windows++
    if (score < sameLevel) likeness.different++
    if (!isWithin({ windows: windows.length, different: likeness.different })) break
  }
  return likeness
}

const windowSides = { least: 8, most: 40 }
/** Pixels near the edge of the visible part are mixed with pixels outside it. */
const margin = 4

/** Half-overlapping windows along the writing of either picture, where visible in both. */
function* windowsOf(large: Sketch, small: Sketch, { scale, left, top }: Placement): Generator<Box> {
  const x = { from: Math.max(0, left) + margin, to: Math.min(small.width, left + scale * large.width) - margin }
  const y = {
    from: Math.max(small.height * statusLine, top + scale * large.height * statusLine) + margin,
    to: Math.min(small.height, top + scale * large.height) - margin,
  }
  const fromLarge = large.boxes.map((box) => ({
    x: Math.round(scale * box.x + left),
    y: Math.round(scale * box.y + top),
    width: Math.round(scale * box.width),
    height: Math.round(scale * box.height),
  }))
  for (const box of [...small.boxes, ...fromLarge]) {
    if (box.height < 4 || box.width < 4) continue
    const side = Math.max(windowSides.least, Math.min(box.height, windowSides.most))
    const window = { width: Math.round(side * 1.5), height: side + 2 }
    for (let down = box.y; down < box.y + box.height; down += side)
      for (let across = box.x; across < box.x + box.width; across += Math.round(window.width / 2)) {
        const begin = Math.round(Math.min(across, box.x + box.width - window.width / 2) - 2)
        const above = Math.round(Math.min(down, box.y + box.height - side / 2) - 1)
        const isInView =
          begin >= x.from && above >= y.from && begin + window.width <= x.to && above + window.height <= y.to
        if (isInView) yield { x: begin, y: above, ...window }
      }
  }
}

const maxShift = 2
const leastContrast = 15
const enough = 0.9

/**
 * Best correlation of a window with the other picture's, shifted by at most two pixels: 1 alike, 0 not at all.
 * Undefined if neither shows anything.
 */
function bestCorrelation(laid: Float32Array, small: Sketch, window: Box): number | undefined {
  const here = correlate(laid, small, window, { across: 0, down: 0 })
  if (here.contrast < leastContrast) return undefined
  let best = here.score
  for (let down = -maxShift; down <= maxShift && best < enough; down++)
    for (let across = -maxShift; across <= maxShift && best < enough; across++)
      best = Math.max(best, correlate(laid, small, window, { across, down }).score)
  return best
}

/** Normalised cross-correlation, independent of brightness and contrast. */
function correlate(laid: Float32Array, { grey, width }: Sketch, window: Box, by: { across: number; down: number }) {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = window.y; y < window.y + window.height; y++)
    for (let x = window.x; x < window.x + window.width; x++) {
      const one = laid[y * width + x] ?? 0
      const other = grey[(y + by.down) * width + x + by.across] ?? 0
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  const count = window.width * window.height
  const [varianceA, varianceB] = [aa / count - (a / count) ** 2, bb / count - (b / count) ** 2]
  const contrast = Math.sqrt(Math.max(varianceA, varianceB, 0))
  if (varianceA < 4 || varianceB < 4) return { contrast, score: 0 }
  return { contrast, score: (ab / count - (a / count) * (b / count)) / Math.sqrt(varianceA * varianceB) }
}
