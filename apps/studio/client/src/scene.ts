import { openBoat } from './boat.ts'
import { contextOf } from './dom.ts'
import { baseLine, boatSizeOf, boatXAt, fullHeight, heightAt } from './flight-layout.ts'
import { gradient, openSheets, paletteOf } from './sea-sheets.ts'
import { cutSwell, drawFlash, drawNear, drawWake, drawWind, step, type Surface } from './sea-strokes.ts'

/**
 * Night sea: a dhow on a swell that rises with the multiplier until the crash. Sky and water are painted once, on offscreen canvases that each frame
 * copies; it then draws two waves and the boat.
 */
export interface SceneView {
  phase: 'waiting' | 'betting' | 'flight' | 'over'
  elapsedMs: number
  /** Shown multiplier, 1 for 1.00×. */
  multiplier: number
  /** Milliseconds since the crash. */
  sinceCrashMs: number
  nowMs: number
}

export interface Scene {
  draw(view: SceneView): void
  resize(): void
}

/** Limit of the pixel ratio: repainted each frame, and more pixels do not look better. */
const finest = 1.5
/** Time until the torn part of the sail is gone. */
const tearMs = 1100

export function openScene(canvas: HTMLCanvasElement, options: { isLight: boolean; isStill: boolean }): Scene {
  const palette = paletteOf(options.isLight)
  const surface: Surface = { paint: contextOf(canvas), palette, width: 0, height: 0 }
  const { paint } = surface
  const sheets = openSheets(palette)
  const boat = openBoat(paint, palette, options.isStill)
  let scale = 1
  let near: CanvasGradient
  /** Heights of the swell in this frame, starting one step left of the scene. */
  const crest: number[] = []

  function resize(): void {
    const box = canvas.getBoundingClientRect()
    scale = Math.min(window.devicePixelRatio || 1, finest)
    const width = Math.max(1, Math.round(box.width))
    const height = Math.max(1, Math.round(box.height))
    Object.assign(surface, { width, height })
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    sheets.resize(width, height, scale)
    near = gradient(paint, height * 0.9, height, [
      [0, palette.near[0]],
      [1, palette.near[1]],
    ])
  }

  function draw(view: SceneView): void {
    const { width, height } = surface
    paint.setTransform(1, 0, 0, 1, 0, 0)
    paint.drawImage(sheets.still, 0, 0)
    paint.setTransform(scale, 0, 0, scale, 0, 0)
    const timeS = options.isStill ? 0 : view.nowMs / 1000
    const calm = view.phase === 'over' ? easeOut(Math.min(1, view.sinceCrashMs / 1800)) : 0
    const isUp = view.phase === 'flight' || view.phase === 'over'
    const swell = isUp ? heightAt(view.multiplier) * (1 - 0.88 * calm) : 0
    const growth = isUp ? Math.max(0.05, Math.log(view.multiplier)) : 0.05
    const boatX = boatXAt(width, isUp ? view.elapsedMs : 0)
    const rise = fullHeight(height) * swell
    const surfaceAt = (x: number): number => {
      const ripple = Math.sin(x * 0.021 + timeS * 1.15) * 2.4 + Math.sin(x * 0.052 - timeS * 1.7) * 1.1
      return baseLine(height) - rise * shape(x, boatX, growth) + ripple
    }
    if (view.phase === 'over' && !options.isStill) drawWind(surface, view.sinceCrashMs)
    crest.length = 0
    for (let x = -step; x <= width + step; x += step) crest.push(surfaceAt(x))
    cutSwell(surface, crest)
    paint.setTransform(1, 0, 0, 1, 0, 0)
    paint.drawImage(sheets.deep, 0, Math.round((baseLine(height) - rise - 10) * scale))
    paint.restore()
    if (isUp && calm < 1) drawWake(surface, crest, boatX, 1 - calm)
    const slope = (surfaceAt(boatX + 6) - surfaceAt(boatX - 26)) / 32
    boat.draw({
      x: boatX,
      y: surfaceAt(boatX) + 2,
      size: boatSizeOf(width, height),
      pitch: Math.max(-0.42, Math.min(0.2, slope * 0.62)) + (options.isStill ? 0 : Math.sin(timeS * 1.2) * 0.02),
      tear: view.phase !== 'over' ? 0 : options.isStill ? 1 : easeOut(Math.min(1, view.sinceCrashMs / tearMs)),
      slack: calm,
      fill: view.phase === 'flight' ? 1 : 0.55,
      timeS,
    })
    drawNear(surface, near, timeS)
    if (view.phase === 'over' && !options.isStill) drawFlash(surface, view.sinceCrashMs)
  }

  resize()
  return { draw, resize }
}

/** Height of the swell: 0 at the left edge, rising to 1 at the boat along the growth curve, and falling beyond it. */
function shape(x: number, boatX: number, growth: number): number {
  if (x <= boatX) return (Math.exp(growth * Math.max(0, x / boatX)) - 1) / (Math.exp(growth) - 1)
  const beyond = Math.min(1, (x - boatX) / (boatX * 0.75))
  return 0.5 + 0.5 * Math.cos(Math.PI * beyond)
}

const easeOut = (share: number): number => 1 - (1 - share) ** 3
