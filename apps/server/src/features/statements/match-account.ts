import { sql } from 'kysely'
import { Refusal } from '../../platform/refusal.ts'
import type { MoneyAccount } from './accounts.ts'
import type { Decisions } from './decide-line.ts'
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
 * Compares an account's waiting lines with its payments. What was credited or paid already and fits exactly is linked at once, because that
 * credits nobody; what would be credited is only proposed.
 */
export async function matchAccount(
  parts: StatementParts,
  decisions: Decisions,
  { account, kind }: MoneyAccount,
): Promise<{ exact: number; linked: number }> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const lines = await waitingLines(db.kysely, account)
  if (lines.length === 0) {
    await noted(parts, account, now)
    return { exact: 0, linked: 0 }
  }
  const done =
    kind === 'bank'
      ? await creditedWithoutLine(db.kysely, account, now)
      : kind === 'payouts'
        ? await payoutsWithoutLine(db.kysely, account, now)
        : await servicePaymentsWithoutLine(db.kysely, account, now)
  const linked = await linkExact(parts, decisions, matchLines(lines, done))
  const open: OpenPayment[] = kind === 'bank' ? await openDeposits(db.kysely, account) : []
  // Two ways to know one line: what is open, and what is done. The done ones stand beside the others for a person to link.
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
  await noted(parts, account, now)
  return { exact: matches.filter((match) => match.exact).length, linked: linked.size }
}

async function linkExact(
  { platform: { log } }: StatementParts,
  decisions: Decisions,
  matches: Match[],
): Promise<Set<string>> {
  const linked = new Set<string>()
  for (const match of matches.filter((one) => one.exact)) {
    try {
      await decisions.linkByItself(match.lineId, match.paymentId)
      linked.add(match.lineId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.info({ line: match.lineId, code: error.code }, 'a line could not be linked by itself and waits for a person')
    }
  }
  return linked
}

function noted({ platform: { db } }: StatementParts, account: string, at: Date) {
  return db.transaction((tx) =>
    tx
      .insertInto('statements.account')
      .values({ account, mapping: null, matched_at: at })
      .onConflict((conflict) => conflict.column('account').doUpdateSet({ matched_at: at }))
      .execute(),
  )
}
