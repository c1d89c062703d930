import { moneyAccounts } from './accounts.ts'
import type { StatementParts } from './parts.ts'

/** Names of the accounts with statements, by account. */
export async function namesOfAccounts({ platform: { db, config } }: StatementParts): Promise<Map<string, string>> {
  return new Map((await moneyAccounts(db.kysely, config)).map((one) => [one.account, one.name]))
}

/** Operators' names, by id. */
export async function namesOfOperators({ platform: { db } }: StatementParts): Promise<Map<string, string>> {
  const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  return new Map(operators.map((one) => [one.id, one.name]))
}
