import { baseLine, fullHeight, gradient, heightAt, openSheets, paletteOf, seeded } from './sea-sheets.ts'

/**
 * The sea at night: a dhow rides a swell that rises with the multiplier until the gust. Sky and water are painted once, on sheets that
 * each frame only copies; it draws two waves and the boat.
 */
export interface SceneView {
  phase: 'waiting' | 'betting' | 'flight' | 'over'
  elapsedMs: number
  /** The multiplier that shows, 1 for 1.00×. */
  multiplier: number
  /** Since the crash. */
  sinceCrashMs: number
  nowMs: number
}

export interface Scene {
  draw(view: SceneView): void
  resize(): void
}

/** Waves and sails are as good to look at with fewer points than a phone's screen has, and each is painted anew in every frame. */
const finest = 1.5
/** From one reckoned point of a surface to the next. */
const step = 8

/** Long because every stroke uses the canvas, its size and its sheets. */
export function openScene(canvas: HTMLCanvasElement, options: { isLight: boolean; isStill: boolean }): Scene {
  const paint = canvas.getContext('2d', { alpha: false })!
  const palette = paletteOf(options.isLight)
  const sheets = openSheets(palette)
  let width = 0
  let height = 0
  let scale = 1
  let near: CanvasGradient
  /** Surface of the swell in this frame, from one step left of the picture on. */
  const crest: number[] = []
  // In the boat's own measures, so they hold wherever it is.
  const cloth = paint.createLinearGradient(0.7, -0.5, -0.9, -1.1)
  cloth.addColorStop(0, palette.sail[0])
  cloth.addColorStop(1, palette.sail[1])
  const wood = gradient(paint, -0.3, 0.28, [
    [0, palette.hull[0]],
    [1, palette.hull[1]],
  ])

  function resize(): void {
    const box = canvas.getBoundingClientRect()
    scale = Math.min(window.devicePixelRatio || 1, finest)
    width = Math.max(1, Math.round(box.width))
    height = Math.max(1, Math.round(box.height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    sheets.resize(width, height, scale)
    near = gradient(paint, height * 0.9, height, [
      [0, palette.near[0]],
      [1, palette.near[1]],
    ])
  }

  function draw(view: SceneView): void {
    paint.setTransform(1, 0, 0, 1, 0, 0)
    paint.drawImage(sheets.still, 0, 0)
    paint.setTransform(scale, 0, 0, scale, 0, 0)
    const time = options.isStill ? 0 : view.nowMs / 1000
    const calm = view.phase === 'over' ? easeOut(Math.min(1, view.sinceCrashMs / 1800)) : 0
    const isUp = view.phase === 'flight' || view.phase === 'over'
    const swell = isUp ? heightAt(view.multiplier) * (1 - 0.88 * calm) : 0
    const growth = isUp ? Math.max(0.05, Math.log(view.multiplier)) : 0.05
    const boatX = width * (0.24 + (isUp ? 0.42 * (1 - Math.exp(-view.elapsedMs / 9000)) : 0))
    const rise = fullHeight(height) * swell
    const surface = (x: number): number => {
      const ripple = Math.sin(x * 0.021 + time * 1.15) * 2.4 + Math.sin(x * 0.052 - time * 1.7) * 1.1
      return baseLine(height) - rise * shape(x, boatX, growth) + ripple
    }
    if (view.phase === 'over' && !options.isStill) drawWind(view.sinceCrashMs)
    for (let index = 0; (index - 1) * step <= width + step; index++) crest[index] = surface((index - 1) * step)
    drawSwell(rise)
    if (isUp && calm < 1) drawWake(boatX, 1 - calm)
    const slope = (surface(boatX + 6) - surface(boatX - 26)) / 32
    const pitch = Math.max(-0.42, Math.min(0.2, slope * 0.62)) + (options.isStill ? 0 : Math.sin(time * 1.2) * 0.02)
    drawBoat(boatX, surface(boatX) + 2, pitch, calm, view.phase === 'flight' ? 1 : 0.55, time)
    drawNear(time)
  }

  function drawSwell(rise: number): void {
    paint.beginPath()
    paint.moveTo(-step, height + 4)
    let x = -step
    for (let index = 0; x <= width + step; index++, x += step) paint.lineTo(x, crest[index]!)
    paint.lineTo(x, height + 4)
    // Cutting the water out of its sheet takes a fifth of the time that filling it with its colours would.
    paint.save()
    paint.clip()
    paint.setTransform(1, 0, 0, 1, 0, 0)
    paint.drawImage(sheets.deep, 0, Math.round((baseLine(height) - rise - 10) * scale))
    paint.restore()
  }

  function drawWake(boatX: number, strength: number): void {
    const line = paint.createLinearGradient(0, 0, boatX, 0)
    line.addColorStop(0, 'rgba(255,255,255,0)')
    line.addColorStop(1, palette.crest)
    paint.globalAlpha = strength
    paint.strokeStyle = line
    paint.lineWidth = 2.5
    paint.lineCap = 'round'
    paint.beginPath()
    for (let index = 1; index * step <= boatX; index++) paint.lineTo((index - 1) * step, crest[index]!)
    paint.stroke()
    paint.globalAlpha = 1
  }

  function drawNear(time: number): void {
    const top = height * 0.9
    paint.fillStyle = near
    paint.beginPath()
    paint.moveTo(-4, height + 4)
    for (let x = -4; x <= width + 12; x += 12) {
      paint.lineTo(x, top + Math.sin(x * 0.016 - time * 0.9) * 5 + Math.sin(x * 0.041 + time * 0.6) * 2)
    }
    paint.lineTo(width + 12, height + 4)
    paint.fill()
  }

  function drawWind(sinceMs: number): void {
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

  function drawBoat(x: number, y: number, pitch: number, slack: number, fill: number, time: number): void {
    const size = Math.min(Math.min(width, height) * 0.125, 84) + 14
    paint.save()
    paint.translate(x, y)
    paint.rotate(pitch + slack * 0.1)
    paint.scale(size, size)
    paint.lineCap = 'round'
    paint.lineJoin = 'round'
    const belly = fill * (1 - slack) * (1 + (options.isStill ? 0 : Math.sin(time * 2.1) * 0.04))
    const drop = slack * 0.55
    // The mast, raked forward.
    paint.strokeStyle = palette.spar
    paint.lineWidth = 0.055
    paint.beginPath()
    paint.moveTo(0.1, 0)
    paint.lineTo(0.26, -1.34)
    paint.stroke()
    // The lateen sail: tack low and forward, peak high and aft, clew low and aft.
    const tack: Point = [0.98, -0.3 + drop * 0.2]
    const peak: Point = [-0.5 + drop * 0.15, -1.78 + drop]
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
    paint.strokeStyle = palette.spar
    paint.lineWidth = 0.045
    paint.beginPath()
    paint.moveTo(tack[0] + 0.06, tack[1] + 0.06)
    paint.lineTo(peak[0] - 0.05, peak[1] - 0.05)
    paint.stroke()
    // The pennant.
    paint.fillStyle = palette.stripe
    paint.beginPath()
    paint.moveTo(0.26, -1.34)
    paint.quadraticCurveTo(0.02, -1.42 + Math.sin(time * 3) * 0.03, -0.16, -1.31 + Math.sin(time * 3 + 1) * 0.04)
    paint.lineTo(0.25, -1.24)
    paint.fill()
    // The hull, with its long stem.
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
    paint.restore()
  }

  resize()
  return { draw, resize }
}

type Point = [number, number]

/** 0 at the left edge, 1 under the boat along the curve of growth, and down again beyond it. */
function shape(x: number, boatX: number, growth: number): number {
  if (x <= boatX) return (Math.exp(growth * Math.max(0, x / boatX)) - 1) / (Math.exp(growth) - 1)
  const beyond = Math.min(1, (x - boatX) / (boatX * 0.75))
  return 0.5 + 0.5 * Math.cos(Math.PI * beyond)
}

const easeOut = (share: number): number => 1 - (1 - share) ** 3
