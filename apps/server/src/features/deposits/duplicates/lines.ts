import type { Box } from './boxes.ts'

/**
 * A line of writing by its outline, independent of size: signs and amplitudes of the first waves of its ink from left
 * to right.
 */
export interface Line extends Box {
  waves: Float64Array
}

const thirds = 3
const samples = 64
export const wavesPerThird = 16
const heights = { least: 5, most: 120 }
const leastWidth = 24
/** A line of letters is wider than high: below this ratio a box is a logo or a single letter. */
const leastAspect = 2.2

/** Undefined for a box too small or too square to be recognised by itself. */
export function describeLine(grey: Uint8Array, width: number, box: Box): Line | undefined {
  if (box.height < heights.least || box.height > heights.most) return undefined
  if (box.width < leastWidth || box.width < box.height * leastAspect) return undefined
  const ground = backgroundOf(grey, width, box)
  const waves = new Float64Array(thirds * wavesPerThird)
  for (let third = 0; third < thirds; third++) {
    const profile = profileOf(grey, width, box, ground, third)
    for (let wave = 0; wave < wavesPerThird; wave++) {
      let sum = 0
      for (let sample = 0; sample < samples; sample++)
        sum += (profile[sample] ?? 0) * (cosines[wave * samples + sample] ?? 0)
      waves[third * wavesPerThird + wave] = sum
    }
  }
  return { ...box, waves }
}

const cosines = Float64Array.from({ length: wavesPerThird * samples }, (_, index) => {
  const wave = Math.floor(index / samples) + 1
  return Math.cos((Math.PI / samples) * ((index % samples) + 0.5) * wave)
})

/** Background grey of the letters: the median along the box's upper and lower edge. */
function backgroundOf(grey: Uint8Array, width: number, box: Box): number {
  const counts = new Uint32Array(256)
  for (const y of [box.y, box.y + box.height - 1])
    for (let x = box.x; x < box.x + box.width; x++) {
      const level = grey[y * width + x] ?? 0
      counts[level] = (counts[level] ?? 0) + 1
    }
  let left = box.width
  for (let level = 0; level < 256; level++) if ((left -= counts[level] ?? 0) <= 0) return level
  return 255
}

/** Amount of ink in one third of a line, in a fixed number of steps. */
function profileOf(grey: Uint8Array, width: number, box: Box, ground: number, third: number): Float64Array {
  const top = box.y + (box.height * third) / thirds
  const bottom = box.y + (box.height * (third + 1)) / thirds
  const sums = new Float64Array(box.width + 1)
  for (let x = 0; x < box.width; x++) {
    let sum = 0
    for (let y = Math.floor(top); y < bottom; y++) {
      const share = Math.min(y + 1, bottom) - Math.max(y, top)
      sum += Math.abs((grey[y * width + box.x + x] ?? 0) - ground) * share
    }
    sums[x + 1] = (sums[x] ?? 0) + sum
  }
  const until = (at: number) => {
    const whole = Math.min(box.width - 1, Math.floor(at))
    return (sums[whole] ?? 0) + ((sums[whole + 1] ?? 0) - (sums[whole] ?? 0)) * (at - whole)
  }
  const profile = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++)
    profile[sample] = until(((sample + 1) * box.width) / samples) - until((sample * box.width) / samples)
  return profile
}

/** Number of waves whose signs differ between two lines. */
export function differentWaves(a: Line, b: Line): number {
  let different = 0
  for (let wave = 0; wave < a.waves.length; wave++)
    if ((a.waves[wave] ?? 0) > 0 !== (b.waves[wave] ?? 0) > 0) different++
  return different
}
