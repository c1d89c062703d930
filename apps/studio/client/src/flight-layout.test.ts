import { expect, it } from 'vitest'
import { multiplierAt } from '../../src/crash/curve.ts'
import { baseLine, boatSizeOf, boatXAt, fullHeight, heightAt, numberPlaceOf, sail } from './flight-layout.ts'

/** Width of a digit as a share of the font size. */
const digitWidth = 0.6

/** Points along the edges of the sail at a time. */
function sailAt(width: number, height: number, elapsedMs: number): [number, number][] {
  const size = boatSizeOf(width, height)
  const x = boatXAt(width, elapsedMs)
  const y = baseLine(height) - fullHeight(height) * heightAt(multiplierAt(elapsedMs) / 100) + 2
  const corners = [sail.tack, sail.peak, sail.clew, sail.tack]
  return corners.slice(1).flatMap(([toX, toY], position) => {
    const [fromX, fromY] = corners[position] ?? sail.tack
    return Array.from({ length: 11 }, (_, step): [number, number] => [
      x + size * (fromX + ((toX - fromX) * step) / 10),
      y + size * (fromY + ((toY - fromY) * step) / 10),
    ])
  })
}

it.each([
  [360, 147],
  [320, 140],
  [360, 200],
  [412, 260],
  [685, 354],
  [740, 200],
  [960, 420],
  [1200, 560],
])('the multiplier is never drawn over the sail of a scene of %i by %i', (width, height) => {
  const position = numberPlaceOf(width, height)
  const covered: number[] = []
  for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 50) {
    const shown = multiplierAt(elapsedMs)
    const right = position.left + position.fontPx * digitWidth * `${(shown / 100).toFixed(2)}×`.length
    const bottom = position.top + position.fontPx * 1.05
    const isCovered = sailAt(width, height, elapsedMs).some(([x, y]) => x > position.left && x < right && y < bottom)
    if (isCovered) covered.push(shown)
  }
  expect(covered).toEqual([])
})
