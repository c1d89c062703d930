import { unreadable } from './statement-file.ts'

/** An element by its local name: prefixes do not matter here. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const depthAtMost = 40
const elementsAtMost = 400_000

/**
 * The XML of statements and no more: elements, attributes, text, comments, CDATA, the five named entities and numbered characters. What
 * declares a type or an entity is refused, so nothing in a file can grow or fetch anything.
 * @throws Refusal `statement_unreadable`
 */
export function readXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [top]
  let elements = 0
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<', at)
    if (start < 0) break
    open.at(-1)!.text += unescaped(text.slice(at, start))
    if (text.startsWith('<!--', start)) at = after(text, '-->', start)
    else if (text.startsWith('<![CDATA[', start)) {
      at = after(text, ']]>', start)
      open.at(-1)!.text += text.slice(start + 9, at - 3)
    } else if (text.startsWith('<!', start))
      throw unreadable('This XML declares types or entities of its own, which no bank does. Nothing was imported.')
    else if (text.startsWith('<?', start)) at = after(text, '?>', start)
    else {
      at = after(text, '>', start)
      const tag = text.slice(start + 1, at - 1)
      if (tag.startsWith('/')) {
        const closed = open.pop()!
        if (open.length === 0 || closed.name !== localName(tag.slice(1).trim()))
          throw unreadable('This XML is broken: a tag is closed that was not opened.')
        continue
      }
      const isEmpty = tag.endsWith('/')
      const element = elementOf(isEmpty ? tag.slice(0, -1) : tag)
      open.at(-1)!.children.push(element)
      if (++elements > elementsAtMost) throw unreadable('This XML is too large.')
      if (isEmpty) continue
      open.push(element)
      if (open.length > depthAtMost) throw unreadable('This XML is nested too deeply for a statement.')
    }
  }
  if (open.length !== 1 || !top.children[0]) throw unreadable('This XML is broken: a tag is never closed.')
  return top.children[0]
}

/** The child at the end of a path of local names. */
export function find(element: Element | undefined, ...path: string[]): Element | undefined {
  let here = element
  for (const name of path) here = here?.children.find((child) => child.name === name)
  return here
}

export const textOf = (element: Element | undefined, ...path: string[]): string =>
  find(element, ...path)?.text.trim() ?? ''

export const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from)
  if (found < 0) throw unreadable('This XML is broken: it ends in the middle of a tag.')
  return found + end.length
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function elementOf(tag: string): Element {
  const name = /^[^\s/]+/.exec(tag)?.[0]
  if (name === undefined) throw unreadable('This XML is broken: a tag has no name.')
  const attributes: Record<string, string> = {}
  for (const [, key = '', double, single] of tag
    .slice(name.length)
    .matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(key)] = unescaped(double ?? single ?? '')
  return { name: localName(name), attributes, children: [], text: '' }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (_, name: string) => {
    if (!name.startsWith('#')) {
      const known = named[name]
      if (known === undefined) throw unreadable(`This XML uses the entity ${name.slice(0, 20)}, which it may not.`)
      return known
    }
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
  })
}
