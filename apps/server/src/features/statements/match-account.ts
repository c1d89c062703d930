import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { MoneyAccount } from './accounts.ts'
import { linkExactLine } from './link-line.ts'
import type { StatementParts } from './parts.ts'
import { matchLines, type Match, type OpenPayment } from './match-lines.ts'
import {
  creditedWithoutLine,
  openDeposits,
  payoutsWithoutLine,
  replaceMatches,
  servicePaymentsWithoutLine,
  waitingLines,
} from './match-store.ts'

/**
 * Compares an account's waiting lines with its payments. Exact matches that are already credited or paid are linked at
 * once, because that credits nobody; new credits are only proposed.
 */
export async function matchAccount(
  parts: StatementParts,
  { account, kind }: MoneyAccount,
): Promise<{ exact: number; linked: number }> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const lines = await waitingLines(db.kysely, account)
  if (lines.length === 0) {
    await noteMatched(parts, account, now)
    return { exact: 0, linked: 0 }
  }
  const done = await completedWithoutLine[kind](db.kysely, account, now)
  const linked = await linkExact(parts, matchLines(lines, done))
  const open: OpenPayment[] = kind === 'bank' ? await openDeposits(db.kysely, account) : []
  // A line may match open and completed payments. Completed ones are candidates that an operator can link.
  const rest = lines.filter((line) => !linked.has(line.id))
  const matches = [
    ...matchLines(rest, open),
    ...matchLines(rest, done)
      .filter((match) => match.why.includes('reference') || match.why.includes('code'))
      .map((match) => ({ ...match, exact: false })),
  ]
  await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`statement ${account}`}))`.execute(tx)
    await replaceMatches(tx, account, matches)
  })
  await noteMatched(parts, account, now)
  return { exact: matches.filter((match) => match.exact).length, linked: linked.size }
}

/** Queries for completed payments without a line, by kind of account. */
const completedWithoutLine = {
  bank: creditedWithoutLine,
  payouts: payoutsWithoutLine,
  service: servicePaymentsWithoutLine,
} as const satisfies Record<MoneyAccount['kind'], unknown>

async function linkExact(parts: StatementParts, matches: Match[]): Promise<Set<string>> {
  const linked = new Set<string>()
  for (const match of matches.filter((one) => one.exact)) {
    try {
      await linkExactLine(parts, match.lineId, match.paymentId)
      linked.add(match.lineId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      parts.platform.log.info(
        { line: match.lineId, code: error.code },
        'an exact line could not be linked and needs a decision',
      )
    }
  }
  return linked
}

function noteMatched({ platform: { db } }: StatementParts, account: string, at: Date) {
  return db.transaction((tx) =>
    tx
      .insertInto('statements.account')
      .values({ account, mapping: null, matched_at: at })
      .onConflict((conflict) => conflict.column('account').doUpdateSet({ matched_at: at }))
      .execute(),
  )
}
