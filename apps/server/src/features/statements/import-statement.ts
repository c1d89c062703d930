import { operatorText } from '@dhow/contract/operator-texts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { formatMoney } from '@dhow/contract/money'
import { csvMapping, type CsvMapping, type StatementFormat } from '@dhow/contract/statements'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession, UploadedFile } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { runSliced } from '../../platform/sliced.ts'
import { findMapping, moneyAccounts, type MoneyAccount } from './accounts.ts'
import { formatOf, readStatement, type ParsedLine, type ParsedStatement } from './files/index.ts'
import { matchAccounts } from './match-accounts.ts'
import type { StatementParts } from './parts.ts'
import { markLikelyDuplicates } from './mark-likely-duplicates.ts'
import { findStatementOf } from './store.ts'
import type { StatementRow } from './tables.ts'

export interface StatementImport {
  account: string
  format: StatementFormat | 'auto'
  mapping: string | undefined
  file: UploadedFile | undefined
  by: StaffSession
}

const insertedAtOnce = 500

/** Imports a statement and matches its account. @throws Refusal as `importStatement` */
export async function importAndMatch(parts: StatementParts, sent: StatementImport) {
  const { statement, already } = await importStatement(parts, sent)
  const { exact, linked } = already ? { exact: 0, linked: 0 } : await matchAccounts(parts, statement.account)
  return { statement, already, exact_matches: exact, linked }
}

/**
 * Imports a statement, completely or not at all. Lines of earlier statements are skipped by their fingerprint; new
 * incoming money is posted from the bank to suspense in one posting.
 * @throws Refusal `statement_missing`, `statement_account_missing`, `statement_unreadable`,
 * `statement_mapping_missing`, `statement_wrong_account`
 */
export async function importStatement(
  parts: StatementParts,
  { account: wanted, format: wantedFormat, mapping: mappingText, file, by }: StatementImport,
): Promise<{ statement: StatementRow; already: boolean }> {
  const { db, clock, id, config } = parts.platform
  const account = (await moneyAccounts(db.kysely, config)).find((one) => one.account === wanted)
  if (!account) throw new Refusal('statement_account_missing')
  if (!file || file.bytes.length === 0) throw new Refusal('statement_missing')
  const { bytes } = file
  const sha256 = createHash('sha256').update(bytes).digest()
  const earlier = await findStatementOf(db.kysely, account.account, sha256)
  if (earlier) return { statement: earlier, already: true }

  const format = wantedFormat === 'auto' ? formatOf(bytes) : wantedFormat
  const sentMapping = mappingText === undefined || mappingText === '' ? undefined : readMapping(mappingText)
  const mapping = format === 'csv' ? (sentMapping ?? (await findMapping(db.kysely, account.account))) : undefined
  const parsed = await runSliced(readStatement(bytes, format, mapping))
  refuseForeign(account, parsed)

  return db.transaction(async (tx) => {
    // Serialise imports for one account, so that each sees the other's lines.
    await sql`select pg_advisory_xact_lock(hashtext(${`statement ${account.account}`}))`.execute(tx)
    const twin = await findStatementOf(tx, account.account, sha256)
    if (twin) return { statement: twin, already: true }
    const now = clock.now()
    const statementId = id('stm')
    const row: StatementRow = {
      id: statementId,
      account: account.account,
      kind: account.kind,
      currency: account.currency,
      format,
      file_name: file.name.slice(0, 120),
      sha256,
      ...statementDays(parsed),
      opening_minor: parsed.openingMinor ?? null,
      closing_minor: parsed.closingMinor ?? null,
      lines: parsed.lines.length,
      new_lines: 0,
      new_in_minor: 0n,
      new_out_minor: 0n,
      posting_id: null,
      imported_by: by.operatorId,
      imported_at: now,
    }
    await tx.insertInto('statements.statement').values(row).execute()
    const fresh = await insertLines(tx, parts, account, row, parsed.lines)
    const inMinor = sumOf(fresh.filter((minor) => minor > 0n))
    const outMinor = -sumOf(fresh.filter((minor) => minor < 0n))
    const postingId = account.kind === 'bank' && inMinor > 0n ? await postToSuspense(tx, parts, row, inMinor) : null
    const change = { new_lines: fresh.length, new_in_minor: inMinor, new_out_minor: outMinor, posting_id: postingId }
    await tx.updateTable('statements.statement').set(change).where('id', '=', statementId).execute()
    await markLikelyDuplicates(tx, row)
    if (mapping) await saveMapping(tx, account.account, mapping)
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'statement.import',
      subject: statementId,
      text: `Imported ${row.file_name} of ${account.name}: ${fresh.length} new of ${row.lines} lines, ${formatMoney(inMinor, row.currency)} in`,
      before: null,
      after: { account: account.account, sha256: sha256.toString('hex'), lines: row.lines, new_lines: fresh.length },
    })
    return { statement: { ...row, ...change }, already: false }
  })
}

