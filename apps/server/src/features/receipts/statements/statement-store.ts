import { currency } from '@dhow/contract/shapes'
import type { SignedStatement } from '@dhow/contract/signed-statements'
import { parseNote } from '@dhow/receipts/note'
import { parseStatement, type Statement } from '@dhow/receipts/statement'
import type { Db, Tx } from '../../../platform/db/index.ts'

export interface StatementRow {
  id: string
  player_id: string
  from_at: Date
  to_at: Date
  posting_before: bigint | null
  last_posting: bigint | null
  csv_note: string
  json_note: string
  receipt: string | null
  issued_at: Date
  issued_by: string | null
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    'receipts.statement': StatementRow
  }
}

/** More statements than a person looks through; newest periods first. */
const mostListed = 100

/** Statement of a player's period, if it was issued. */
export const findStatement = (db: Db, { playerId, from, to }: { playerId: string; from: Date; to: Date }) =>
  db
    .selectFrom('receipts.statement')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('from_at', '=', from)
    .where('to_at', '=', to)
    .executeTakeFirst()

/** A player's statement by its id. */
export const readStatement = (db: Db, playerId: string, id: string) =>
  db
    .selectFrom('receipts.statement')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .executeTakeFirst()

export const listStatements = (db: Db, playerId: string) =>
  db
    .selectFrom('receipts.statement')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('to_at', 'desc')
    .orderBy('from_at', 'desc')
    .limit(mostListed)
    .execute()

/** Stores a statement. False if its period already has one. */
export async function insertStatement(tx: Tx, row: StatementRow): Promise<boolean> {
  const made = await tx
    .insertInto('receipts.statement')
    .values(row)
    .onConflict((conflict) => conflict.columns(['player_id', 'from_at', 'to_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** A statement for its reader, from the signed note. */
export function replyOf(row: StatementRow): SignedStatement {
  const statement = parseStatement(parseNote(row.csv_note).text)
  return {
    id: row.id,
    from: statement.from,
    to: statement.to,
    currency: currency.parse(statement.currency),
    entries: statement.entries,
    opening: balancesReply(statement.opening),
    closing: balancesReply(statement.closing),
    issued_at: row.issued_at.toJSON(),
    issued_by: row.issued_by === null ? 'player' : 'operator',
  }
}

const balancesReply = ({ balances: { cash, bonus, hold, inPlay } }: Statement['opening']) => ({
  cash: String(cash),
  bonus: String(bonus),
  hold: String(hold),
  in_play: String(inPlay),
})
