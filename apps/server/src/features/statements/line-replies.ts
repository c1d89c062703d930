import { formatDecimal } from '@dhow/contract/money'
import type { StatementLine } from '@dhow/contract/statement-lines'
import type { Statement } from '@dhow/contract/statements'
import type { StaffSession } from '../../platform/http/call.ts'
import { moneyAccounts } from './accounts.ts'
import type { StatementParts } from './parts.ts'
import { candidatesOf } from './read-candidates.ts'
import type { LineRow, StatementRow } from './tables.ts'

async function namesOfAccounts({
  platform: {
    db: { kysely },
    config,
  },
}: StatementParts) {
  return new Map((await moneyAccounts(kysely, config)).map((one) => [one.account, one.name]))
}

async function namesOfOperators({
  platform: {
    db: { kysely },
  },
}: StatementParts) {
  const operators = await kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  return new Map(operators.map((one) => [one.id, one.name]))
}

export async function statementReplies(parts: StatementParts, rows: StatementRow[]): Promise<Statement[]> {
  const [accounts, operators] = [await namesOfAccounts(parts), await namesOfOperators(parts)]
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

export async function lineReplies(parts: StatementParts, rows: LineRow[], by: StaffSession): Promise<StatementLine[]> {
  const {
    platform: {
      db: { kysely },
      clock,
    },
  } = parts
  if (rows.length === 0) return []
  const [accounts, operators, candidates] = [
    await namesOfAccounts(parts),
    await namesOfOperators(parts),
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

export async function statementReply(parts: StatementParts, row: StatementRow) {
  return (await statementReplies(parts, [row]))[0]!
}

export async function lineReply(parts: StatementParts, row: LineRow, by: StaffSession) {
  return (await lineReplies(parts, [row], by))[0]!
}
