import { inEnglish } from '../../platform/texts.ts'
import { formatDecimal } from '@dhow/contract/money'
import type { Difference } from '@dhow/contract/reconciliation'
import { formatCsv } from '../../platform/csv.ts'
import { dayIn, markets } from '../portal/index.ts'
import { moneyAccounts } from './accounts.ts'
import { differencesOf } from './find-differences.ts'
import type { StatementParts } from './parts.ts'
import { undecidedStates } from './tables.ts'
import { openTooLong } from './long-open.ts'
import { linesOf, isDayCovered, listOurPayments, namedBy } from './our-payments.ts'

const dayMs = 86_400_000

const sumOf = (amounts: bigint[]) => amounts.reduce((total, minor) => total + minor, 0n)

/** Newest day that has ended in every market. */
function lastFullDay(now: Date): string {
  const yesterday = new Date(now.getTime() - dayMs)
  const days = Object.values(markets).map((market) => dayIn(market.timezone, yesterday))
  return days.reduce((earliest, day) => (day < earliest ? day : earliest))
}

/** The differences of a day as a CSV file. */
export async function differencesCsvOf(parts: StatementParts, wanted?: string) {
  const { day, differences } = await reconcile(parts, wanted)
  return { day, csv: formatCsv(differencesCsv(differences)) }
}

const differencesCsv = (differences: readonly Difference[]): (string | null)[][] => [
  ['kind', 'day', 'account', 'account_name', 'currency', 'ours', 'theirs', 'payment', 'line', 'reference', 'text'],
  ...differences.map((one) => [
    one.kind,
    one.day,
    one.account,
    one.account_name,
    one.currency,
    one.ours,
    one.theirs,
    one.payment_id,
    one.line_id,
    one.reference,
    inEnglish(one.text),
  ]),
]

/**
 * Compares one day of our ledger with the statements of bank, wallet or service, and their equal part. Everything else
 * is a named difference. Days are those of each account's market.
 */
export async function reconcile(parts: StatementParts, wanted?: string) {
  const { clock, db, config } = parts.platform
  const { kysely } = db
  const now = clock.now()
  const day = wanted ?? lastFullDay(now)
  const differences: Difference[] = []
  const accounts = []
  for (const account of await moneyAccounts(kysely, config)) {
    const ours = await listOurPayments(parts, account, day)
    const open = await kysely
      .selectFrom('statements.line')
      .selectAll()
      .where('account', '=', account.account)
      .where('state', 'in', [...undecidedStates])
      .orderBy('id')
      .execute()
    const lines = await linesOf(parts, account, day)
    const isCovered = await isDayCovered(parts, account, day)
    const suspenseMinor = sumOf(open.filter((line) => line.in_suspense).map((line) => line.amount_minor))
    if (ours.length === 0 && lines.length === 0 && suspenseMinor === 0n) continue
    const waiting = open.filter((line) => line.day === day)
    const found = differencesOf(account, day, { ours, waiting, named: await namedBy(parts, account, open), isCovered })
    differences.push(...found)
    accounts.push({
      account: account.account,
      account_name: account.name,
      kind: account.kind,
      currency: account.currency,
      timezone: markets[account.market].timezone,
      covered: isCovered,
      ours: formatDecimal(sumOf(ours.map((one) => one.minor))),
      theirs: formatDecimal(sumOf(lines.filter((line) => line.state !== 'dismissed').map((line) => line.amount_minor))),
      matched: lines.filter((line) => line.payment_id !== null || line.state === 'assigned').length,
      differences: found.length,
      suspense: formatDecimal(suspenseMinor),
    })
  }
  const listed = new Set(differences.flatMap((one) => [one.line_id, one.payment_id]))
  const overdue = await openTooLong(parts, now)
  differences.push(...overdue.filter((one) => !listed.has(one.line_id ?? one.payment_id)))
  return { day, accounts, differences }
}
