import { seeded, type Palette } from './sea-sheets.ts'

/** The canvas of a frame, in points. */
export interface Surface {
  paint: CanvasRenderingContext2D
  palette: Palette
  width: number
  height: number
}

/** From one reckoned point of the swell to the next. */
export const step = 8

/**
 * Lets what is drawn next, until `paint.restore()`, show below the crest of the swell alone: cutting the water out of its sheet takes a fifth
 * of the time that filling it with its colours would.
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

/** The line of foam behind the boat, on the crest of the swell, whose heights start one step left of the picture. */
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

/** The nearest waves, in front of the boat. */
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

/** One flash at the crash, which fades at once. */
export function drawFlash({ paint, width, height }: Surface, sinceMs: number): void {
  if (sinceMs >= flashMs) return
  paint.globalAlpha = 0.7 * (1 - sinceMs / flashMs) ** 2
  paint.fillStyle = '#fff3d6'
  paint.fillRect(0, 0, width, height)
  paint.globalAlpha = 1
}

/** The streaks of the gust, for the first second and a half. */
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
