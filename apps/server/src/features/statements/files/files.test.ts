import { inEnglish } from '../../../platform/texts.ts'
import { describe, expect, it } from 'vitest'
import type { CsvMapping } from '@dhow/contract/statements'
import { Refusal } from '../../../platform/refusal.ts'
import { runAtOnce } from '../../../../test/parts.ts'
import { formatOf, readStatement } from './index.ts'
import { readAmount } from './statement-file.ts'

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
const read = (text: string | Buffer, changed: Partial<CsvMapping> = {}) => {
  const bytes = Buffer.from(text)
  return runAtOnce(readStatement(bytes, formatOf(bytes), { ...mapping, ...changed }))
}
function refusedFor(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.text ? inEnglish(error.text) : ''}`
    throw error
  }
  return 'taken'
}

describe('an amount of a statement', () => {
  it.each([
    ['1234.50', '.', 123_450n],
    ['1,234.50', '.', 123_450n],
    ['12,34,567.5', '.', 123_456_750n],
    ["1'234.50", '.', 123_450n],
    ['1.234,50', ',', 123_450n],
    ['1.234,50-', ',', -123_450n],
    ['-20', '.', -2_000n],
    ['(20.00)', '.', -2_000n],
    ['20.00 DR', '.', -2_000n],
    ['20.00CR', '.', 2_000n],
    ['0.01', '.', 1n],
  ] as const)('%s with the mark %s', (text, mark, minor) => expect(readAmount(text, mark)).toBe(minor))

  it.each([
    '',
    '-',
    '1.2.3',
    '1e5',
    '0x10',
    'NaN',
    'Infinity',
    '١٢',
    '1,23',
    '12.345',
    '--5',
    '-5-',
    '(5',
    '9999999999999',
    '=1+1',
    '1 2',
    '5.',
    '.5',
    'five',
    '1,2345.00',
    '9'.repeat(60),
  ])('is none: %s', (text) => expect(readAmount(text, '.')).toBeUndefined())
})

describe('a CSV', () => {
  it('is read by its mapping, including quotes, blank rows and Windows line ends', () => {
    const text =
      '\ufeffDate,Amount,Reference,Details\r\n21/11/2026,"1,500.00",AB-12 34,"Paid by ""Ester"", branch"\r\n\r\n20/11/2026,-20.00,,fee\r\n'
    expect(read(text).lines).toEqual([
      {
        day: '2026-11-21',
        amountMinor: 150_000n,
        reference: 'AB-12 34',
        text: 'Paid by "Ester", branch',
        bankId: undefined,
      },
      { day: '2026-11-20', amountMinor: -2_000n, reference: '', text: 'fee', bankId: undefined },
    ])
  })

  it('is read with two amount columns, decimal commas, and Windows-1252 letters', () => {
    const text = Buffer.from('x;y\n21.11.2026;;1.234,50;G\xe4ste\n22.11.2026;7,00;;Zur\xfcck\n', 'latin1')
    const changed = {
      delimiter: ';',
      encoding: 'windows-1252',
      decimal: ',',
      date_format: 'DD.MM.YYYY',
      amount: null,
      debit: 2,
      credit: 3,
      reference: 4,
      text: [],
    } as const
    expect(read(text, { ...changed, text: [] }).lines.map((line) => [line.amountMinor, line.reference])).toEqual([
      [123_450n, 'Gäste'],
      [-700n, 'Zurück'],
    ])
  })

  it.each([
    ['a formula', 'D,A\n21/11/2026,5,=HYPERLINK("http://x")', /formula/],
    ['another formula', 'D,A\n21/11/2026,5,@SUM(1)', /formula/],
    ['a formula for an amount', 'D,A\n21/11/2026,=1+1', /formula/],
    ['a day that does not exist', 'D,A\n31/02/2026,5', /not a day/],
    ['an amount that is none', 'D,A\n21/11/2026,five', /not an amount/],
    ['no amount at all', 'D,A\n21/11/2026,0.00', /no amount/],
    ['a quotation mark that is never closed', 'D,A\n21/11/2026,5,"oh', /never closed/],
    ['letters after a quotation mark', 'D,A\n21/11/2026,5,"oh"no', /follows a closing/],
    ['only a header', 'D,A\n', /no line/],
    ['no text', Buffer.from([0x44, 0x00, 0x41, 0x00]), /not a text file/],
    ['UTF-16', Buffer.from('\ufeffD,A', 'utf16le'), /UTF-16/],
    ['letters that are no UTF-8', Buffer.from('D,A\n21/11/2026,5,\xe4', 'latin1'), /not UTF-8/],
    ['too many columns', `D,A\n21/11/2026,5${',x'.repeat(100)}`, /columns/],
    ['a cell that is too long', `D,A\n21/11/2026,5,${'x'.repeat(3_000)}`, /too long/],
  ])('with %s is refused with the reason', (_name, text, why) => {
    expect(refusedFor(() => read(text))).toMatch(/^statement_unreadable/)
    expect(refusedFor(() => read(text))).toMatch(why)
  })

  it('with too many lines is refused', () => {
    const bytes = Buffer.from('D,A\n' + '21/11/2026,5\n'.repeat(12))
    expect(refusedFor(() => runAtOnce(readStatement(bytes, 'csv', mapping, 10)))).toMatch(/too many rows/)
    expect(runAtOnce(readStatement(bytes, 'csv', mapping, 12)).lines).toHaveLength(12)
  })
})

const mt940 = `{1:F01XXXXXXXXXXXX0000000000}{2:I940XXXXXXXXXXXXN}{4:
:20:STATEMENT1
:25:480001/0800123456
:28C:1/1
:60F:C261120NAD1000,00
:61:2611211121C500,00NTRFAB1234//BANK-1
more of it
:86:?20Paid by?21Ester Nangolo
 second line
:61:261121RC20,5NMSCNONREF
:86:taken back
:62F:C261121NAD1479,50
-}`

const camt = (more = '', closing = '1479.50') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>0800123456</Id></Othr></Id><Ccy>NAD</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="NAD">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="NAD">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="NAD">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>BANK-1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>AB1234</EndToEndId></Refs><RmtInf><Ustrd>Paid by &amp; for</Ustrd></RmtInf><RltdPties><Dbtr><Nm>Ester Nangolo</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="NAD">20.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>
<TxDtls><Refs><EndToEndId>W1</EndToEndId></Refs><Amt Ccy="NAD">10.50</Amt></TxDtls><TxDtls><Refs><EndToEndId>W2</EndToEndId></Refs><Amt Ccy="NAD">10.00</Amt></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="NAD">99.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>${more}
</Stmt></BkToCstmrStmt></Document>`

