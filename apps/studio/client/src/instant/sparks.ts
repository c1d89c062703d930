import { h } from '../dom.ts'

const flightMs = 640
const counts = { pearl: 10, urchin: 16 }

/** Particles that fly from a cell of the board and fade: bubbles for a pearl, sand and spikes for an urchin. */
export function openSparks(board: HTMLElement, isStill: boolean) {
  // Outside the board's buttons, which particles would make wider.
  const layer = h('div', { class: 'sparks', 'aria-hidden': 'true' })
  board.append(layer)

  return (part: Element, kind: keyof typeof counts): void => {
    if (isStill || document.hidden) return
    const own = part.getBoundingClientRect()
    const whole = layer.getBoundingClientRect()
    const reach = own.width * (kind === 'urchin' ? 1.5 : 0.95)
    for (let index = 0; index < counts[kind]; index++) {
      const spark = h('i', { class: `spark spark-${kind}` })
      spark.style.left = `${own.left - whole.left + own.width / 2}px`
      spark.style.top = `${own.top - whole.top + own.height / 2}px`
      layer.append(spark)
      const angle = (index / counts[kind]) * 2 * Math.PI + (index % 3) * 0.21
      const far = reach * (0.55 + ((index * 0.618034) % 1) * 0.45)
      const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far]
      // Bubbles rise, sand sinks.
      const drift = own.height * (kind === 'pearl' ? -0.3 : 0.25)
      const motion = spark.animate(
        [
          { transform: 'translate(-50%, -50%) scale(1)', opacity: 1 },
          {
            transform: `translate(calc(-50% + ${x.toFixed(1)}px), calc(-50% + ${(y + drift).toFixed(1)}px)) scale(0.35)`,
            opacity: 0,
          },
        ],
        { duration: flightMs + (index % 4) * 60, easing: 'cubic-bezier(0.12, 0.7, 0.3, 1)' },
      )
      motion.onfinish = motion.oncancel = () => spark.remove()
    }
  }
}
