import type { StatementFile } from '@dhow/contract/statement-rules'
import { Refusal } from '../../../platform/refusal.ts'
import type { ReceiptsParts } from '../parts.ts'
import { issueStatement, type StatementOrder } from './issue-statement.ts'
import { readStatementFile } from './statement-files.ts'
import { listStatements, replyOf } from './statement-store.ts'

/** Signed statements of players' accounts (docs/concepts/receipts.md). */
export function openSignedStatements(parts: ReceiptsParts) {
  const { db } = parts.platform
  const file = (playerId: string, id: string, name: StatementFile) => readStatementFile(db.kysely, playerId, id, name)
  return {
    /** Issues a statement, or returns the one of the same period. @throws the refusals of `issueStatement` */
    issue: (order: StatementOrder) => issueStatement(parts, order),
    /** A player's statements, newest period first. */
    list: async (playerId: string) => (await listStatements(db.kysely, playerId)).map(replyOf),
    /** A file of a player's statement. @throws Refusal `not_found` */
    file,
    /** A file for an operator; the download is audited. @throws Refusal `not_found` */
    async fileForOperator(operatorId: string, playerId: string, id: string, name: StatementFile) {
      const made = await file(playerId, id, name)
      await db.transaction((tx) =>
        parts.audit(tx, {
          operatorId,
          action: 'statement.download',
          subject: playerId,
          text: `Downloaded ${name} of the signed statement ${id}`,
          before: null,
          after: null,
        }),
      )
      return made
    },
    /** A player's statements for an operator. @throws Refusal `not_found` without such a player */
    async listForOperator(playerId: string) {
      const wallet = await db.kysely
        .selectFrom('ledger.wallets')
        .select('player_id')
        .where('player_id', '=', playerId)
        .executeTakeFirst()
      if (!wallet) throw new Refusal('not_found')
      return (await listStatements(db.kysely, playerId)).map(replyOf)
    },
  }
}
