import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import { methodFigures, type staffMethodStatement } from '@dhow/contract/report-statements'
import { sql } from 'kysely'
import { dayIn, markets } from '../portal/index.ts'
import { periodOf, type Period } from './days.ts'
import { feeRowsOf, sumOfFees } from './fee-rows.ts'
import { methodOf, partOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import { accountNames } from './read-report.ts'
import { definitionsTable, type TablesFile } from './report-tables.ts'
import { readMovements, readRates, type DayMovement } from './store.ts'

type Statement = Omit<ReplyOf<typeof staffMethodStatement>, 'status'>

/**
 * Deposits of a period by the operator's account compared with its bank statements, and payouts.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readMethodStatement(
  parts: ReportParts,
  query: QueryOf<typeof staffMethodStatement>,
): Promise<Statement> {
  const { market } = query
  const { timezone, currency } = markets[market]
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const movements = await readMovements(parts, market, period)
  const rates = await readRates(parts, market)
  const names = await accountNames(parts)
  const lines = await readLines(parts, currency, period)
  const deposits = movements.filter((row) => partOf('deposits', row) !== 0n)
  const accounts = [...new Set([...deposits.map(methodOf), ...lines.keys()])].filter(
    (account) => account !== payoutAccount,
  )
  const sent = sumOf(movements, (row) => partOf('withdrawals', row))
  return {
    ...{ market, currency, today: dayIn(timezone, parts.platform.clock.now()), ...period },
    accounts: accounts.toSorted().map((account) => {
      const own = deposits.filter((row) => methodOf(row) === account)
      const back = own.filter((row) => partOf('deposits', row) < 0n)
      const credited = own.filter((row) => partOf('deposits', row) > 0n)
      const net = sumOf(own, (row) => partOf('deposits', row))
      return {
        account,
        name: names.get(account) ?? account,
        count: countOf(credited),
        deposits: formatDecimal(sumOf(credited, (row) => row.amount_minor)),
        reversed_count: countOf(back),
        reversed: formatDecimal(sumOf(back, (row) => row.amount_minor)),
        fee: formatDecimal(sumOfFees(feeRowsOf('method', account, own, rates))),
        ...against(lines.get(account), net),
      }
    }),
    payouts: {
      count: countOf(movements.filter((row) => partOf('withdrawals', row) > 0n)),
      amount: formatDecimal(sent),
      ...against(negated(lines.get(payoutAccount)), sent),
    },
  }
}

const payoutAccount = 'payouts'

const negated = (minor: bigint | undefined) => (minor === undefined ? undefined : -minor)

const against = (theirs: bigint | undefined, ours: bigint) => ({
  theirs: theirs === undefined ? null : formatDecimal(theirs),
  difference: theirs === undefined ? null : formatDecimal(theirs - ours),
})

const sumOf = (rows: readonly DayMovement[], minorOf: (row: DayMovement) => bigint) =>
  rows.reduce((sum, row) => sum + minorOf(row), 0n)
const countOf = (rows: readonly DayMovement[]) => rows.reduce((sum, { transfers }) => sum + Number(transfers), 0)

/** Sums of imported statements in a currency by the account's name in the ledger. */
async function readLines({ platform: { db } }: ReportParts, currency: string, { from, to }: Period) {
  const { rows } = await sql<{ account: string; minor: bigint }>`
    select case when account like 'payouts-%' then ${payoutAccount} when account like 'service-%' then 'payment_service:' || substr(account, 9)
      else 'bank_detail:' || account end as account, sum(amount_minor)::bigint as minor
    from statements.lines where currency = ${currency} and day between ${from} and ${to} and state <> 'dismissed' group by 1`.execute(
    db.kysely,
  )
  return new Map(rows.map(({ account, minor }) => [account, minor]))
}

/** The statement as tables of a file. @throws Refusal as `readMethodStatement` */
export async function methodStatementTables(
  parts: ReportParts,
  query: QueryOf<typeof staffMethodStatement>,
): Promise<TablesFile> {
  const { accounts, payouts, market, from, to } = await readMethodStatement(parts, query)
  return {
    name: `dhow-methods-${market}-${from}-${to}`,
    tables: [
      {
        name: 'Methods',
        columns: [
          ['Account', 'text'],
          ['Name', 'text'],
          ['Deposits', 'count'],
          ['Credited', 'money'],
          ['Reversals', 'count'],
          ['Reversed', 'money'],
          ['Fee', 'money'],
          ['By the statement', 'money'],
          ['Settlement difference', 'money'],
        ],
        rows: [
          ...accounts.map((row) => [
            ...[row.account, row.name, String(row.count), row.deposits, String(row.reversed_count), row.reversed],
            ...[row.fee, row.theirs, row.difference],
          ]),
          [
            'payouts',
            'Payouts',
            String(payouts.count),
            payouts.amount,
            null,
            null,
            null,
            payouts.theirs,
            payouts.difference,
          ],
        ],
      },
      definitionsTable(methodFigures),
    ],
  }
}
