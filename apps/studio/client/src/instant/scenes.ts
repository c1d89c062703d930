import { s } from './draw.ts'
import type { Slug } from './stages.ts'

type Shape = SVGElement

/** Parts of a scene: `above` is aligned to the top of the stage, `below` to its bottom, at any width. */
interface Scene {
  above?: () => Shape[]
  /** Along the top edge, three times as wide: a wide stage shows more of it without scaling. */
  edge?: () => Shape[]
  below: () => Shape[]
}

const path = (tone: string, d: string, props: Record<string, string | number> = {}): Shape =>
  s('path', { class: tone, d, ...props })
const dot = (tone: string, cx: number, cy: number, r: number): Shape => s('circle', { class: tone, cx, cy, r })
const times = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, index) => make(index))
/** Spreads `count` points over 0 … 1, evenly and without a visible pattern (the golden ratio's fractions). */
const spread = (index: number, turn = 0.618034): number => (index * turn) % 1

const waves = (tone: string, y: number, step: number): Shape =>
  path(tone, `M-20 ${y}q${step / 2}-7 ${step} 0t${step} 0${` ${step} 0`.repeat(Math.ceil(440 / step))}V320H-20z`)

const stars = (count: number, height: number): Shape[] =>
  times(count, (index) =>
    dot('tone-light', spread(index) * 400, spread(index, 0.7548) * height, 0.5 + (index % 3) * 0.35),
  )

const strung = (from: number, to: number, y: number, sag: number, lamps: number): Shape[] => [
  path('stroke-dark', `M${from} ${y}Q${(from + to) / 2} ${y + sag * 2} ${to} ${y}`),
  ...times(lamps, (index) => {
    const share = (index + 1) / (lamps + 1)
    return dot('tone-lamp', from + (to - from) * share, y + 4 * sag * share * (1 - share) + 4, 3.2)
  }),
]

/** A row of flat roofs with lit windows, from `x` on. */
const town = (x: number): Shape[] => {
  const heights = [34, 52, 28, 44, 66, 38, 50, 30, 58, 40]
  return heights.flatMap((height, index) => {
    const left = x + index * 22
    const walls = path('tone-far', `M${left} 226v-${height}h21v${height}z`)
    const windows = times(Math.floor(height / 18), (floor) =>
      path('tone-window', `M${left + 5 + ((index + floor) % 2) * 7} ${218 - floor * 15}h3.5v5h-3.5z`),
    )
    return [walls, ...windows]
  })
}

