import { colourOf, wheelOrder, type Roulette } from '../../../src/tables/games/roulette.ts'
import { h, setClass, setText } from '../dom.ts'
import { s } from '../instant/draw.ts'
import type { OpenStage } from './stage.ts'

const pockets = wheelOrder.length
const step = 360 / pockets
const landsMs = 7000
/** Rounds of the ball, and its radius on the rim and in the pockets. */
const rounds = 8
const rim = 91
const inside = 66
/** As in the style sheet, in units of the wheel, which is 200 wide. */
const ballWidth = 8.8
/** Milliseconds of one turn of the wheel. */
const turnMs = 16_000

const point = (degrees: number, radius: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
}

/** A sector of the ring of pockets. */
const sector = (index: number): string => {
  const [from, to] = [(index - 0.5) * step, (index + 0.5) * step]
  return `M${point(from, 82)}A82 82 0 0 1 ${point(to, 82)}L${point(to, 54)}A54 54 0 0 0 ${point(from, 54)}Z`
}

/** Stage of roulette: a wheel of 37 pockets, and a ball that lands in one of them. */
export const wheelStage: OpenStage<Roulette> = ({ board, words, isStill, announce, sound }) => {
  const wheel = s(
    'svg',
    { viewBox: '-100 -100 200 200', class: 'wheel-turns' },
    s('circle', { r: 98, class: 'wheel-bowl' }),
    s('circle', { r: 84, class: 'wheel-rim' }),
    ...wheelOrder.map((number, index) => s('path', { d: sector(index), class: `pocket pocket-${colourOf(number)}` })),
    ...wheelOrder.map((number, index) =>
      s('text', { class: 'pocket-number', y: -73, transform: `rotate(${index * step})` }, String(number)),
    ),
    s('circle', { r: 54, class: 'wheel-inner' }),
    ...[0, 1, 2, 3].map((spoke) =>
      s('path', { class: 'wheel-spoke', d: 'M0-8L0-46', transform: `rotate(${spoke * 90 + 45})` }),
    ),
    s('circle', { r: 12, class: 'wheel-hub' }),
  )
  const ball = h('i', { class: 'ball' })
  const number = h('p', { class: 'wheel-number', 'aria-hidden': 'true' })
  board.append(
    // Two layers drawn once; frames only rotate them.
    h('div', { class: 'wheel-stage' }, h('div', { class: 'wheel-box', 'aria-hidden': 'true' }, wheel, ball), number),
  )
  let hasLanded = false
  let hasStarted = false

  return {
    draw(outcome, elapsedMs) {
      const { pocket } = outcome ?? { pocket: -1 }
      const turned = isStill ? 0 : ((performance.now() % turnMs) / turnMs) * 360
      wheel.style.transform = `rotate(${turned.toFixed(2)}deg)`
      ball.style.opacity = pocket < 0 ? '0' : '1'
      if (pocket < 0) {
        hasLanded = hasStarted = false
        setText(number, '')
        return
      }
      if (!hasStarted && elapsedMs < 1000) sound()
      hasStarted = true
      const share = Math.min(1, Math.max(0, elapsedMs / landsMs))
      // The ball slows down evenly, leaves the rim in the last third, and hops twice at the end.
      const left = isStill ? 0 : (1 - share) ** 2
      const fall = Math.min(1, Math.max(0, (share - 0.62) / 0.38))
      const hop = fall > 0.55 && fall < 1 ? Math.abs(Math.sin((fall - 0.55) * 14)) * (1 - fall) * 14 : 0
      const radius = isStill ? inside : rim - (rim - inside) * fall ** 2 + hop
      const angle = turned + wheelOrder.indexOf(pocket) * step - left * rounds * 360
      ball.style.transform = `rotate(${angle.toFixed(2)}deg) translateY(${((-radius / ballWidth) * 100).toFixed(1)}%)`
      if (share < 1 || hasLanded) return
      hasLanded = true
      setText(number, String(pocket))
      setClass(number, `wheel-number wheel-number-${colourOf(pocket)}`)
      if (elapsedMs < landsMs + 1500)
        announce(`${words.pocket(String(pocket), words.colours[colourOf(pocket)] ?? '')}.`)
    },
    settled() {
      // The number in the middle shows the result.
    },
  }
}
