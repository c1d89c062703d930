import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { isOneOf } from '@dhow/contract/records'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf } from './payout-accounts.ts'
import { accountText, openStates, payoutKinds, statusOf } from './rules.ts'
import type { PayoutAccountRow, WithdrawalRow } from './tables.ts'

/** A withdrawal for its player. */
export async function withdrawalReply(parts: WithdrawalParts, row: WithdrawalRow): Promise<Withdrawal> {
  return replyWith(parts, row, (await accountsOf(parts, [row]))(row))
}

/** The reply, with its payout account passed in. */
export function replyWith({ portal }: WithdrawalParts, row: WithdrawalRow, account: PayoutAccountRow): Withdrawal {
  const isOpen = isOneOf(openStates, row.state)
  const expectedMs = portal.settings().withdrawals.expected_minutes * 60_000
  return {
    id: row.id,
    amount: formatDecimal(row.amount_minor),
    fee: formatDecimal(row.fee_minor),
    currency: row.currency,
    account: {
      id: account.id,
      kind: account.kind,
      label: account.bank ?? payoutKinds[account.kind].label,
      label_text: accountText(account),
      number: `•••• ${account.number_end}`,
    },
    status: statusOf[row.state],
    state: row.state,
    reason: row.reason === null ? null : textOf('withdrawal_stopped', { reason: row.reason }),
    payment_reference: row.payment_reference,
    requested_at: row.requested_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expected_by: isOpen ? new Date(row.requested_at.getTime() + expectedMs).toISOString() : null,
  }
}
