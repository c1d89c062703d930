/** Pure functions for positions in the flight scene, in points: the boat's path, and the multiplier's place, clear of the sail. */

/** Below this width the multiplier is smaller and close to the edges. */
const narrowBelow = 560

/** Height of the swell (0 to 1) by multiplier: always rises, never reaches 1. */
export const heightAt = (multiplier: number): number => 1 - multiplier ** -0.85
/** Sea level at rest, and its largest rise. */
export const baseLine = (height: number): number => height * 0.83
export const fullHeight = (height: number): number => height * 0.6

/** Position of the boat; slows down towards two thirds of the width. */
export const boatXAt = (width: number, elapsedMs: number): number =>
  width * (0.24 + 0.42 * (1 - Math.exp(-elapsedMs / 9000)))

/** Length of one boat unit. */
export const boatSizeOf = (width: number, height: number): number => Math.min(Math.min(width, height) * 0.125, 84) + 14

/** Corners of the sail in boat units: tack, peak, clew. */
export const sail = { tack: [0.98, -0.3], peak: [-0.5, -1.78], clew: [-0.82, -0.3] } as const

export interface NumberPlace {
  /** Font size. */
  fontPx: number
  left: number
  top: number
}

/** Position of the multiplier: behind the boat, in the corner opposite its course. */
export const numberPlaceOf = (width: number, height: number): NumberPlace =>
  width < narrowBelow
    ? { fontPx: Math.min(40, height * 0.25), left: 12, top: 3 }
    : { fontPx: Math.min(80, height * 0.22), left: 24, top: 12 }
