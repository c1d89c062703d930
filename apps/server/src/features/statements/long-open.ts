import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Difference } from '@dhow/contract/reconciliation'
import { dayIn, markets } from '../portal/index.ts'
import { moneyAccounts } from './accounts.ts'
import type { StatementParts } from './parts.ts'

const dayMs = 86_400_000

const transitHours = 24

const suspenseDays = 3

/** All items that wait too long, of any day: payouts in transit, payments without an answer, money in suspense. */
export async function openTooLong({ platform: { db, config } }: StatementParts, now: Date): Promise<Difference[]> {
  const { rows } = await sql<{
    account: string
    id: string
    currency: Currency
    minor: bigint
    at: Date
    text: 'in_transit' | 'unanswered' | 'suspense'
    state: string
  }>`
      select 'payouts-' || currency as account, id, currency, fee_minor - amount_minor as minor, sent_at as at, 'in_transit' as text, state
      from withdrawals.withdrawals where state in ('sent', 'unknown') and sent_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select 'service-' || service, id, currency, coalesce(requested_minor, 0), started_at, 'unanswered', state
      from payments.service_payments where state in ('redeeming', 'unknown', 'initiating', 'review') and started_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select account, id, currency, amount_minor, imported_at, 'suspense', state
      from statements.line where in_suspense and state in ('waiting', 'awaiting_second_approval') and imported_at < ${new Date(now.getTime() - suspenseDays * dayMs)}
      order by 5`.execute(db.kysely)
  const known = new Map((await moneyAccounts(db.kysely, config)).map((one) => [one.account, one]))
  return rows.map((row) => {
    const account = known.get(row.account)
    const isLine = row.id.startsWith('stl_')
    const hours = Math.floor((now.getTime() - new Date(row.at).getTime()) / 3_600_000)
    return {
      kind: 'open_too_long' as const,
      account: row.account,
      account_name: account?.name ?? row.account,
      day: dayIn(account ? markets[account.market].timezone : 'UTC', new Date(row.at)),
      currency: row.currency,
      ours: isLine ? null : formatDecimal(BigInt(row.minor)),
      theirs: isLine ? formatDecimal(BigInt(row.minor)) : null,
      payment_id: isLine ? null : row.id,
      line_id: isLine ? row.id : null,
      reference: '',
      text: operatorText(`difference_${row.text}`, { state: row.state, hours: String(hours) }),
      action: isLine
        ? ('decide_line' as const)
        : row.id.startsWith('wd_')
          ? ('check_payout' as const)
          : ('settle_case' as const),
      action_id: row.id,
    }
  })
}
