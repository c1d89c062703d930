import { gradient, type Palette } from './sea-sheets.ts'
import { drawTorn } from './torn-sail.ts'

/** Position and angle of the boat; lengths in points, angles in radians. */
export interface BoatPose {
  x: number
  y: number
  /** Length of one boat unit. */
  size: number
  pitch: number
  /** 0 for a whole sail, 1 when its upper part is torn off. */
  tear: number
  /** 0 with the sail up, 1 with it down. */
  slack: number
  /** Fullness of the sail. */
  fill: number
  timeS: number
}

/** Draws the dhow in boat units. */
export function openBoat(paint: CanvasRenderingContext2D, palette: Palette, isStill: boolean) {
  // Gradients in boat units, valid at any position.
  const cloth = paint.createLinearGradient(0.7, -0.5, -0.9, -1.1)
  cloth.addColorStop(0, palette.sail[0])
  cloth.addColorStop(1, palette.sail[1])
  const wood = gradient(paint, -0.3, 0.28, [
    [0, palette.hull[0]],
    [1, palette.hull[1]],
  ])
  return {
    draw({ x, y, size, pitch, tear, slack, fill, timeS }: BoatPose): void {
      paint.save()
      paint.translate(x, y)
      paint.rotate(pitch + slack * 0.1)
      paint.scale(size, size)
      paint.lineCap = 'round'
      paint.lineJoin = 'round'
      const belly = fill * (1 - slack) * (1 + (isStill ? 0 : Math.sin(timeS * 2.1) * 0.04))
      drawMast(paint, palette)
      drawTorn(paint, tear, () => drawSail(paint, cloth, { belly, drop: slack * 0.3 }))
      drawYard(paint, palette, slack * 0.3)
      drawPennant(paint, palette, timeS)
      drawHull(paint, palette, wood)
      paint.restore()
    },
  }
}

/** Draws the mast, raked forward. */
function drawMast(paint: CanvasRenderingContext2D, palette: Palette): void {
  paint.strokeStyle = palette.spar
  paint.lineWidth = 0.055
  paint.beginPath()
  paint.moveTo(0.1, 0)
  paint.lineTo(0.26, -1.34)
  paint.stroke()
}

type Point = [number, number]

/** Draws the lateen sail: tack low and forward, peak high and aft, clew low and aft. */
function drawSail(
  paint: CanvasRenderingContext2D,
  cloth: CanvasGradient,
  { belly, drop }: { belly: number; drop: number },
): void {
  const { tack, peak } = yardAt(drop)
  const clew: Point = [-0.82, -0.3]
  paint.fillStyle = cloth
  paint.beginPath()
  paint.moveTo(...tack)
  paint.lineTo(...peak)
  paint.quadraticCurveTo(-0.62 - 0.36 * belly, -0.95 + drop * 0.3, ...clew)
  paint.quadraticCurveTo(0.1, -0.18 + 0.22 * belly * 0.4, ...tack)
  paint.fill()
  paint.strokeStyle = 'rgba(120,78,34,0.35)'
  paint.lineWidth = 0.018
  for (const share of [0.28, 0.52, 0.76]) {
    const fromX = tack[0] + (peak[0] - tack[0]) * share
    const fromY = tack[1] + (peak[1] - tack[1]) * share
    const toX = tack[0] + (clew[0] - tack[0]) * share
    const toY = tack[1] + (clew[1] - tack[1]) * share
    paint.beginPath()
    paint.moveTo(fromX, fromY)
    paint.quadraticCurveTo((fromX + toX) / 2 - 0.2 * belly * share, (fromY + toY) / 2, toX, toY + 0.06)
    paint.stroke()
  }
}

/** Ends of the yard that carries the sail: tack and peak. */
const yardAt = (drop: number): { tack: Point; peak: Point } => ({
  tack: [0.98, -0.3 + drop * 0.2],
  peak: [-0.5 + drop * 0.15, -1.78 + drop],
})

function drawYard(paint: CanvasRenderingContext2D, palette: Palette, drop: number): void {
  const { tack, peak } = yardAt(drop)
  paint.strokeStyle = palette.spar
  paint.lineWidth = 0.045
  paint.beginPath()
  paint.moveTo(tack[0] + 0.06, tack[1] + 0.06)
  paint.lineTo(peak[0] - 0.05, peak[1] - 0.05)
  paint.stroke()
}

function drawPennant(paint: CanvasRenderingContext2D, palette: Palette, time: number): void {
  paint.fillStyle = palette.stripe
  paint.beginPath()
  paint.moveTo(0.26, -1.34)
  paint.quadraticCurveTo(0.02, -1.42 + Math.sin(time * 3) * 0.03, -0.16, -1.31 + Math.sin(time * 3 + 1) * 0.04)
  paint.lineTo(0.25, -1.24)
  paint.fill()
}

/** Draws the hull with its long stem. */
function drawHull(paint: CanvasRenderingContext2D, palette: Palette, wood: CanvasGradient): void {
  paint.fillStyle = wood
  paint.beginPath()
  paint.moveTo(-1.02, -0.34)
  paint.quadraticCurveTo(-0.98, 0.08, -0.72, 0.2)
  paint.quadraticCurveTo(0.1, 0.34, 0.62, 0.14)
  paint.quadraticCurveTo(0.98, -0.06, 1.32, -0.46)
  paint.quadraticCurveTo(0.8, -0.14, 0.3, -0.1)
  paint.quadraticCurveTo(-0.4, -0.06, -0.7, -0.18)
  paint.closePath()
  paint.fill()
  paint.strokeStyle = palette.stripe
  paint.lineWidth = 0.04
  paint.beginPath()
  paint.moveTo(-0.94, -0.2)
  paint.quadraticCurveTo(-0.4, 0.04, 0.34, 0)
  paint.quadraticCurveTo(0.84, -0.06, 1.2, -0.38)
  paint.stroke()
}
