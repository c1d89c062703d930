import { baseLine, fullHeight, heightAt } from './flight-layout.ts'
import { contextOf } from './dom.ts'

/** Colours of the sea in dark and light theme, and its static layers. */
export interface Palette {
  sky: [number, string][]
  water: [number, string][]
  swell: [string, string]
  near: [string, string]
  crest: string
  mark: string
  disc: string
  halo: string
  hull: [string, string]
  stripe: string
  sail: [string, string]
  spar: string
  wind: string
  land: string
  stars: number
}

const night: Palette = {
  sky: [
    [0, '#070d24'],
    [0.45, '#101f47'],
    [0.8, '#24456f'],
    [1, '#4a6d86'],
  ],
  water: [
    [0, '#3a6079'],
    [0.12, '#1d4560'],
    [1, '#0a1d2e'],
  ],
  swell: ['#2b7285', '#0c2a40'],
  near: ['rgba(14,52,72,0.92)', 'rgba(6,18,30,0.98)'],
  crest: 'rgba(244,214,150,0.85)',
  mark: 'rgba(214,228,244,0.30)',
  disc: '#f7ecd2',
  halo: 'rgba(247,228,186,',
  hull: ['#7a4b2b', '#3b2416'],
  stripe: '#e8b45e',
  sail: ['#fff3d6', '#dba85a'],
  spar: '#2b1a10',
  wind: 'rgba(222,236,250,',
  land: '#0d1c38',
  stars: 90,
}

const dawn: Palette = {
  ...night,
  sky: [
    [0, '#8fc4dd'],
    [0.5, '#cfe5e6'],
    [0.85, '#fbe8cb'],
    [1, '#f9d9a9'],
  ],
  water: [
    [0, '#e9d3ab'],
    [0.14, '#8dbfc4'],
    [1, '#3a7f90'],
  ],
  swell: ['#6fb9c0', '#2a6f86'],
  near: ['rgba(62,140,156,0.92)', 'rgba(30,92,112,0.98)'],
  crest: 'rgba(255,255,255,0.9)',
  mark: 'rgba(20,50,70,0.34)',
  disc: '#fff4d4',
  halo: 'rgba(255,226,160,',
  sail: ['#ffffff', '#f0c987'],
  wind: 'rgba(255,255,255,',
  land: '#7fa3b3',
  stars: 0,
}

export const paletteOf = (isLight: boolean): Palette => (isLight ? dawn : night)

const marks = [1.2, 1.5, 2, 3, 5, 10, 30, 100]

/** Offscreen canvases, painted once for each size and copied each frame. */
export interface SeaSheets {
  /** Sky, land, marks and the water behind the swell. */
  still: HTMLCanvasElement
  /** The water under the crest of the swell. */
  deep: HTMLCanvasElement
  resize(width: number, height: number, scale: number): void
}

export function openSheets(palette: Palette): SeaSheets {
  const still = document.createElement('canvas')
  const deep = document.createElement('canvas')
  return {
    still,
    deep,
    resize(width, height, scale) {
      for (const sheet of [still, deep]) {
        sheet.width = Math.round(width * scale)
        sheet.height = Math.round(height * scale)
      }
      const on = contextOf(still)
      on.setTransform(scale, 0, 0, scale, 0, 0)
      paintSky(on, palette, width, height)
      paintLandAndWater(on, palette, width, height)
      paintMarks(on, palette, width, height)
      paintDeep(contextOf(deep), palette)
    },
  }
}

const seaLine = (height: number): number => height * 0.66

/** The moon, or the sun. */
const discOf = (width: number, height: number) => ({
  x: width * 0.86,
  y: height * 0.14,
  r: Math.min(width, height) * 0.036 + 5,
})

