import type { Sliced } from '../../../platform/sliced.ts'
import { openScanner, type Scanner } from './scanner.ts'
import { maxFieldLength, unreadable } from './statement-file.ts'

/** An element by its local name, without prefix. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const maxDepth = 40
const maxElements = 400_000
const maxAttributes = 50

/**
 * Parses the XML of statements only: elements, attributes, text, comments, CDATA, the five named entities and numeric
 * characters. Type and entity declarations are refused, so that nothing can expand or be fetched.
 * @throws Refusal `statement_unreadable`
 */
export function* readXml(text: string): Sliced<Element> {
  const scan = openScanner(text)
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [top]
  let elements = 0
  for (;;) {
    if (scan.isSliceDone()) yield
    const here = open.at(-1) ?? top
    const before = scan.through('<')
    if (before === undefined) break
    addText(here, unescaped(before))
    if (scan.take(/!--/y)) inside(scan, '-->')
    else if (scan.take(/!\[CDATA\[/y)) addText(here, inside(scan, ']]>'))
    else if (scan.take(/!/y)) throw unreadable('file_own_types', { format: 'XML' })
    else if (scan.take(/\?/y)) inside(scan, '?>')
    else if (scan.take(/\//y)) {
      const closed = open.pop()
      if (open.length === 0 || closed?.name !== localName(inside(scan, '>').trim()))
        throw unreadable('file_xml_not_opened', {})
    } else {
      const { element, isEmpty } = readTag(scan)
      here.children.push(element)
      if (++elements > maxElements) throw unreadable('file_xml_large', {})
      if (isEmpty) continue
      open.push(element)
      if (open.length > maxDepth) throw unreadable('file_xml_deep', {})
    }
  }
  if (open.length !== 1 || !top.children[0]) throw unreadable('file_xml_open', {})
  return top.children[0]
}

/** Descendant at a path of local names. */
export function find(element: Element | undefined, ...path: string[]): Element | undefined {
  let here = element
  for (const name of path) here = here?.children.find((child) => child.name === name)
  return here
}

export const textOf = (element: Element | undefined, ...path: string[]): string =>
  find(element, ...path)?.text.trim() ?? ''

export const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Blanks between tags are layout, not text. */
function addText(element: Element, text: string) {
  if (text.trim() === '') return
  element.text += text
  if (element.text.length > maxFieldLength) throw unreadable('file_field_long', { format: 'XML' })
}

/** Text before the mark that ends a section. */
function inside(scan: Scanner, end: string): string {
  const text = scan.through(end)
  if (text === undefined) throw unreadable('file_xml_cut', {})
  return text
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const tagName = /[^\s/>=<"']{1,200}/y
const attribute = /\s{1,2000}([^\s/>=<"']{1,200})\s{0,200}=\s{0,200}(?:"([^"<]{0,20000})"|'([^'<]{0,20000})')/y
const tagEnd = /\s{0,2000}(\/?)>/y

/** Parses one start tag, after its `<`: each character is examined once. */
function readTag(scan: Scanner): { element: Element; isEmpty: boolean } {
  const name = scan.take(tagName)
  if (!name) throw unreadable('file_xml_no_name', {})
  const attributes: Record<string, string> = {}
  for (let count = 0; ; count++) {
    const end = scan.take(tagEnd)
    if (end)
      return { element: { name: localName(name[0]), attributes, children: [], text: '' }, isEmpty: end[1] === '/' }
    const found = scan.take(attribute)
    if (!found) throw unreadable('file_xml_malformed', {})
    if (count >= maxAttributes) throw unreadable('file_xml_attributes_many', {})
    attributes[localName(found[1] ?? '')] = unescaped(found[2] ?? found[3] ?? '')
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,40});/gi, (_, name: string) => {
    if (!name.startsWith('#')) {
      const known = named[name]
      if (known === undefined) throw unreadable('file_xml_entity', { entity: name })
      return known
    }
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' '
  })
}
