import { sql } from 'kysely'
import { moneyAccounts } from './accounts.ts'
import { matchAccount } from './match-account.ts'
import type { StatementParts } from './parts.ts'

/** Matches one account, or all; returns the number of lines that match a deposit exactly, and of linked ones. */
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

/** Matches accounts with waiting lines and a payment changed since the last match. */
export async function matchChangedAccounts(parts: StatementParts): Promise<void> {
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
