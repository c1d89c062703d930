import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@dhow/client/api-error'
import { textOf } from '@dhow/contract/player-texts'
import { readFault } from '../faults.ts'
import { formatTime, localizeMarks } from '../format.ts'
import { toDecimalPoint } from '../format-more.ts'
import { languageOf } from './words.tsx'

const root = join(import.meta.dirname, '../../../../..')
const groups = [
  'core',
  'screens',
  'account',
  'money',
  'play',
  'receipt',
  'receipts',
  'rewards',
  'pages',
  'help',
  'channels',
  'install',
  'tournaments',
] as const
const catalogues = import.meta.glob<{ words: unknown }>('./{en,hi,af}/*.ts', { eager: true })

describe('the catalogues', () => {
  test.each(['hi', 'af'])('%s keeps every gap of the English sentence, and translates it', (language) => {
    const faults: string[] = []
    let same = 0
    let count = 0
    for (const group of groups) {
      const own = new Map(leaves(catalogues[`./${language}/${group}.ts`]!.words))
      for (const [path, english] of leaves(catalogues[`./en/${group}.ts`]!.words)) {
        const text = own.get(path)
        count++
        if (text === undefined || text === '') faults.push(`${group}.${path} is missing`)
        else if (gaps(text) !== gaps(english)) faults.push(`${group}.${path}: ${gaps(english)} became ${gaps(text)}`)
        if (text === english) same++
      }
      const places = new Set(leaves(catalogues[`./en/${group}.ts`]!.words).map(([path]) => path))
      for (const path of own.keys()) if (!places.has(path)) faults.push(`${group}.${path} is not in English`)
    }
    expect(faults).toEqual([])
    // Product names stay the same; more equal texts would be untranslated ones.
    expect(same / count).toBeLessThan(0.06)
  })
})

describe('a refusal', () => {
  const belowMinimum = textOf('amount_minimum', { amount: '10.00', currency: 'NAD' })
  const refusal = new ApiError(
    422,
    'amount_below_minimum',
    'Minimum allowed is N$ 10',
    { amount: ['Minimum allowed is N$ 10'] },
    {},
    { message: belowMinimum, fields: { amount: [belowMinimum] } },
  )
  const inLanguage = (language: string) => {
    vi.stubGlobal('document', { documentElement: { lang: language, dataset: {} } })
    return readFault(refusal)
  }
  afterEach(() => void vi.unstubAllGlobals())

  test.each([
    ['en', 'Minimum allowed is N$ 10'],
    ['hi', 'कम से कम N$ 10 डालें'],
    ['af', 'Die minimum is N$ 10'],
  ])('is translated by its code to %s', async (language, sentence) => {
    expect(await inLanguage(language)).toEqual({ message: sentence, errors: { amount: [sentence] } })
  })

  test('shows its amount in the player’s chosen form', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: { money: 'code' } } })
    expect((await readFault(refusal)).message).toBe('Minimum allowed is NAD\u00a010')
  })

  test('keeps an operator’s text, and its English if the code is unknown', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'hi', dataset: {} } })
    const closed = new ApiError(
      403,
      'portal_forbidden',
      'Closed for the regatta.',
      {},
      {},
      {
        message: textOf('text', { text: 'Closed for the regatta.' }),
        fields: {},
      },
    )
    expect((await readFault(closed)).message).toBe('Closed for the regatta.')
    const newer = new ApiError(
      409,
      'no_such_code',
      'Something new.',
      { a: ['New.'] },
      {},
      {
        message: { code: 'no_such_code', params: {} },
        fields: { a: [{ code: 'no_such_fault', params: {} }] },
      },
    )
    expect(await readFault(newer)).toEqual({ message: 'Something new.', errors: { a: ['New.'] } })
  })
})

describe('amounts and times', () => {
  test('Afrikaans has a comma before the cents and spaces between groups, without a float', () => {
    expect(localizeMarks('N$9,007,199,254,740,993.01', 'af')).toBe(
      'N$9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0993,01',
    )
    expect(localizeMarks('₹12,34,567.50', 'hi')).toBe('₹12,34,567.50')
    expect(localizeMarks('N$1,250.00', 'en')).toBe('N$1,250.00')
  })

  test('a typed decimal comma is read in Afrikaans only', () => {
    expect(toDecimalPoint('250,5', 'af')).toBe('250.5')
    expect(toDecimalPoint('1,250', 'af')).toBe('1,250')
    expect(toDecimalPoint('1,25', 'en')).toBe('1,25')
  })

  test('a time has the form of the language', () => {
    expect(formatTime('2026-11-21T12:05:00Z', 'en')).toMatch(/^21 Nov, \d\d:05$/)
    expect(formatTime('2026-11-21T12:05:00Z', 'hi')).toMatch(/21 नव.* \d\d:05/)
    expect(formatTime('2026-03-21T12:05:00Z', 'af')).toMatch(/21 Mrt\.?,? \d\d:05/)
  })

  test('the first requested language that the portal has is chosen', () => {
    expect(languageOf(undefined, 'fr-FR,hi-IN;q=0.8,en;q=0.5')).toBe('hi')
    expect(languageOf('af', 'en')).toBe('af')
    expect(languageOf('constructor', 'xx')).toBe('en')
  })
})

