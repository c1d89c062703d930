import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, instant, market, success } from './shapes.ts'

/**
 * Statements of banks, wallets and payment services: the outside record of our money. Incoming lines stay in suspense until they are
 * credited to a deposit, assigned to a player or ignored; outgoing lines confirm payouts.
 */

export const statementRefusals = {
  statement_missing: { status: 422, sentence: 'Choose the file of the statement.' },
  statement_account_missing: { status: 404, sentence: 'There is no such account to import a statement for.' },
  statement_unreadable: { status: 422, sentence: 'This file cannot be read as a statement.' },
  statement_mapping_missing: { status: 422, sentence: 'Say which column of the CSV holds what.' },
  statement_wrong_account: { status: 409, sentence: 'This statement is of another currency than the account.' },
  statement_line_changed: { status: 409, sentence: 'The state of this line has changed in the meantime.' },
  statement_match_changed: { status: 409, sentence: 'The line and the payment no longer match. Check them again.' },
  deposit_has_warnings: { status: 409, sentence: 'This deposit has warnings. Decide it on its own.' },
} as const

export const statementLimitBytes = 5 * 1024 * 1024
export const maxStatementLines = 20_000

export const statementFormat = z.enum(['csv', 'ofx', 'mt940', 'camt053'])
export type StatementFormat = z.output<typeof statementFormat>

const column = z.int().check(z.minimum(1), z.maximum(60))

/** Column numbers of a bank's CSV, from 1. Stored by account and reused until replaced. */
export const csvMapping = z.object({
  encoding: z.enum(['utf-8', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t', '|']),
  /** Header lines to skip. */
  header_rows: z.int().check(z.minimum(0), z.maximum(50)),
  date: column,
  date_format: z.enum(['YYYY-MM-DD', 'YYYYMMDD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'DD-MM-YYYY']),
  decimal: z.enum(['.', ',']),
  /** One column with a sign, or two without. */
  amount: z.nullable(column),
  credit: z.nullable(column),
  debit: z.nullable(column),
  reference: z.nullable(column),
  /** Further text columns that may contain a deposit code or reference. */
  text: z.array(column).check(z.maxLength(6)),
  /** The bank's own id of a line. */
  bank_id: z.nullable(column),
})
export type CsvMapping = z.output<typeof csvMapping>

export const statementAccount = z.object({
  account: z.string(),
  kind: z.enum(['bank', 'payouts', 'service']),
  name: z.string(),
  market,
  currency,
  mapping: z.nullable(csvMapping),
  /** Number of open lines, and their sum. */
  waiting: z.number(),
  waiting_amount: amountReply,
  /** Last day covered by a statement. */
  covered_until: z.nullable(z.string()),
})
export type StatementAccount = z.output<typeof statementAccount>

export const statementAccounts = operation({
  name: 'staffStatementAccounts',
  method: 'GET',
  path: '/staff/statement-accounts',
  access: 'staff',
  needs: ['statements.see'],
  summary: 'The accounts with imported statements, with the money in suspense.',
  reply: z.object({ status: success, accounts: z.array(statementAccount) }),
  refusals: [],
})

export const expectedPayments = operation({
  name: 'expectedPayments',
  method: 'GET',
  path: '/bank/expected-payments',
  access: 'provider',
  summary:
    'Payments that players reported and nobody has decided yet, by account, the 1,000 oldest, without the player’s name. For a program of the bank or the treasury, with `Authorization: Bearer` and the key `BANK_FEED_KEY`; refused if no key is set.',
  query: z.object({ account: z.optional(z.string().check(z.maxLength(60))) }),
  reply: z.object({
    status: success,
    payments: z.array(
      z.object({
        /** Identifies a payment over repeated reads. */
        id: z.string(),
        account: z.string(),
        currency,
        amount: amountReply,
        /** As typed by the player. */
        reference: z.string(),
        reported_at: instant,
      }),
    ),
  }),
  refusals: [],
})

export const statement = z.object({
  id: z.string(),
  account: z.string(),
  account_name: z.string(),
  format: statementFormat,
  file_name: z.string(),
  currency,
  first_day: z.string(),
  last_day: z.string(),
  opening: z.nullable(amountReply),
  closing: z.nullable(amountReply),
  lines: z.number(),
  /** Lines not in earlier statements. */
  new_lines: z.number(),
  new_in: amountReply,
  new_out: amountReply,
  imported_by: z.string(),
  imported_at: instant,
})
export type Statement = z.output<typeof statement>

export const importStatement = operation({
  name: 'importStatement',
  method: 'POST',
  path: '/staff/statements',
  access: 'staff',
  needs: ['statements.import'],
  summary: 'Import a statement: CSV with a mapping, OFX, MT940 or camt.053. A file or line imported before is skipped.',
  multipart: { file: 'statement', limitBytes: statementLimitBytes },
  body: z.object({
    account: z.string().check(z.maxLength(60)),
    format: z.optional(z.enum(['auto', 'csv', 'ofx', 'mt940', 'camt053'])),
    /** A `csvMapping` as JSON; default: the last one used. */
    mapping: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  reply: z.object({
    status: success,
    statement,
    /** The same file was already imported; returns that statement. */
    already: z.boolean(),
    exact_matches: z.number(),
    linked: z.number(),
  }),
  refusals: [
    'statement_missing',
    'statement_account_missing',
    'statement_unreadable',
    'statement_mapping_missing',
    'statement_wrong_account',
    'too_large',
    'unsupported_media',
  ],
})

export const statements = operation({
  name: 'staffStatements',
  method: 'GET',
  path: '/staff/statements',
  access: 'staff',
  needs: ['statements.see'],
  summary: 'The imported statements, newest first.',
  query: z.object({
    account: z.optional(z.string().check(z.maxLength(60))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ status: success, statements: z.array(statement), next_cursor: z.nullable(z.string()) }),
  refusals: [],
})

export const statementOperations = [statementAccounts, expectedPayments, importStatement, statements]
