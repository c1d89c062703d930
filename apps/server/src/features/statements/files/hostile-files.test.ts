import { inEnglish } from '../../../platform/texts.ts'
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CsvMapping, StatementFormat } from '@dhow/contract/statements'
import { benignFiles, hostileFiles } from '../../../../test/hostile-files.mjs'
import { runAtOnce } from '../../../../test/parts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isStorable } from '../../../platform/storable-text.ts'
import { formatOf, readStatement } from './index.ts'

/**
 * Malformed or malicious files. A reader counts each examined character and gives up above eight per character, so that
 * a file judged without giving up was read in linear time, on any machine.
 */

const mapping: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ',',
  header_rows: 1,
  date: 1,
  date_format: 'DD/MM/YYYY',
  decimal: '.',
  amount: 2,
  credit: null,
  debit: null,
  reference: 3,
  text: [4],
  bank_id: null,
}
const size = 100_000

/** Number of lines, or the sentence of the refusal; any other error fails the test. */
function outcome(bytes: Buffer, format: StatementFormat): string {
  try {
    const { lines } = runAtOnce(readStatement(bytes, format, mapping))
    for (const line of lines) {
      expect(line.day).toMatch(/^20\d\d-\d\d-\d\d$/)
      expect(line.amountMinor === 0n || line.text.length > 400 || line.reference.length > 140).toBe(false)
      for (const text of [line.text, line.reference, line.bankId ?? '']) expect(isStorable(text)).toBe(true)
    }
    return `${lines.length} lines`
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'statement_unreadable') throw error
    return error.text ? inEnglish(error.text) : ''
  }
}

it.each(Object.entries(benignFiles))('%s as a bank sends it is read completely', (format, make) => {
  expect(outcome(Buffer.from(make(size)), format as StatementFormat)).toMatch(/^\d{3,} lines$/)
})

it.each(hostileFiles)('$format with $name is read or refused within its budget', ({ format, make }) => {
  expect(outcome(Buffer.from(make(size)), format)).not.toMatch(/takes too long/)
})

it('a reader lets other calls run while it reads a large file', () => {
  for (const [format, make] of Object.entries(benignFiles)) {
    const text = make(4 * size)
    let turns = 0
    const work = readStatement(Buffer.from(text), format as StatementFormat, mapping)
    while (!work.next().done) turns++
    expect([format, turns >= 4]).toEqual([format, true])
  }
})

const folder = new URL('corpus/', import.meta.url)
const seeds = readdirSync(folder).map((name) => readFileSync(new URL(name, folder)))
const formats: StatementFormat[] = ['camt053', 'mt940', 'ofx', 'csv']
const tokens = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '&',
    '&amp;',
    '&#0;',
    '&#xd800;',
    '&#xffffff;',
    '"',
    "'",
    '=',
    'a:',
  ],
  ...[
    '\n',
    '\r',
    '\n:',
    ':61:',
    ':86:',
    ':62F:',
    '-}',
    '?20',
    '//',
    ',',
    ';',
    '\t',
    ' ',
    '\0',
    '\u00a0',
    '\ud800',
    '\u202e',
    '٣',
  ],
  ...[
    '<STMTTRN>',
    '</STMTTRN>',
    '<OFX>',
    '<Ntry>',
    '</Ntry>',
    '<TxDtls>',
    '-',
    '(',
    '1e9',
    '99999999999999',
    '0',
    '__proto__',
  ],
]
/** One change to a file: a part repeated, removed, or replaced. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(200),
  times: fc.nat(4),
  token: fc.constantFrom('', ...tokens),
})

it('each change of a valid file gives lines or a named refusal', () => {
  const seed = fc.constantFrom(...seeds)
  fc.assert(
    fc.property(
      seed,
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...formats),
      (file, changes, other) => {
        let bytes = file
        for (const { at, length, times, token } of changes) {
          const from = Math.floor(at * bytes.length)
          const piece = bytes.subarray(from, from + length)
          const put = [...Array.from({ length: times }, () => piece), Buffer.from(token.repeat(times + 1))]
          bytes = Buffer.concat([bytes.subarray(0, from), ...put, bytes.subarray(from + length)])
        }
        for (const format of new Set([formatOf(bytes), other]))
          expect(outcome(bytes, format)).not.toMatch(/takes too long/)
      },
    ),
    { seed: 23, numRuns: 400 },
  )
})
