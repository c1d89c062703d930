import { seeded, type Palette } from './sea-sheets.ts'

/** Canvas of a frame, in points. */
export interface Surface {
  paint: CanvasRenderingContext2D
  palette: Palette
  width: number
  height: number
}

/** Distance between computed points of the swell. */
export const step = 8

/**
 * Clips what is drawn next, until `paint.restore()`, to the area below the swell's crest: copying the water through a clip takes a fifth of the time
 * of filling it.
 */
export function cutSwell({ paint, height }: Surface, crest: readonly number[]): void {
  paint.beginPath()
  paint.moveTo(-step, height + 4)
  let x = -step
  for (const y of crest) {
    paint.lineTo(x, y)
    x += step
  }
  paint.lineTo(x, height + 4)
  paint.save()
  paint.clip()
}

/** Draws the foam behind the boat, on the swell's crest, whose heights start one step left of the scene. */
export function drawWake({ paint, palette }: Surface, crest: readonly number[], boatX: number, strength: number): void {
  const line = paint.createLinearGradient(0, 0, boatX, 0)
  line.addColorStop(0, 'rgba(255,255,255,0)')
  line.addColorStop(1, palette.crest)
  paint.globalAlpha = strength
  paint.strokeStyle = line
  paint.lineWidth = 2.5
  paint.lineCap = 'round'
  paint.beginPath()
  for (const [index, y] of crest.slice(1, Math.floor(boatX / step) + 1).entries()) paint.lineTo(index * step, y)
  paint.stroke()
  paint.globalAlpha = 1
}

/** Draws the nearest waves, in front of the boat. */
export function drawNear({ paint, width, height }: Surface, colour: CanvasGradient, time: number): void {
  const top = height * 0.9
  paint.fillStyle = colour
  paint.beginPath()
  paint.moveTo(-4, height + 4)
  for (let x = -4; x <= width + 12; x += 12) {
    paint.lineTo(x, top + Math.sin(x * 0.016 - time * 0.9) * 5 + Math.sin(x * 0.041 + time * 0.6) * 2)
  }
  paint.lineTo(width + 12, height + 4)
  paint.fill()
}

const flashMs = 340

/** Draws one flash at the crash, which fades quickly. */
export function drawFlash({ paint, width, height }: Surface, sinceMs: number): void {
  if (sinceMs >= flashMs) return
  paint.globalAlpha = 0.7 * (1 - sinceMs / flashMs) ** 2
  paint.fillStyle = '#fff3d6'
  paint.fillRect(0, 0, width, height)
  paint.globalAlpha = 1
}

/** Draws streaks of wind during the first 1.5 seconds after the crash. */
export function drawWind({ paint, palette, width, height }: Surface, sinceMs: number): void {
  if (sinceMs > 1500) return
  const share = sinceMs / 1500
  const chance = seeded(3)
  paint.lineWidth = 1.4
  for (let streak = 0; streak < 16; streak++) {
    const y = height * (0.1 + chance() * 0.7)
    const length = width * (0.16 + chance() * 0.22)
    const x = -length + (width + length * 2) * Math.min(1, share * (0.8 + chance() * 0.7))
    paint.strokeStyle = `${palette.wind}${(0.5 * Math.sin(Math.PI * share)).toFixed(3)})`
    paint.beginPath()
    paint.moveTo(x - length, y + 5)
    paint.quadraticCurveTo(x - length * 0.4, y - 7, x, y)
    paint.stroke()
  }
}
