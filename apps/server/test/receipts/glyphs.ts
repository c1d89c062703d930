/**
 * Letters as strokes, so that a drawn receipt is the same on each machine, independent of fonts: points on a grid of
 * five columns and nine rows (capitals from 0 to 6, small letters from 2, descenders to 8), lines separated by a bar.
 */
const strokes: Record<string, string> = {
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '12 20 26|16 36',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 13|33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 03 33 44 45 36 16 05',
  '6': '31 20 10 01 05 16 36 45 44 33 13 04',
  '7': '00 40 16',
  '8': '10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33',
  '9': '15 26 36 45 41 30 10 01 02 13 33 42',
  A: '06 20 46|14 34',
  B: '06 00 30 41 42 33 03|33 44 45 36 06',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06|40 46|03 43',
  I: '20 26',
  J: '40 45 36 16 05',
  K: '00 06|40 03 46',
  L: '00 06 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  O: '10 30 41 45 36 16 05 01 10',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10|24 46',
  R: '06 00 30 41 42 33 03|23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
  Z: '00 40 06 46',
  a: '12 32 43 46|44 14 05 16 36 45',
  b: '00 06|03 12 32 43 45 36 16 05',
  c: '43 32 12 03 05 16 36 45',
  d: '40 46|43 32 12 03 05 16 36 45',
  e: '04 44 43 32 12 03 05 16 36',
  f: '40 30 21 26|12 32',
  g: '42 47 38 18|43 32 12 03 05 16 36 45',
  h: '00 06|03 12 32 43 46',
  i: '22 26|20 20',
  j: '32 37 28 18|30 30',
  k: '00 06|42 04 46',
  l: '10 15 26',
  m: '02 06|03 12 23 26|23 32 43 46',
  n: '02 06|03 12 32 43 46',
  o: '12 32 43 45 36 16 05 03 12',
  p: '02 08|03 12 32 43 45 36 16 05',
  q: '42 48|43 32 12 03 05 16 36 45',
  r: '02 06|04 12 32',
  s: '43 32 12 03 14 34 45 36 16 05',
  t: '11 15 26 36|02 32',
  u: '02 05 16 36 45|42 46',
  v: '02 26 42',
  w: '02 16 23 36 42',
  x: '02 46|42 06',
  y: '02 26|42 18 08',
  z: '02 42 06 46',
  '.': '16 16',
  ',': '16 07',
  ':': '13 13|16 16',
  '/': '40 06',
  '-': '03 33',
  '*': '11 33|31 13|20 24',
  '#': '10 16|30 36|02 42|04 44',
  $: '41 30 10 01 02 13 33 44 45 36 16 05|20 26',
  '(': '30 12 14 36',
  ')': '10 32 34 16',
  '%': '40 06|01 01|45 45',
}

export interface Face {
  /** Height of a capital, in pixels. */
  size: number
  /** Width of a letter by its height. */
  width: number
  /** Thickness of a stroke by its height. */
  weight: number
  /** Slant of the letters. */
  slant: number
  colour: string
}

/** Letters narrower than the rest. */
const narrow: Record<string, number> = {
  I: 0.45,
  i: 0.4,
  l: 0.5,
  j: 0.75,
  '.': 0.35,
  ',': 0.35,
  ':': 0.4,
  ' ': 0.6,
  '(': 0.6,
  ')': 0.6,
}

/** Width of a text in pixels. */
export function textWidth(text: string, { size, width }: Face): number {
  return [...text].reduce((sum, letter) => sum + advance(letter, size, width), 0)
}

const advance = (letter: string, size: number, width: number) => size * width * (narrow[letter] ?? 1) * 1.4

/** A text as an SVG path with its baseline at `y`. */
export function drawText(text: string, x: number, y: number, face: Face): string {
  const { size, width, weight, slant, colour } = face
  let left = x
  const lines: string[] = []
  for (const letter of text) {
    const share = narrow[letter] ?? 1
    const points = strokes[letter]
    // A narrow letter is centred on its grid.
    const begin = left - (size * width * (1 - share)) / 2
    for (const line of points?.split('|') ?? []) {
      const path = line.split(' ').map((point) => {
        const row = Number(point[1])
        const across = begin + (Number(point[0]) / 4) * size * width + ((6 - row) / 6) * size * slant
        return `${across.toFixed(1)} ${(y - ((6 - row) / 6) * size).toFixed(1)}`
      })
      lines.push(`M${path.join('L')}${path.length === 2 && path[0] === path[1] ? 'h.1' : ''}`)
    }
    left += advance(letter, size, width)
  }
  return `<path d="${lines.join('')}" fill="none" stroke="${colour}" stroke-width="${(size * weight).toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`
}