/** Scenes behind the boards, a row for each game. Their tones are colours of scenes.css. */
const scenes: Record<Slug, Scene> = {
  // Dusk quay, with the town across the water.
  dice: {
    above: () => [...strung(-10, 210, 8, 16, 7), ...strung(190, 410, 6, 18, 7)],
    below: () => [
      ...town(-8),
      ...town(212),
      path('tone-mid', 'M-10 224h420v40h-420z'),
      ...times(9, (index) =>
        path('stroke-light', `M${index * 46 - 6} ${234 + (index % 3) * 8}h${14 + (index % 2) * 10}`),
      ),
      path('tone-near', 'M-10 258h420v50h-420z'),
      ...times(8, (index) => path('stroke-dark', `M${index * 54 - 10} 260v16M${index * 54 + 17} 276v30M-10 276h420`)),
      path('tone-far', 'M40 258v-14q0-5 7-5t7 5v14zM346 258v-14q0-5 7-5t7 5v14z'),
    ],
  },
  // Open sea at night, with a boat in distress.
  limbo: {
    above: () => stars(60, 190),
    below: () => [
      waves('tone-far', 248, 50),
      path('tone-near', 'M292 250c14 4 40 4 56-1-4 9-12 14-22 14h-18c-8 0-13-5-16-13z'),
      path('stroke-near', 'M318 250v-26l16 21'),
      waves('tone-mid', 262, 66),
      waves('tone-near', 280, 88),
    ],
  },
  // Under water: light from above, sand, coral and kelp.
  mines: {
    above: () =>
      times(5, (index) =>
        path(
          'tone-ray',
          `M${20 + index * 84} -4h${26 + (index % 2) * 16}l${30 - index * 18} 250h-${58 - (index % 2) * 14}z`,
        ),
      ),
    below: () => [
      path('tone-far', 'M-10 262c60-20 120-14 190-6s140 8 240-10v60h-430z'),
      ...[14, 34, 372, 388].map((x, index) =>
        path('stroke-kelp', `M${x} 300c-10-26 12-40 2-66s10-34 2-${52 + index * 8}`),
      ),
      ...[
        [58, 272, 1],
        [338, 268, 1.2],
      ].map(([x = 0, y = 0, scale = 1]) =>
        path('stroke-coral', `M0 8V-14M0-4l-10-12M0-4l10-14M-10-16v-9M10-18v-8M0-14l-5-12M0-14l6-11`, {
          transform: `translate(${x} ${y}) scale(${scale})`,
        }),
      ),
      path('tone-near', 'M-10 284c70-14 150-6 220-2s130 4 210-8v40h-430z'),
      ...times(10, (index) =>
        dot('tone-light', 20 + spread(index) * 360, 200 + spread(index, 0.7548) * 80, 1 + (index % 3)),
      ),
    ],
  },
  // Bead seller's stall: an awning, and strings of beads on both sides.
  plinko: {
    edge: () =>
      times(30, (index) =>
        path(index % 2 === 0 ? 'tone-cloth' : 'tone-linen', `M${index * 40} -2h40v14q0 12-20 12t-20-12z`),
      ),
    above: () =>
      [16, 34, 366, 384].flatMap((x, string) => [
        path('stroke-dark', `M${x} 0v${140 + (string % 2) * 34}`),
        ...times(8 + (string % 2) * 2, (index) =>
          dot(['tone-lamp', 'tone-cloth', 'tone-sea'][(index + string) % 3] ?? 'tone-lamp', x, 34 + index * 14, 4),
        ),
      ]),
    below: () => [
      path('tone-far', 'M-10 270h420v40h-420z'),
      path('tone-near', 'M-10 282h420v30h-420z'),
      ...times(13, (index) => path('stroke-dark', `M${index * 34 - 8} 270v12`)),
      ...[30, 62, 94, 306, 338, 370].map((x, index) =>
        path(['tone-cloth', 'tone-lamp', 'tone-sea'][index % 3] ?? 'tone-lamp', `M${x - 13} 270q13-17 26 0z`),
      ),
    ],
  },
  // Ship's deck, with the sea behind its rail.
  wheel: {
    above: () => [path('stroke-dark', 'M-6 40 96 -6M406 40 304 -6M-6 88 150 -6M406 88 250 -6')],
    below: () => [
      waves('tone-far', 214, 58),
      path('tone-mid', 'M-10 236h420v10h-420z'),
      ...times(15, (index) => path('tone-mid', `M${index * 30 - 14} 244h6l2 10-2 16h-6l-2-16z`)),
      path('tone-near', 'M-10 268h420v44h-420z'),
      ...times(13, (index) => path('stroke-dark', `M${200 + (index - 6) * 38} 268L${200 + (index - 6) * 62} 312`)),
    ],
  },
  // Lanterns over a lake.
  keno: {
    above: () => stars(26, 90),
    below: () => [
      path('tone-far', 'M-10 244c50-46 80-10 120-34s70-20 100 6 60-30 100-14 60 26 100 8v60h-420z'),
      path('tone-near', 'M-10 250h420v60h-420z'),
      ...times(12, (index) => {
        const [x, y] = [12 + index * 34, 254 + spread(index, 0.7548) * 24]
        return s(
          'g',
          {},
          dot('tone-glow', x, y, 11),
          path('tone-lamp', `M${x - 4} ${y - 5}h8l2 9h-12z`),
          path('stroke-light', `M${x - 7} ${y + 8}h14`),
        )
      }),
    ],
  },
  // Low tide: wet sand, rocks, and a lighthouse with its beam.
  hilo: {
    below: () => [
      path('tone-ray', 'M298 172 -20 118v76z'),
      path('tone-far', 'M-10 236h420v30h-420z'),
      path('tone-near', 'M262 244c8-26 28-36 44-38s30 4 60 14 40 8 60 10v14z'),
      path('tone-linen', 'M291 208l3-34h12l3 34z'),
      path('tone-cloth', 'M292.500 192h15l.8 8h-16.600z'),
      path('tone-lamp', 'M294 164h12v9h-12z'),
      path('tone-near', 'M291 164l9-9 9 9zM291 173h18v2h-18z'),
      path('tone-mid', 'M-10 256c80-10 160-4 230 2s120 2 200-6v60h-430z'),
      ...times(7, (index) => path('stroke-light', `M${index * 60 - 8} ${272 + (index % 3) * 9}q16-5 32 0`)),
      path('tone-near', 'M-10 300c10-22 34-30 52-24s26 14 30 26z'),
    ],
  },
  // Room: panelled walls, two round windows, a lamp over the table.
  blackjack: {
    above: () => [
      ...times(11, (index) => path('stroke-dark', `M${index * 40} -4v220`)),
      ...[112, 288].flatMap((x) => [
        dot('tone-brass', x, 74, 33),
        dot('tone-far', x, 74, 27),
        path('tone-sea', `M${x - 25} 84q12-6 25 0t25 0a27 27 0 0 1-50 0z`),
      ]),
      path('stroke-brass', 'M200 -4v16'),
      path('tone-brass', 'M184 26l8-14h16l8 14z'),
      dot('tone-glow', 200, 30, 46),
      dot('tone-lamp', 200, 28, 5),
    ],
    below: () => [
      path('stroke-brass', 'M-10 238h420M-10 244h420'),
      path('tone-near', 'M-10 286q210-26 420 0v30h-420z'),
      path('stroke-brass', 'M-10 286q210-26 420 0'),
    ],
  },
}

/** Draws a game's scene into its stage, behind the board. */
export function drawScene(stage: HTMLElement, slug: Slug): void {
  const { above, edge, below } = scenes[slug]
  const sheet = (part: string, at: string, shapes: Shape[], width = 400) =>
    s(
      'svg',
      {
        class: `art art-${part}`,
        viewBox: `0 0 ${width} 300`,
        preserveAspectRatio: `xMid${at} slice`,
        'aria-hidden': 'true',
      },
      ...shapes,
    )
  stage.prepend(
    ...(above ? [sheet('above', 'YMin', above())] : []),
    ...(edge ? [sheet('edge', 'YMin', edge(), 1_200)] : []),
    sheet('below', 'YMax', below()),
  )
}