const ofx1 = `OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NAD<BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261121120000[+2:CAT]<TRNAMT>500.00<FITID>BANK-1<NAME>Ester &amp; Co<MEMO>AB1234</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261121<TRNAMT>-20.50<FITID>BANK-2</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>1479.50<DTASOF>20261121</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe('the other formats', () => {
  it('MT940: days, amounts, reversals, references and the bank’s remarks', () => {
    expect(read(mt940)).toEqual({
      currency: 'NAD',
      openingMinor: 100_000n,
      closingMinor: 147_950n,
      lines: [
        {
          day: '2026-11-21',
          amountMinor: 50_000n,
          reference: 'AB1234',
          text: 'more of it Paid by Ester Nangolo second line',
          bankId: 'BANK-1',
        },
        { day: '2026-11-21', amountMinor: -2_050n, reference: '', text: 'taken back', bankId: undefined },
      ],
    })
  })

  it('camt.053: booked entries, a batch split into its parts', () => {
    const { lines, currency, openingMinor, closingMinor } = read(camt())
    expect([currency, openingMinor, closingMinor]).toEqual(['NAD', 100_000n, 147_950n])
    expect(lines.map((line) => [line.amountMinor, line.reference, line.bankId])).toEqual([
      [50_000n, 'AB1234', 'BANK-1'],
      [-1_050n, 'W1', '/1'],
      [-1_000n, 'W2', '/2'],
    ])
    expect(lines[0]!.text).toBe('Paid by & for Ester Nangolo')
  })

  it('OFX of both versions', () => {
    const expected = [
      { day: '2026-11-21', amountMinor: 50_000n, reference: '', text: 'Ester & Co AB1234', bankId: 'BANK-1' },
      { day: '2026-11-21', amountMinor: -2_050n, reference: '', text: '', bankId: 'BANK-2' },
    ]
    expect(read(ofx1).lines).toEqual(expected)
    const ofx2 = `<?xml version="1.0"?><?OFX OFXHEADER="200"?>${ofx1.slice(ofx1.indexOf('<OFX>')).replace(/<(TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO|CURDEF|BALAMT|DTASOF)>([^<]*)/g, '<$1>$2</$1>')}`
    expect(read(ofx2).lines).toEqual(expected)
  })

  it('lines that do not add up to the closing balance are refused', () => {
    expect(refusedFor(() => read(camt('', '1479.49')))).toMatch(/add up/)
    expect(refusedFor(() => read(mt940.replace('C500,00', 'C600,00')))).toMatch(/add up/)
  })

  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`
  it.each([
    ['a bomb of entities', camt().replace('<Document', `${bomb}<Document`), /declares types or entities/],
    [
      'an entity from outside',
      camt().replace('<Document', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Document'),
      /declares types/,
    ],
    ['an entity that nobody declared', camt('<X>&bomb;</X>'), /entity/],
    ['a thousand levels', camt(`${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}`), /nested/],
    ['a tag that is never closed', camt('<open>'), /broken/],
    ['an end in the middle', camt().slice(0, 900), /broken/],
    ['no statement', '<Document><Other/></Document>', /no statement/],
    ['an entry without a day', camt('<Ntry><Amt>1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'), /no day/],
    [
      'entities in OFX',
      `<!DOCTYPE x []>${ofx1.slice(ofx1.indexOf('<OFX>'))}<OFX><!ENTITY a "b">`,
      /declares types|entities/,
    ],
    ['an OFX that ends early', ofx1.slice(0, ofx1.indexOf('<MEMO>')), /ends in the middle/],
    ['an OFX without amounts', ofx1.replace('<TRNAMT>500.00', ''), /no amount/],
    ['an MT940 without a balance', ':20:X\n:61:2611211121C500,00NTRFAB\n', /no opening balance/],
    ['an MT940 with a line that is none', mt940.replace('C500,00N', 'C500.00N'), /cannot be read/],
  ])('%s is refused', (_name, text, why) => {
    expect(refusedFor(() => read(text))).toMatch(why)
  })
})
