import { sql } from 'kysely'
import { refusalSentence } from '@dhow/contract/refusals'
import { csvOf } from '../../platform/csv.ts'
import type { Db } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { normaliseReference } from '../deposits/index.ts'
import { moneyAccounts } from './accounts.ts'
import { openDecisions } from './decide-line.ts'
import { openExpectedPayments } from './expected-payments.ts'
import { importStatement, type StatementImport } from './import-statement.ts'
import { openLinesForDeposit } from './lines-for-deposit.ts'
import { matchAccount } from './match-account.ts'
import type { StatementParts } from './parts.ts'
import { openLineReader } from './read-lines.ts'
import { differencesCsv, reconcile } from './reconcile.ts'
import { findLine, noteFailure } from './store.ts'

export { statementInvariants } from './invariants.ts'

export type Statements = ReturnType<typeof openStatements>

const matchEachMs = 60_000

/** Statements of banks, wallets and services: imported, matched with payments, and reconciled with the ledger. */
export function openStatements(listeners: Omit<StatementParts, 'normalise'>) {
  const parts: StatementParts = { ...listeners, normalise: normaliseReference }
  const { db, clock } = parts.platform
  const decisions = openDecisions(parts)
  const reader = openLineReader(parts)

  /** Matches one account, or every one that has something new since the last time. */
  async function match(account?: string): Promise<{ exact: number; linked: number }> {
    const sum = { exact: 0, linked: 0 }
    for (const one of await moneyAccounts(db.kysely, parts.platform.config)) {
      if (account !== undefined && one.account !== account) continue
      const { exact, linked } = await matchAccount(parts, decisions, one)
      sum.exact += exact
      sum.linked += linked
    }
    return sum
  }

  /** The job's turn: only accounts with waiting lines and a payment that moved since they were matched. */
  async function matchNew(): Promise<void> {
    const { rows } = await sql<{ account: string }>`
      select account.account from statements.account account
      where exists (select from statements.line line where line.account = account.account and line.state = 'waiting')
        and (account.matched_at is null
             or exists (select from deposits.deposits deposit where account.account = deposit.detail_id::text and deposit.updated_at > account.matched_at)
             or account.account like 'payouts-%' and exists (select from withdrawals.withdrawals withdrawal where withdrawal.updated_at > account.matched_at)
             or account.account like 'service-%' and exists (select from payments.service_payments payment where payment.updated_at > account.matched_at))`.execute(
      db.kysely,
    )
    for (const { account } of rows) await match(account)
  }
  const stop = every(parts.platform, 'statement-matching', matchEachMs, matchNew)

  return {
    waitingFor: parts.approvals.changes.waitingFor,
    linesForDeposit: openLinesForDeposit(parts.platform),
    reader,
    decisions,
    match,
    matchNew,
    expectedPayments: openExpectedPayments(parts),

    async line(lineId: string) {
      const row = await findLine(db.kysely, lineId)
      if (!row) throw new Refusal('not_found')
      return row
    },

    /** Imports a statement and matches its account. @throws Refusal as `importStatement` */
    async import(sent: StatementImport) {
      const { statement, already } = await importStatement(parts, sent)
      const { exact, linked } = already ? { exact: 0, linked: 0 } : await match(statement.account)
      return { statement, already, exact_matches: exact, linked }
    },

    /** Credits exact matches, each in a transaction of its own: one that does not fit any more does not stop the others. */
    async approveExact(pairs: { line_id: string; deposit_id: string; version: number }[], by: StaffSession) {
      const outcomes: { line_id: string; done: boolean; text: string }[] = []
      for (const { line_id, deposit_id, version } of pairs) {
        try {
          const row = await decisions.credit(line_id, by, { depositId: deposit_id, version, exactOnly: true })
          const isDone = row.state === 'credited'
          outcomes.push({
            line_id,
            done: isDone,
            text: isDone ? 'Credited.' : 'A second operator has to confirm this.',
          })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // A line or match that moved on is a new pair; any other reason stands beside the pair until a person decides it.
          if (error.code !== 'statement_line_changed' && error.code !== 'statement_match_changed')
            await noteFailure(db, { lineId: line_id, paymentId: deposit_id, code: error.code, by, at: clock.now() })
          outcomes.push({ line_id, done: false, text: refusalSentence(error.code) })
        }
      }
      return outcomes
    },

    reconciliation: (day: string | undefined) => reconcile(parts, day),
    async reconciliationCsv(day: string | undefined) {
      const found = await reconcile(parts, day)
      return { day: found.day, csv: csvOf(differencesCsv(found.differences)) }
    },

    /** Lines that wait for a person, and since when. */
    async waiting(): Promise<number> {
      const { open } = await reader.counts()
      return open ?? 0
    },

    close: stop,
  }
}

/** The names in which a player's money came, as the bank wrote them on lines that were credited. */
export async function payerNames({ db }: Platform, playerId: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('statements.line')
    .select('text')
    .where('player_id', '=', playerId)
    .where('amount_minor', '>', 0n)
    .where('state', 'in', ['credited', 'linked'])
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => row.text).filter(Boolean)
}

/** A payer's line that more players share than this is the bank's own words and names nobody. */
const payerSharedAtMost = 5

/** How many other players were paid for by a payer of this player, as the statements' lines name them. */
export async function samePayers(reader: Db, playerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct theirs.player_id)::integer as count
    from (select distinct text from statements.line
          where player_id = ${playerId} and amount_minor > 0 and state in ('credited', 'linked') and length(text) >= 5) mine
    join statements.line theirs on md5(theirs.text) = md5(mine.text) and theirs.player_id <> ${playerId} and theirs.state in ('credited', 'linked')
    where (select count(distinct player_id) from statements.line line where md5(line.text) = md5(mine.text) and line.player_id is not null and line.state in ('credited', 'linked')) <= ${payerSharedAtMost}`.execute(
    reader,
  )
  return rows[0]!.count
}
