import { createHash } from 'node:crypto'
import { required } from '../../platform/required.ts'

/** Address of a generated picture for a game without its own: always the same for one game. */
export const drawnTile = (slug: string): string =>
  `/tiles/drawn/${createHash('sha256').update(slug).digest('hex').slice(0, 12)}.svg`

const palettes = [
  ['#12324a', '#1d5470', '#f2c879', '#f7e9cf'],
  ['#2a1d3a', '#4a2f5e', '#e2906b', '#f6d9c2'],
  ['#123329', '#1f5a48', '#e8c46a', '#f4efd8'],
  ['#3a2317', '#6a3d24', '#e9b072', '#f8e6cb'],
  ['#1a2440', '#2f4274', '#8fc6c0', '#e8f2ee'],
  ['#33182a', '#5f2a45', '#e6a07f', '#f9e4da'],
] as const

/**
 * Draws a calm picture from a few letters: sky, a sun, hills or waves, and one figure. It shows nothing of the game, so
 * that it promises nothing, and takes under a kilobyte.
 */
export function drawTile(seed: string): string {
  const bytes = createHash('sha256').update(`tile:${seed}`).digest()
  const at = (offset: number, limit: number) => bytes.readUInt8(offset) % limit
  const [night, dusk, sun, light] = required(palettes[at(0, palettes.length)], 'palette')
  const [sunX, sunY, sunR] = [60 + at(1, 200), 50 + at(2, 70), 22 + at(3, 26)]
  const line = (offset: number, y: number) => {
    const step = 80
    const [first, ...heights] = Array.from({ length: 5 }, (_, index) => y - at(offset + index, 34))
    return `M0 240V${first}${heights
      .map((height, index) => `Q${index * step + 40} ${height - 12} ${(index + 1) * step} ${height}`)
      .join('')}V240Z`
  }
  const x = 90 + at(16, 140)
  const y = 120 + at(17, 40)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><path fill="${night}" d="M0 0h320v240H0z"/><circle cx="${sunX}" cy="${sunY}" r="${sunR}" fill="${sun}" opacity=".85"/><path fill="${dusk}" opacity=".7" d="${line(4, 150)}"/><g fill="${light}" stroke="${night}" stroke-width="3" stroke-linejoin="round" transform="translate(${x} ${y}) rotate(${at(18, 30) - 15})">${figures[at(19, figures.length)]}</g><path fill="${dusk}" d="${line(9, 214)}"/></svg>`
}

/** Plain shapes around the origin, of our own design. */
const figures = [
  '<path d="M-6 30V-44Q32-8 40 24ZM-12 30V-30Q-30 4-38 26ZM-44 34H48Q40 52 20 52H-20Q-38 52-44 34Z"/>',
  '<path d="M0-46 12-14 46-12 19 9 29 42 0 23-29 42-19 9-46-12-12-14Z"/>',
  '<path d="M0-46 40 0 0 46-40 0ZM-20 0H20"/>',
  '<circle r="40"/><circle r="22"/><circle r="6"/>',
  '<path d="M-14-40H14L20-18H-20ZM-20-18H20L26 36H-26ZM0-40V-52M-10 4H10"/>',
  '<path d="M-40 20Q-20-50 0-8Q20-50 40 20Q20 44 0 44T-40 20Z"/>',
  '<path d="M-44 0Q-20-34 16 0Q-20 34-44 0ZM16 0 40-22V22Z"/><circle cx="-24" cy="-4" r="4"/>',
  '<path d="M-36 40V-10L0-44 36-10V40ZM-10 40V8H10V40"/>',
]
