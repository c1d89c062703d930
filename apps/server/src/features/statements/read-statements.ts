import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { StatementAccount } from '@dhow/contract/statements'
import { pageOf } from '../../platform/pages.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import { findMapping, moneyAccounts } from './accounts.ts'
import type { StatementParts } from './parts.ts'
import { statementReplies } from './statement-replies.ts'
import { undecidedStates } from './tables.ts'

const page = 50

/** Undecided lines by queue. */
export async function countLines({ platform: { db } }: StatementParts): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; incoming: boolean; exact: boolean; count: number }>`
      select state, amount_minor > 0 as incoming,
             exists (select from statements.match match where match.line_id = line.id and match.exact) as exact, count(*)::int as count
      from statements.line line where state in ('waiting', 'awaiting_second_approval')
      group by 1, 2, 3`.execute(db.kysely)
  const sum = (belongsTo: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(belongsTo).reduce((total, row) => total + row.count, 0)
  return {
    open: sum((row) => row.incoming),
    exact: sum((row) => row.exact),
    by_hand: sum((row) => row.incoming && row.state === 'waiting' && !row.exact),
    outgoing: sum((row) => !row.incoming),
    awaiting_second_approval: sum((row) => row.state === 'awaiting_second_approval'),
  }
}

/** Incoming lines that need a decision. */
export async function readWaiting({ platform: { db } }: StatementParts): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('statements.line')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('imported_at').as('oldest')])
    .where('state', 'in', [...undecidedStates])
    .where('amount_minor', '>', 0n)
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** Lines that wait for a second operator after one not in `notAfter`. */
export async function readWaitingForSecond(
  { platform: { db } }: StatementParts,
  notAfter: readonly string[],
): Promise<Waiting> {
  const row = await db.kysely
    .selectFrom('statements.line')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('imported_at').as('oldest')])
    .where('state', '=', 'awaiting_second_approval')
    .where('first_operator', 'not in', notAfter)
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/** Accounts with statements, with their undecided money. */
export async function readAccounts({ platform: { db, config } }: StatementParts): Promise<StatementAccount[]> {
  const { kysely } = db
  const { rows: waiting } = await sql<{ account: string; count: number; sum: string }>`
        select account, count(*)::int as count, coalesce(sum(amount_minor) filter (where in_suspense), 0)::text as sum
        from statements.line where state in ('waiting', 'awaiting_second_approval') group by account`.execute(kysely)
  const covered = await kysely
    .selectFrom('statements.statement')
    .select((eb) => ['account', eb.fn.max('last_day').as('until')])
    .groupBy('account')
    .execute()
  const replies: StatementAccount[] = []
  for (const one of await moneyAccounts(kysely, config)) {
    const undecided = waiting.find((row) => row.account === one.account)
    replies.push({
      ...one,
      mapping: (await findMapping(kysely, one.account)) ?? null,
      waiting: undecided?.count ?? 0,
      waiting_amount: formatDecimal(BigInt(undecided?.sum ?? '0')),
      covered_until: covered.find((row) => row.account === one.account)?.until ?? null,
    })
  }
  return replies
}

/** Imported statements, newest first. */
export async function readStatements(
  parts: StatementParts,
  query: { account?: string | undefined; cursor?: string | undefined },
) {
  let listed = parts.platform.db.kysely
    .selectFrom('statements.statement')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page + 1)
  if (query.account) listed = listed.where('account', '=', query.account)
  if (query.cursor) listed = listed.where('id', '<', query.cursor)
  const { rows, nextCursor } = pageOf(await listed.execute(), page)
  return { statements: await statementReplies(parts, rows), next_cursor: nextCursor }
}