describe('words outside the catalogues', () => {
  test('every text of a screen or shared component comes from the catalogues', () => {
    const found = [join(root, 'apps/player/src'), join(root, 'packages/ui/src')].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.tsx') && !file.includes('.test.') && !notOfThePortal.includes(file))
        .flatMap((file) => wordsOf(readFileSync(join(folder, file), 'utf8')).map((word) => `${file}: ${word}`)),
    )
    expect(found).toEqual([])
  })

  test('a planted word is found everywhere', () => {
    expect(wordsOf('const a = <p>Hello there</p>')).toEqual(['Hello there'])
    expect(wordsOf('const a = <input placeholder="Your name" />')).toEqual(['Your name'])
    expect(wordsOf('const a = <b aria-label={open ? "Close" : words.open} />')).toEqual(['Close'])
    expect(wordsOf('const a = <i title={`Page ${n}`}>{n > 1 && "many"}</i>')).toEqual(['many', 'Page '])
    expect(wordsOf('const a = () => toast("It is done", "good")')).toEqual(['It is done'])
    expect(wordsOf('const a = <Page title="Profile" />')).toEqual(['Profile'])
    expect(
      wordsOf('const a = <a className="main" href="/x" type={is ? "text" : "password"}>{`${n} · ${m}`}</a>'),
    ).toEqual([])
  })
})

/** Shared components that the portal does not use. */
const notOfThePortal = ['kbd.tsx', 'table.tsx']

const textAttribute =
  /^(aria-(label|description|roledescription|valuetext)|placeholder|title|alt|label|hint|lead|legend|description|closeLabel|retryLabel)$/
/** Symbols, units and names that are the same in every language. */
const everywhere = /^[\W\d_]*(Dhow|JPEG|PNG|WebP|s|MB|CSV)?[\W\d_]*$/u

interface Node {
  type: string
  [key: string]: unknown
}

/** Texts in a source file that are shown without a catalogue. */
function wordsOf(source: string): string[] {
  const found: string[] = []
  const keep = (text: unknown) => {
    if (typeof text === 'string' && /\p{L}/u.test(text) && !everywhere.test(text.trim()))
      found.push(text.trim() === text ? text : text.replace(/^\n\s*|\n\s*$/g, ''))
  }
  /** Collects the texts that an expression may evaluate to: its branches, not conditions or calls. */
  const texts = (node: Node | null | undefined): void => {
    if (!node) return
    if (node.type === 'Literal') keep(node['value'])
    else if (node.type === 'TemplateLiteral')
      for (const quasi of node['quasis'] as { value: { cooked: string } }[]) keep(quasi.value.cooked)
    else if (node.type === 'ConditionalExpression') {
      texts(node['consequent'] as Node)
      texts(node['alternate'] as Node)
    } else if (node.type === 'LogicalExpression' || (node.type === 'BinaryExpression' && node['operator'] === '+')) {
      texts(node['left'] as Node)
      texts(node['right'] as Node)
    } else if (node.type === 'JSXExpressionContainer') texts(node['expression'] as Node)
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!node || typeof node !== 'object') return
    const here = node as Node
    if (here.type === 'JSXText') keep((here['value'] as string).trim())
    if (here.type === 'JSXElement' || here.type === 'JSXFragment')
      for (const child of here['children'] as Node[]) if (child.type === 'JSXExpressionContainer') texts(child)
    if (here.type === 'JSXAttribute' && textAttribute.test(nameOf(here['name'] as Node))) texts(here['value'] as Node)
    if (here.type === 'CallExpression' && (here['callee'] as Node)['name'] === 'toast')
      texts((here['arguments'] as Node[])[0])
    for (const value of Object.values(here)) walk(value)
  }
  walk(parseSync('file.tsx', source).program)
  return found
}

const nameOf = (name: Node): string => String(name['name'])

function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}

const gaps = (text: string): string =>
  [...text.matchAll(/\{\w+\}/g)]
    .map(([gap]) => gap)
    .sort()
    .join(' ')
