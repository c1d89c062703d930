type Props = Record<string, string | number | undefined>

/** Makes an SVG element; texts are always texts. */
export function s<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  props: Props = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(props)) if (value !== undefined) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}

/** Hundredths for people: 1234 is 12.34. */
export const hundredths = (value: number): string =>
  `${Math.floor(value / 100).toLocaleString('en')}.${String(value % 100).padStart(2, '0')}`

/** A multiplier in ten-thousandths for people, with as many decimals as it has, at least two. */
export function times(multiplier: number): string {
  const whole = Math.floor(multiplier / 10_000).toLocaleString('en')
  const fraction = String(multiplier % 10_000)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${whole}.${fraction}×`
}

/** A multiplier for where there is little room: 0.49, 13, 8.7k. */
export function brief(multiplier: number): string {
  const value = multiplier / 10_000
  if (value >= 1000) return `${Math.round(value / 100) / 10}k`
  return value >= 10 ? String(Math.round(value)) : String(value)
}

/** Calls `draw` each frame with 0 … 1, and once with 1 at the end. Without motion only that. */
export function animate(durationMs: number, isStill: boolean, draw: (share: number) => void): Promise<void> {
  if (isStill || document.hidden) {
    draw(1)
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const startMs = performance.now()
    let isDone = false
    const end = (): void => {
      if (isDone) return
      isDone = true
      document.removeEventListener('visibilitychange', end)
      draw(1)
      resolve()
    }
    const frame = (nowMs: number): void => {
      if (isDone) return
      const share = Math.min(1, Math.max(0, (nowMs - startMs) / durationMs))
      if (share === 1) return end()
      draw(share)
      requestAnimationFrame(frame)
    }
    // A hidden page gets no frames; what was moving is then simply there.
    document.addEventListener('visibilitychange', end)
    requestAnimationFrame(frame)
  })
}

export const easeOut = (share: number): number => 1 - (1 - share) ** 3
