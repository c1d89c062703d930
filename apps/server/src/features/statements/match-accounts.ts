import { sql } from 'kysely'
import { moneyAccounts } from './accounts.ts'
import { matchAccount } from './match-account.ts'
import type { StatementParts } from './parts.ts'

/** Matches one account, or all of them; gives how many lines match a deposit exactly and how many were linked. */
export async function matchAccounts(
  parts: StatementParts,
  account?: string,
): Promise<{ exact: number; linked: number }> {
  const { db, config } = parts.platform
  const sum = { exact: 0, linked: 0 }
  for (const one of await moneyAccounts(db.kysely, config)) {
    if (account !== undefined && one.account !== account) continue
    const { exact, linked } = await matchAccount(parts, one)
    sum.exact += exact
    sum.linked += linked
  }
  return sum
}

/** Matches the accounts with waiting lines and a payment that has changed since they were matched. */
export async function matchChanged(parts: StatementParts): Promise<void> {
  const { rows } = await sql<{ account: string }>`
    select account.account from statements.account account
    where exists (select from statements.line line where line.account = account.account and line.state = 'waiting')
      and (account.matched_at is null
           or exists (select from deposits.deposits deposit where account.account = deposit.detail_id::text and deposit.updated_at > account.matched_at)
           or account.account like 'payouts-%' and exists (select from withdrawals.withdrawals withdrawal where withdrawal.updated_at > account.matched_at)
           or account.account like 'service-%' and exists (select from payments.service_payments payment where payment.updated_at > account.matched_at))`.execute(
    parts.platform.db.kysely,
  )
  for (const { account } of rows) await matchAccounts(parts, account)
}
