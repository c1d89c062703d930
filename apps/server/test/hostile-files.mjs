// Files as a bank would send, and files designed to be slow to read, each of about the given size in bytes.

/** Repeats `unit` to fill the size. */
const run = (bytes, unit) => unit.repeat(Math.max(1, Math.floor(bytes / unit.length)))

const camtOf = (inside) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>NA1</IBAN></Id><Ccy>NAD</Ccy></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`
const entry =
  '<Ntry><Amt Ccy="NAD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>AB1234</EndToEndId></Refs><RmtInf><Ustrd>Paid by &amp; for</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n'
const bigEntry = (inside) =>
  camtOf(
    `<Ntry><Amt>5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${inside}</NtryDtls></Ntry>`,
  )
const mt940Of = (inside) => `:20:A\n:25:1\n:28C:1/1\n:60F:C261120NAD1000,00\n${inside}`
const mt940Line = ':61:2611211121C5,00NTRFAB1234//BANK-1\n:86:?20Paid by?21Ester Nangolo\n'
const ofxOf = (inside) => `OFXHEADER:100\n\n<OFX><CURDEF>NAD${inside}</OFX>`
const ofxLine = '<STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<FITID>B<NAME>Ester &amp; Co<MEMO>AB1234</STMTTRN>\n'
const csvRow = '21/11/2026,"1,500.00",AB1234,"Paid by ""Ester"""\n'

/** @type {Record<'camt053' | 'mt940' | 'ofx' | 'csv', (bytes: number) => string>} */
export const benignFiles = {
  camt053: (bytes) => camtOf(run(bytes, entry)),
  mt940: (bytes) => mt940Of(run(bytes, mt940Line)),
  ofx: (bytes) => ofxOf(run(bytes, ofxLine)),
  csv: (bytes) => `Date,Amount,Reference,Text\n${run(bytes, csvRow)}`,
}

/** @type {{ format: 'camt053' | 'mt940' | 'ofx' | 'csv', name: string, make: (bytes: number) => string }[]} */
export const hostileFiles = [
  ...[
    ['prefixes in a tag', (n) => `<Document ${run(n, 'a:')}>`],
    ['letters in a tag', (n) => `<Document ${run(n, 'a')}>`],
    ['a long name of a tag', (n) => `<${run(n, 'a:')}>`],
    ['blanks in a tag', (n) => `<Document ${run(n, ' ')}x>`],
    ['attributes without values', (n) => `<Document ${run(n, 'a= ')}>`],
    ['attributes of one tag', (n) => `<Document${run(n, ' a="1"')}></Document>`],
    ['a quotation mark in a tag that stays open', (n) => `<Document a="${run(n, 'a=')}`],
    ['tags that open', (n) => run(n, '<a>')],
    ['tags that begin', (n) => run(n, '<')],
    ['tags that close', (n) => run(n, '</a>')],
    ['empty tags', (n) => camtOf(run(n, '<a/>'))],
    ['tags with attributes', (n) => camtOf(run(n, "<a b='c'/>"))],
    ['references', (n) => camtOf(run(n, '&'))],
    ['references without an end', (n) => camtOf(`&${run(n, 'a')}`)],
    ['many characters by reference', (n) => camtOf(run(n, '<a>&amp;</a>'))],
    ['comments that begin', (n) => run(n, '<!--')],
    ['comments', (n) => camtOf(run(n, '<!---->'))],
    ['sections that begin', (n) => run(n, '<![CDATA[')],
    ['sections', (n) => camtOf(run(n, '<![CDATA[]]>'))],
    ['instructions', (n) => camtOf(run(n, '<?x?>'))],
    ['text without tags', (n) => camtOf(run(n, 'x'))],
    ['blanks without tags', (n) => camtOf(run(n, ' \n'))],
    ['entries without a day', (n) => camtOf(run(n, '<Ntry/>'))],
    ['parts of one entry', (n) => bigEntry(run(n, '<TxDtls/>'))],
    ['paid parts of one entry', (n) => bigEntry(run(n, '<TxDtls><Amt>0.01</Amt></TxDtls>'))],
    ['lines of one part', (n) => bigEntry(`<TxDtls><RmtInf>${run(n, '<Ustrd>x</Ustrd>')}</RmtInf></TxDtls>`)],
    ['statements', (n) => `<Document><BkToCstmrStmt>${run(n, '<Stmt/>')}</BkToCstmrStmt></Document>`],
  ].map(([name, make]) => ({ format: 'camt053', name, make })),
  ...[
    ['fields that begin', (n) => mt940Of(run(n, ':61:'))],
    ['colons', (n) => mt940Of(run(n, '\n:'))],
    ['lines without a tag', (n) => mt940Of(run(n, '\n'))],
    ['details without a line', (n) => mt940Of(run(n, ':86:x\n'))],
    ['one long detail', (n) => mt940Of(`${mt940Line}${run(n, '?20')}`)],
    ['blanks in a detail', (n) => mt940Of(`${mt940Line}${run(n, ' ')}`)],
    ['lines of a detail', (n) => mt940Of(`${mt940Line}${run(n, 'x\n')}`)],
    ['opening balances', (n) => mt940Of(run(n, ':60F:C261120NAD1000,00\n'))],
    ['ends of messages', (n) => mt940Of(run(n, '-}\n'))],
    ['digits', (n) => mt940Of(`:61:${run(n, '1')}`)],
  ].map(([name, make]) => ({ format: 'mt940', name, make })),
  ...[
    ['lines that begin', (n) => ofxOf(run(n, '<STMTTRN>'))],
    ['tags that begin', (n) => ofxOf(run(n, '<'))],
    ['tags', (n) => ofxOf(run(n, '<A>'))],
    ['a long name of a tag', (n) => ofxOf(`<${run(n, 'A')}>`)],
    ['names that are too long', (n) => ofxOf(run(n, `<${'A'.repeat(41)}>`))],
    ['one long value', (n) => ofxOf(`<STMTTRN><NAME>${run(n, 'x')}`)],
    ['references', (n) => ofxOf(`<STMTTRN>${run(n, '<MEMO>&amp;&')}`)],
    ['blanks', (n) => ofxOf(`<STMTTRN><MEMO>${run(n, ' ')}`)],
    ['tags of one line', (n) => ofxOf(`<STMTTRN>${Array.from({ length: n / 8 }, (_, at) => `<X${at}>1`).join('')}`)],
  ].map(([name, make]) => ({ format: 'ofx', name, make })),
  ...[
    ['quotation marks', (n) => run(n, '"')],
    ['quotation marks in one cell', (n) => `"${run(n, '""')}`],
    ['cells', (n) => run(n, ',')],
    ['rows', (n) => run(n, '\n')],
    ['rows of an old kind', (n) => run(n, '\r')],
    ['one long cell', (n) => run(n, 'x')],
    ['blanks', (n) => run(n, ' ')],
    ['rows of blanks', (n) => run(n, `${' '.repeat(1_999)}\n`)],
    ['rows of sixty cells', (n) => run(n, `${'1,'.repeat(58)}\n`)],
    ['amounts of blanks and commas', (n) => `h\n${run(n, `21/11/2026,"1${' ,'.repeat(900)}"\n`)}`],
    ['days with a long tail', (n) => `h\n${run(n, `21/11/2026 ${'0'.repeat(1_900)},5\n`)}`],
  ].map(([name, make]) => ({ format: 'csv', name, make })),
]
