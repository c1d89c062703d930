const svg = 'http://www.w3.org/2000/svg'

/** Loudspeaker icon; the style shows its waves while its button is pressed. */
export function speaker(): SVGSVGElement {
  const icon = document.createElementNS(svg, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = (kind: string, d: string): void => {
    const one = document.createElementNS(svg, 'path')
    one.setAttribute('class', kind)
    one.setAttribute('d', d)
    icon.append(one)
  }
  path('speaker-body', 'M4 9.5v5h3.5L12 19V5L7.5 9.5z')
  path('speaker-waves', 'M15 9.2a4 4 0 0 1 0 5.6M17.6 6.8a7.5 7.5 0 0 1 0 10.4')
  path('speaker-off', 'M15.5 9.8l4.4 4.4M19.9 9.8l-4.4 4.4')
  return icon
}