function readMapping(text: string): CsvMapping {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Refusal('invalid_fields', { fields: { mapping: [operatorText('mapping_no_json', {})] } })
  }
  const read = csvMapping.safeParse(json)
  const hasAmount = read.success && (read.data.amount !== null || read.data.credit !== null || read.data.debit !== null)
  if (!read.success || !hasAmount) throw fieldRefusal('invalid_fields', 'mapping', operatorText('mapping_columns', {}))
  return read.data
}

function refuseForeign(account: MoneyAccount, { currency }: ParsedStatement) {
  if (currency === undefined || currency === '' || currency === account.currency) return
  const currencies = { currency: currency.slice(0, 10), account_currency: account.currency }
  throw new Refusal('statement_wrong_account', {
    text: operatorText('statement_currency', { ...currencies, account: account.name }),
  })
}

/** Writes lines that no statement of the account had yet; returns their amounts. */
async function insertLines(
  tx: Tx,
  { platform: { id, clock }, normalise }: StatementParts,
  { account, kind, currency }: MoneyAccount,
  { id: statementId }: StatementRow,
  lines: ParsedLine[],
): Promise<bigint[]> {
  const seen = new Map<string, number>()
  const imported_at = clock.now()
  const rowOf = (line: ParsedLine) => {
    const content = JSON.stringify([line.day, line.amountMinor.toString(), line.bankId ?? [line.reference, line.text]])
    const nth = seen.get(content) ?? 0
    seen.set(content, nth + 1)
    return {
      id: id('stl'),
      statement_id: statementId,
      account,
      in_suspense: kind === 'bank' && line.amountMinor > 0n,
      currency,
      day: line.day,
      amount_minor: line.amountMinor,
      reference: line.reference,
      ref_norm: normalise(line.reference),
      text: line.text,
      bank_id: line.bankId ?? null,
      fingerprint: createHash('sha256').update(`${nth} ${content}`).digest(),
      imported_at,
    }
  }
  const fresh: bigint[] = []
  for (let from = 0; from < lines.length; from += insertedAtOnce) {
    const inserted = await tx
      .insertInto('statements.line')
      .values(lines.slice(from, from + insertedAtOnce).map(rowOf))
      .onConflict((conflict) => conflict.columns(['account', 'fingerprint']).doNothing())
      .returning('amount_minor')
      .execute()
    fresh.push(...inserted.map((row) => row.amount_minor))
  }
  return fresh
}

/** First and last day of the lines. */
function statementDays({ lines }: ParsedStatement) {
  const days = lines.map((line) => line.day).sort()
  return { first_day: required(days[0], 'first day'), last_day: required(days.at(-1), 'last day') }
}

const sumOf = (amounts: bigint[]) => amounts.reduce((sum, minor) => sum + minor, 0n)

async function postToSuspense(
  tx: Tx,
  { wallet, platform: { clock } }: StatementParts,
  row: StatementRow,
  amountMinor: bigint,
) {
  const posted = await wallet.post(tx, {
    key: `statement:${row.id}`,
    reason: 'statement',
    currency: row.currency,
    happenedAt: clock.now(),
    lines: [
      {
        debit: { house: 'bank_detail', ref: row.account },
        credit: { house: 'suspense', ref: row.account },
        amountMinor,
      },
    ],
  })
  return posted.postingId
}

async function saveMapping(tx: Tx, account: string, mapping: CsvMapping) {
  const text = JSON.stringify(mapping)
  await tx
    .insertInto('statements.account')
    .values({ account, mapping: text, matched_at: null })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ mapping: text }))
    .execute()
}
