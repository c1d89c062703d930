import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { StatementLine } from '@dhow/contract/statement-lines'
import type { Statement, StatementAccount } from '@dhow/contract/statements'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import { mappingOf, moneyAccounts } from './accounts.ts'
import type { StatementParts } from './parts.ts'
import { candidatesOf } from './read-candidates.ts'
import type { LineRow, StatementRow } from './tables.ts'

const page = 50
const waitingStates = ['waiting', 'awaiting_second_approval'] as const

/** Statements and their lines for staff. */
export function openLineReader({ platform: { db, clock, config } }: StatementParts) {
  const { kysely } = db

  async function namesOfAccounts() {
    return new Map((await moneyAccounts(kysely, config)).map((one) => [one.account, one.name]))
  }
  async function namesOfOperators() {
    const operators = await kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
    return new Map(operators.map((one) => [one.id, one.name]))
  }

  async function statementReplies(rows: StatementRow[]): Promise<Statement[]> {
    const [accounts, operators] = [await namesOfAccounts(), await namesOfOperators()]
    const amount = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
    return rows.map((row) => ({
      id: row.id,
      account: row.account,
      account_name: accounts.get(row.account) ?? row.account,
      format: row.format,
      file_name: row.file_name,
      currency: row.currency,
      first_day: row.first_day,
      last_day: row.last_day,
      opening: amount(row.opening_minor),
      closing: amount(row.closing_minor),
      lines: row.lines,
      new_lines: row.new_lines,
      new_in: formatDecimal(row.new_in_minor),
      new_out: formatDecimal(row.new_out_minor),
      imported_by: operators.get(row.imported_by) ?? '',
      imported_at: row.imported_at.toISOString(),
    }))
  }

  async function lineReplies(rows: LineRow[], by: StaffSession): Promise<StatementLine[]> {
    if (rows.length === 0) return []
    const [accounts, operators, candidates] = [
      await namesOfAccounts(),
      await namesOfOperators(),
      await candidatesOf(kysely, rows, { operatorId: by.operatorId, now: clock.now() }),
    ]
    const playerIds = [...new Set(rows.flatMap((row) => (row.player_id === null ? [] : [row.player_id])))]
    const players =
      playerIds.length === 0
        ? []
        : await kysely
            .selectFrom('accounts.player_card')
            .select(['id', 'player_name'])
            .where('id', 'in', playerIds)
            .execute()
    const nowMs = clock.now().getTime()
    return rows.map((row) => ({
      id: row.id,
      statement_id: row.statement_id,
      account: row.account,
      account_name: accounts.get(row.account) ?? row.account,
      currency: row.currency,
      day: row.day,
      amount: formatDecimal(row.amount_minor),
      reference: row.reference,
      text: row.text,
      bank_id: row.bank_id,
      state: row.state,
      age_s: Math.max(0, Math.floor((nowMs - row.imported_at.getTime()) / 1_000)),
      version: row.version,
      looks_like: row.looks_like,
      candidates: candidates.get(row.id) ?? [],
      payment_id: row.payment_id,
      player: players.find((player) => player.id === row.player_id) ?? null,
      first_operator: row.first_operator === null ? null : (operators.get(row.first_operator) ?? null),
      decided_by: row.decided_by === null ? null : (operators.get(row.decided_by) ?? null),
      decided_at: row.decided_at?.toISOString() ?? null,
      note: row.note,
    }))
  }

  async function counts(): Promise<Record<string, number>> {
    const { rows } = await sql<{ state: string; incoming: boolean; exact: boolean; count: number }>`
      select state, amount_minor > 0 as incoming,
             exists (select from statements.match match where match.line_id = line.id and match.exact) as exact, count(*)::int as count
      from statements.line line where state in ('waiting', 'awaiting_second_approval')
      group by 1, 2, 3`.execute(kysely)
    const sum = (isOf: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(isOf).reduce((total, row) => total + row.count, 0)
    return {
      open: sum((row) => row.incoming),
      exact: sum((row) => row.exact),
      by_hand: sum((row) => row.incoming && row.state === 'waiting' && !row.exact),
      outgoing: sum((row) => !row.incoming),
      awaiting_second_approval: sum((row) => row.state === 'awaiting_second_approval'),
    }
  }

  return {
    counts,

    async accounts(): Promise<StatementAccount[]> {
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
        const waits = waiting.find((row) => row.account === one.account)
        replies.push({
          ...one,
          mapping: (await mappingOf(kysely, one.account)) ?? null,
          waiting: waits?.count ?? 0,
          waiting_amount: formatDecimal(BigInt(waits?.sum ?? '0')),
          covered_until: covered.find((row) => row.account === one.account)?.until ?? null,
        })
      }
      return replies
    },

    statementReply: async (row: StatementRow) => (await statementReplies([row]))[0]!,

    async statements(query: { account?: string | undefined; cursor?: string | undefined }) {
      let listed = kysely
        .selectFrom('statements.statement')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(page + 1)
      if (query.account) listed = listed.where('account', '=', query.account)
      if (query.cursor) listed = listed.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf(await listed.execute(), page)
      return { statements: await statementReplies(rows), next_cursor: nextCursor }
    },

    lineReply: async (row: LineRow, by: StaffSession) => (await lineReplies([row], by))[0]!,

    /** The queue: what waits oldest first, what is decided or searched for newest first. */
    async lines(
      query: {
        state?: string | undefined
        account?: string | undefined
        q?: string | undefined
        cursor?: string | undefined
      },
      by: StaffSession,
    ) {
      const state = query.state ?? 'open'
      let listed = kysely.selectFrom('statements.line as line').selectAll('line')
      if (query.account) listed = listed.where('line.account', '=', query.account)
      const isQueue = !query.q && ['open', 'exact', 'by_hand', 'outgoing', 'awaiting_second_approval'].includes(state)
      if (query.q) {
        const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
        listed = listed.where((eb) =>
          eb.or([
            eb('line.id', '=', query.q!),
            eb('line.payment_id', '=', query.q!),
            eb('line.bank_id', '=', query.q!),
            eb('line.reference', 'ilike', like),
            eb('line.text', 'ilike', like),
          ]),
        )
      } else if (isQueue) {
        const hasExact = sql<boolean>`exists (select from statements.match match where match.line_id = line.id and match.exact)`
        listed = listed.where(
          'line.state',
          'in',
          state === 'awaiting_second_approval' ? ['awaiting_second_approval'] : [...waitingStates],
        )
        listed = listed.where('line.amount_minor', state === 'outgoing' ? '<' : '>', 0n)
        if (state === 'exact') listed = listed.where(hasExact)
        if (state === 'by_hand') listed = listed.where('line.state', '=', 'waiting').where((eb) => eb.not(hasExact))
      } else {
        listed = listed.where('line.state', '=', state as LineRow['state'])
      }
      if (query.cursor) listed = listed.where('line.id', isQueue ? '>' : '<', query.cursor)
      const { rows, nextCursor } = pageOf(
        (await listed
          .orderBy('line.id', isQueue ? 'asc' : 'desc')
          .limit(page + 1)
          .execute()) as LineRow[],
        page,
      )
      return { lines: await lineReplies(rows, by), next_cursor: nextCursor, counts: await counts() }
    },
  }
}
