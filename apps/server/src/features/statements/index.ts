import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import { normaliseReference } from '../deposits/index.ts'
import { assignLine } from './assign-line.ts'
import { creditExactLines } from './credit-exact-lines.ts'
import { creditLine } from './credit-line.ts'
import { dismissLine, registerDismissals } from './dismiss-line.ts'
import { listExpectedPayments } from './expected-payments.ts'
import { importAndMatch } from './import-statement.ts'
import { lineReply } from './line-replies.ts'
import { listLinesForDeposit } from './lines-for-deposit.ts'
import { linkLine } from './link-line.ts'
import { matchAccounts, matchChangedAccounts } from './match-accounts.ts'
import type { StatementParts } from './parts.ts'
import { readLine, readLines } from './read-lines.ts'
import { countLines, readAccounts, readStatements, readWaiting, readWaitingForSecond } from './read-statements.ts'
import { differencesCsvOf, reconcile } from './reconcile.ts'
import { statementReply } from './statement-replies.ts'

export { statementInvariants } from './invariants.ts'
export { payerNames, countPlayersWithSamePayer } from './payers.ts'

export type Statements = ReturnType<typeof openStatements>

const matchEachMs = 60_000

/** Statements of banks, wallets and services: imported, matched with payments, and reconciled with the ledger. */
export function openStatements(given: Omit<StatementParts, 'normalise'>) {
  const parts: StatementParts = { ...given, normalise: normaliseReference }
  registerDismissals(parts)
  const stop = every(parts.platform, 'statement-matching', matchEachMs, () => matchChangedAccounts(parts))

  return {
    waitingFor: parts.approvals.changes.waitingFor,
    /** Statements and their lines for operators. */
    reader: bind(parts, {
      counts: countLines,
      accounts: readAccounts,
      statementReply,
      statements: readStatements,
      lineReply,
      lines: readLines,
    }),
    /**
     * Decisions about the money of a line. Each is one transaction: line, ledger, payment and audit entry, or nothing.
     */
    decisions: bind(parts, { credit: creditLine, assign: assignLine, link: linkLine, dismiss: dismissLine }),
    ...bind(parts, {
      linesForDeposit: listLinesForDeposit,
      match: matchAccounts,
      matchNew: matchChangedAccounts,
      expectedPayments: listExpectedPayments,
      line: readLine,
      import: importAndMatch,
      approveExact: creditExactLines,
      reconciliation: reconcile,
      reconciliationCsv: differencesCsvOf,
      /** Incoming lines that need a decision. */
      waiting: readWaiting,
      waitingForSecond: readWaitingForSecond,
    }),
    close: stop,
  }
}
