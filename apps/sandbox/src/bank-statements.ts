export interface Booking {
  id: string
  account: string
  day: string
  currency: string
  /** Minor units as text, negative for outgoing money. */
  minor: string
  reference: string
  text: string
}

interface StatementOf {
  account: string
  lines: Booking[]
  openingMinor: bigint
  day: string
}
export type StatementFormat = 'csv' | 'ofx' | 'mt940' | 'camt053'

const decimal = (minor: bigint, mark = '.') => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}
const signed = (minor: bigint) => `${minor < 0n ? '-' : ''}${decimal(minor)}`
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
const cell = (text: string) => `"${text.replace(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`
const short = (day: string) => day.slice(2).replaceAll('-', '')
const closingOf = ({ lines, openingMinor }: StatementOf) =>
  lines.reduce((sum, line) => sum + BigInt(line.minor), openingMinor)
const currencyOf = ({ lines }: StatementOf) => lines[0]?.currency ?? 'NAD'

/** Writes a bank statement in one of four formats. */
export function writeStatement(
  format: StatementFormat,
  statement: StatementOf,
): { text: string; type: string; extension: string } {
  switch (format) {
    case 'csv':
      return { text: csv(statement), type: 'text/csv', extension: 'csv' }
    case 'ofx':
      return { text: ofx(statement), type: 'application/x-ofx', extension: 'ofx' }
    case 'mt940':
      return { text: mt940(statement), type: 'text/plain', extension: 'sta' }
    case 'camt053':
      return { text: camt(statement), type: 'application/xml', extension: 'xml' }
  }
}

const csv = ({ lines }: StatementOf) =>
  [
    'Date,Amount,Reference,Description,Transaction id',
    ...lines.map((line) =>
      [line.day, signed(BigInt(line.minor)), cell(line.reference), cell(line.text), line.id].join(','),
    ),
  ]
    .map((row) => `${row}\r\n`)
    .join('')

const ofx = (statement: StatementOf) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
CHARSET:UTF-8

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currencyOf(statement)}<BANKACCTFROM><ACCTID>${statement.account}</BANKACCTFROM><BANKTRANLIST>
${statement.lines
  .map(
    (line) =>
      `<STMTTRN><TRNTYPE>${line.minor.startsWith('-') ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${line.day.replaceAll('-', '')}<TRNAMT>${signed(BigInt(line.minor))}<FITID>${line.id}<REFNUM>${escaped(line.reference)}<NAME>${escaped(line.text.slice(0, 32))}<MEMO>${escaped(line.text)}</STMTTRN>\n`,
  )
  .join(
    '',
  )}</BANKTRANLIST><LEDGERBAL><BALAMT>${signed(closingOf(statement))}<DTASOF>${statement.day.replaceAll('-', '')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

function mt940(statement: StatementOf): string {
  const balance = (minor: bigint, day: string) =>
    `${minor < 0n ? 'D' : 'C'}${short(day)}${currencyOf(statement)}${decimal(minor, ',')}`
  const plain = (text: string) => text.replace(/[^A-Za-z0-9 /.,()'+-]/g, ' ').replace(/^[:-]/, ' ')
  const lines = statement.lines.map((line) => {
    const minor = BigInt(line.minor)
    return `:61:${short(line.day)}${line.day.slice(5).replace('-', '')}${minor < 0n ? 'D' : 'C'}${decimal(minor, ',')}NTRF${plain(line.reference).slice(0, 16).trim() || 'NONREF'}//${line.id}\n:86:${plain(`${line.reference} ${line.text}`).trim().slice(0, 260)}\n`
  })
  const first = statement.lines[0]?.day ?? statement.day
  const last = statement.lines.at(-1)?.day ?? statement.day
  return `:20:SANDBOX\n:25:${statement.account}\n:28C:1/1\n:60F:${balance(statement.openingMinor, first)}\n${lines.join('')}:62F:${balance(closingOf(statement), last)}\n-\n`
}

function camt(statement: StatementOf): string {
  const currency = currencyOf(statement)
  const mark = (minor: bigint) => `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const amount = (minor: bigint) => `<Amt Ccy="${currency}">${decimal(minor)}</Amt>${mark(minor)}`
  const balance = (code: string, minor: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${statement.day}</Dt></Dt></Bal>\n`
  const entries = statement.lines.map(
    (line) =>
      `<Ntry>${amount(BigInt(line.minor))}<Sts>BOOK</Sts><BookgDt><Dt>${line.day}</Dt></BookgDt><ValDt><Dt>${line.day}</Dt></ValDt><AcctSvcrRef>${line.id}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${escaped(line.reference) || 'NOTPROVIDED'}</EndToEndId></Refs><RmtInf><Ustrd>${escaped(line.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>SANDBOX</MsgId><CreDtTm>${statement.day}T00:00:00</CreDtTm></GrpHdr><Stmt><Id>SANDBOX</Id><Acct><Id><Othr><Id>${statement.account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', statement.openingMinor)}${balance('CLBD', closingOf(statement))}${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`
}
