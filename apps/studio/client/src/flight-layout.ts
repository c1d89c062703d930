/** Positions in a flight's picture, in points, as pure functions of its size: the boat's way, and the number that must not lie on its sail. */

/** A scene narrower than this has a smaller number, close to its edges. */
const narrowBelow = 560

/** Growth of the swell with the multiplier: it always rises and never reaches the top. */
export const heightAt = (multiplier: number): number => 1 - multiplier ** -0.85
/** Resting height of the sea, and how far it can rise above that. */
export const baseLine = (height: number): number => height * 0.83
export const fullHeight = (height: number): number => height * 0.6

/** How far the boat has come; it slows down towards two thirds of the picture. */
export const boatXAt = (width: number, elapsedMs: number): number =>
  width * (0.24 + 0.42 * (1 - Math.exp(-elapsedMs / 9000)))

/** Length of one of the boat's own measures. */
export const boatSizeOf = (width: number, height: number): number => Math.min(Math.min(width, height) * 0.125, 84) + 14

/** Corners of the sail in the boat's own measures: tack, peak, clew. */
export const sail = { tack: [0.98, -0.3], peak: [-0.5, -1.78], clew: [-0.82, -0.3] } as const

export interface NumberPlace {
  /** Size of its letters. */
  fontPx: number
  left: number
  top: number
}

/** Position of the multiplier: behind the boat, in the corner that it sails away from. */
export const numberPlaceOf = (width: number, height: number): NumberPlace =>
  width < narrowBelow
    ? { fontPx: Math.min(40, height * 0.25), left: 12, top: 3 }
    : { fontPx: Math.min(80, height * 0.22), left: 24, top: 12 }
