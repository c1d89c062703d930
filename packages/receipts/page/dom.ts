/** Makes an element with attributes and children; strings become text, so nothing of a file becomes markup. */
export function element(
  name: string,
  attributes: Record<string, string> = {},
  ...children: (string | Node)[]
): HTMLElement {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** An icon of one path: a tick or a cross. */
export function icon(path: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', fill: 'none', 'aria-hidden': 'true' }))
    svg.setAttribute(key, value)
  const line = document.createElementNS(space, 'path')
  for (const [key, value] of Object.entries({
    d: path,
    stroke: 'currentColor',
    'stroke-width': '3',
    'stroke-linecap': 'round',
  }))
    line.setAttribute(key, value)
  svg.append(line)
  return svg
}

/** Element by id. @throws Error if missing */
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
