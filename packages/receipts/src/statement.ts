import { sha256, toHex } from '@dhow/fairness/sha256'
import { followEntries, type AccountState, type SaltedEntry } from './account-chain.ts'
import { readCount, textOf, utf8 } from './encoding.ts'
import { commitmentOf, isHexHash, isSameBalances, isTime, noEntry, readAmount, type Balances } from './entry.ts'
import { openNote, signNote, type NoteSigner } from './note.ts'
import type { Policy } from './policy.ts'
import { verifyReceipt, type VerifiedReceipt } from './receipt.ts'
import { formatStatementBody, parseStatementBody, type StatementFormat } from './statement-body.ts'
import { check } from './verification-error.ts'

/** Signed summary of a statement; the body is a separate file. */
export interface Statement {
  /** Origin of the log with the entries, whose key signs. */
  origin: string
  account: string
  currency: string
  /** Start of the period, in UTC. */
  from: string
  /** End of the period (exclusive), in UTC. */
  to: string
  format: StatementFormat
  /** SHA-256 of the body, in hexadecimal digits. */
  bodyHash: string
  /** Number of entries in the period. */
  entries: number
  /** Commitment of the account's last entry before the period; `noEntry` if there is none. */
  previous: string
  /** State before and after the period: the number of the account's last entry, and its balances. */
  opening: { number: number; balances: Balances }
  closing: { number: number; balances: Balances }
}

/** A verified statement. Without entries in the period there is no receipt. */
export interface VerifiedStatement {
  statement: Statement
  receipt?: VerifiedReceipt
}

const header = 'dhow/statement/v1'

/**
 * Makes a statement: the body's text and the note's text, to be signed with `signStatement`. `entries` are all of the period, following the state of
 * `opening`. Deterministic. Refused for the same reasons as in `verifyStatement`.
 */
export function makeStatement(
  { origin, from, to, format }: Pick<Statement, 'origin' | 'from' | 'to' | 'format'>,
  opening: AccountState,
  entries: readonly SaltedEntry[],
): { statement: Statement; body: string } {
  const closing = followEntries(opening, entries)
  const body = formatStatementBody(format, entries)
  const { account, currency } = opening
  const statement = {
    ...{ origin, account, currency, from, to, format },
    bodyHash: toHex(sha256(utf8(body))),
    entries: entries.length,
    previous: opening.commitment,
    opening: { number: opening.number, balances: opening.balances },
    closing: { number: closing.number, balances: closing.balances },
  }
  checkPeriod(statement, entries)
  return { statement, body }
}

/** Formats the signed note of a statement. */
export const signStatement = (statement: Statement, signer: NoteSigner): string =>
  signNote(formatStatement(statement), [signer])

/**
 * Verifies a statement: the note's signature, the body's hash, every row (consecutive, adding up, within the period), both balances, and the receipt of
 * the last entry, which ties all rows to the log. Refused with a reason that begins with `statement-` or
 * `chain-`, or one of a note or receipt.
 */
export function verifyStatement(
  files: { body: string | Uint8Array; note: string | Uint8Array; receipt?: string | Uint8Array },
  policy: Policy,
): VerifiedStatement {
  const note = openNote(
    files.note,
    policy.logs.map(({ key }) => key),
  )
  const statement = parseStatement(note.text)
  const isOwn = note.signedBy.some(({ name }) => name === statement.origin)
  check(isOwn, 'statement-of-other-log', statement.origin)
  const bytes = typeof files.body === 'string' ? utf8(files.body) : files.body
  check(toHex(sha256(bytes)) === statement.bodyHash, 'statement-body-changed')
  const entries = parseStatementBody(statement.format, textOf(bytes), statement)
  check(entries.length === statement.entries, 'statement-count-wrong', String(entries.length))
  const { account, currency, previous: commitment, opening } = statement
  const closing = followEntries({ account, currency, commitment, at: '', ...opening }, entries)
  checkPeriod(statement, entries)
  const isClosed = closing.number === statement.closing.number
  check(isClosed && isSameBalances(closing.balances, statement.closing.balances), 'statement-closing-wrong')
  if (entries.length === 0) return { statement }
  check(files.receipt !== undefined, 'statement-without-receipt')
  const receipt = verifyReceipt(files.receipt, policy)
  check(receipt.checkpoint.origin === statement.origin, 'statement-of-other-log', receipt.checkpoint.origin)
  const last = toHex(commitmentOf(receipt.salt, receipt.entryText))
  check(last === closing.commitment, 'statement-receipt-of-other-entry', `entry ${receipt.entry.number}`)
  return { statement, receipt }
}

/** Formats the text of a statement's note. */
export function formatStatement(statement: Statement): string {
  const state = ({ number, balances: { cash, bonus, hold, inPlay } }: Statement['opening']) =>
    `${number} ${cash} ${bonus} ${hold} ${inPlay}`
  return [
    statement.origin,
    header,
    `account ${statement.account}`,
    `currency ${statement.currency}`,
    `from ${statement.from}`,
    `to ${statement.to}`,
    `format ${statement.format}`,
    `sha256 ${statement.bodyHash}`,
    `entries ${statement.entries}`,
    `previous ${statement.previous}`,
    `opening ${state(statement.opening)}`,
    `closing ${state(statement.closing)}`,
    '',
  ].join('\n')
}

/** Parses the text of a statement's note. Refused with a reason that begins with `statement-`. */
export function parseStatement(text: string): Statement {
  const [origin = '', first, ...lines] = text.split('\n')
  check(first === header, 'statement-header-other', first)
  const value = (name: string): string => {
    const line = lines.shift() ?? ''
    check(line.startsWith(`${name} `), 'statement-line-missing', name)
    return line.slice(name.length + 1)
  }
  const statement = {
    origin,
    account: value('account'),
    currency: value('currency'),
    from: value('from'),
    to: value('to'),
    format: readFormat(value('format')),
    bodyHash: value('sha256'),
    entries: readCount(value('entries')) ?? -1,
    previous: value('previous'),
    opening: readState(value('opening')),
    closing: readState(value('closing')),
  }
  const isSound = isHexHash(statement.previous) && (statement.opening.number === 0) === (statement.previous === noEntry)
  check(isSound && isTime(statement.from) && isTime(statement.to), 'statement-value-malformed')
  check(formatStatement(statement) === text, 'statement-value-malformed')
  return statement
}

function readState(text: string): Statement['opening'] {
  const [numberText = '', ...amounts] = text.split(' ')
  const number = readCount(numberText)
  check(number !== undefined && amounts.length === 4, 'statement-value-malformed', text)
  const [cash = 0n, bonus = 0n, hold = 0n, inPlay = 0n] = amounts.map(readAmount)
  return { number, balances: { cash, bonus, hold, inPlay } }
}

function readFormat(text: string): StatementFormat {
  check(text === 'csv' || text === 'json', 'statement-value-malformed', text)
  return text
}

function checkPeriod({ from, to }: Pick<Statement, 'from' | 'to'>, entries: readonly SaltedEntry[]): void {
  for (const { entry } of entries)
    check(entry.at >= from && entry.at < to, 'statement-entry-outside-period', `entry ${entry.number}`)
}
