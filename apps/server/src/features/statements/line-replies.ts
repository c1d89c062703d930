import { formatDecimal } from '@dhow/contract/money'
import type { StatementLine } from '@dhow/contract/statement-lines'
import type { StaffSession } from '../../platform/http/call.ts'
import { required } from '../../platform/required.ts'
import { namesOfAccounts, namesOfOperators } from './card-names.ts'
import type { StatementParts } from './parts.ts'
import { candidatesOf } from './read-candidates.ts'
import type { LineRow } from './tables.ts'

/** Lines for an operator, with their candidate payments. */
export async function lineReplies(parts: StatementParts, rows: LineRow[], by: StaffSession): Promise<StatementLine[]> {
  const { db, clock } = parts.platform
  const { kysely } = db
  if (rows.length === 0) return []
  const accounts = await namesOfAccounts(parts)
  const operators = await namesOfOperators(parts)
  const candidates = await candidatesOf(kysely, rows, { operatorId: by.operatorId, now: clock.now() })
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

export async function lineReply(parts: StatementParts, row: LineRow, by: StaffSession): Promise<StatementLine> {
  const [reply] = await lineReplies(parts, [row], by)
  return required(reply, `line ${row.id}`)
}
