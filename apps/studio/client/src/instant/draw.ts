type Props = Record<string, string | number | undefined>

/** Makes an SVG element; strings become text, never markup. */
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

/** Formats hundredths: 1234 is 12.34. */
export const hundredths = (value: number): string =>
  `${Math.floor(value / 100).toLocaleString('en')}.${String(value % 100).padStart(2, '0')}`

/** Formats a multiplier in ten-thousandths, with all its decimals, at least two. */
export function times(multiplier: number): string {
  const whole = Math.floor(multiplier / 10_000).toLocaleString('en')
  const fraction = String(multiplier % 10_000)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${whole}.${fraction}×`
}

/** Formats a multiplier short: 0.49, 13, 8.7k. */
export function brief(multiplier: number): string {
  const value = multiplier / 10_000
  if (value >= 1000) return `${Math.round(value / 100) / 10}k`
  return value >= 10 ? String(Math.round(value)) : String(value)
}

/** Calls `draw` each frame with 0 … 1, and with 1 at the end; with reduced motion only that. */
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
    // A hidden page gets no frames, so finish at once.
    document.addEventListener('visibilitychange', end)
    requestAnimationFrame(frame)
  })
}

export const easeOut = (share: number): number => 1 - (1 - share) ** 3