function paintSky(on: CanvasRenderingContext2D, palette: Palette, width: number, height: number): void {
  const horizon = seaLine(height)
  const { x: discX, y: discY, r: discR } = discOf(width, height)
  on.fillStyle = gradient(on, 0, horizon, palette.sky)
  on.fillRect(0, 0, width, horizon + 1)
  const halo = on.createRadialGradient(discX, discY, discR * 0.6, discX, discY, discR * 7)
  halo.addColorStop(0, `${palette.halo}0.34)`)
  halo.addColorStop(0.3, `${palette.halo}0.10)`)
  halo.addColorStop(1, `${palette.halo}0)`)
  on.fillStyle = halo
  on.fillRect(0, 0, width, horizon)
  const chance = seeded(7)
  for (let star = 0; star < palette.stars; star++) {
    const x = chance() * width
    const y = chance() ** 1.4 * horizon * 0.92
    on.globalAlpha = 0.25 + chance() * 0.6
    on.fillStyle = '#eaf1ff'
    on.beginPath()
    on.arc(x, y, 0.4 + chance() * 0.9, 0, Math.PI * 2)
    on.fill()
  }
  on.globalAlpha = 1
  on.fillStyle = palette.disc
  on.beginPath()
  on.arc(discX, discY, discR, 0, Math.PI * 2)
  on.fill()
}

function paintLandAndWater(on: CanvasRenderingContext2D, palette: Palette, width: number, height: number): void {
  const horizon = seaLine(height)
  const { x: discX, r: discR } = discOf(width, height)
  // Distant dunes with a faint upper edge.
  on.fillStyle = palette.land
  on.beginPath()
  on.moveTo(0, horizon + 1)
  for (let x = 0; x <= width * 0.62; x += 6) {
    const share = x / (width * 0.62)
    const rise = (Math.sin(share * 5.1 + 0.6) * 0.5 + 0.5) * (1 - share) ** 1.2 * height * 0.075
    on.lineTo(x, horizon - rise)
  }
  on.lineTo(width * 0.62, horizon + 1)
  on.fill()
  on.fillStyle = gradient(on, horizon, height, palette.water)
  on.fillRect(0, horizon, width, height - horizon)
  // Light on the water.
  const chance = seeded(11)
  for (let row = 0; row < 26; row++) {
    const y = horizon + 2 + row * row * 0.22 + row * 1.4
    const reach = discR * (0.5 + row * 0.11) * (0.5 + chance())
    on.fillStyle = `${palette.halo}${(0.36 - row * 0.012).toFixed(3)})`
    on.fillRect(discX - reach + (chance() - 0.5) * discR, y, reach * 2, 1.2)
  }
}

/** Paints the multiplier marks, true to scale. */
function paintMarks(on: CanvasRenderingContext2D, palette: Palette, width: number, height: number): void {
  on.font = '11px system-ui, sans-serif'
  on.textBaseline = 'middle'
  let lastY = Infinity
  for (const mark of marks) {
    const y = baseLine(height) - fullHeight(height) * heightAt(mark)
    if (lastY - y < 20) continue
    lastY = y
    on.strokeStyle = palette.mark
    on.setLineDash([2, 7])
    on.beginPath()
    // Leave room for the number at the left.
    on.moveTo(12, y)
    on.lineTo(width - 44, y)
    on.stroke()
    on.fillStyle = palette.mark
    on.globalAlpha = 1
    on.textAlign = 'right'
    on.fillText(`${mark}×`, width - 12, y)
  }
  on.setLineDash([])
}

function paintDeep(on: CanvasRenderingContext2D, palette: Palette): void {
  on.fillStyle = gradient(on, 0, on.canvas.height * 0.42, [
    [0, palette.swell[0]],
    [1, palette.swell[1]],
  ])
  on.fillRect(0, 0, on.canvas.width, on.canvas.height)
}

/** Vertical gradient between two heights. */
export function gradient(
  on: CanvasRenderingContext2D,
  from: number,
  to: number,
  stops: [number, string][],
): CanvasGradient {
  const fill = on.createLinearGradient(0, from, 0, to)
  for (const [at, colour] of stops) fill.addColorStop(at, colour)
  return fill
}

/** Seeded random numbers, so that the stars are the same each time. */
export function seeded(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
