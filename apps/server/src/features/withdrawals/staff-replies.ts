import { operatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import type { PayToField } from '@dhow/contract/personal-fields'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import { required } from '../../platform/required.ts'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf, findBlockedAccounts, numberOf } from './payout-accounts.ts'
import { stopsOf } from './payout-gate.ts'
import { graded } from './risks.ts'
import type { PayoutAccountRow, WithdrawalRow } from './tables.ts'
import { replyWith } from './withdrawal-reply.ts'

/** Withdrawals for the cashier; a page of the queue needs as many queries as one row. */
export async function staffReplies(parts: WithdrawalParts, rows: WithdrawalRow[]): Promise<StaffWithdrawal[]> {
  if (rows.length === 0) return []
  const { db, clock } = parts.platform
  const accountOf = await accountsOf(parts, rows)
  const playerIds = [...new Set(rows.map((row) => row.player_id))]
  const players = await parts.accounts.findPlayers(playerIds)
  const balances = await parts.wallet.balances(db.kysely, playerIds)
  const stops = await stopsOf(parts, rows)
  const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const sharedNumbers = await findSharedNumbers(parts, rows.map(accountOf))
  const blocked = await findBlockedAccounts(parts, db.kysely, rows.map(accountOf))
  const now = clock.now()
  return rows.map((row) => {
    const account = accountOf(row)
    const player = required(players.get(row.player_id), `player ${row.player_id}`)
    const first = operators.find((operator) => operator.id === row.first_approver)
    const isShared = sharedNumbers(row.player_id, account)
    return {
      ...replyWith(parts, row, account),
      player: parts.wallet.payerReply(player, balances.get(row.player_id)),
      stops: stops(row.id).map(({ code, text, steps }) => ({ code, text, steps })),
      pay_to: payTo(parts, account),
      pay_code: row.pay_code,
      batch_id: row.batch_id,
      by_service: row.by_service,
      first_approver: row.state === 'awaiting_second_approval' ? (first?.name ?? null) : null,
      age_s: Math.max(0, Math.floor((now.getTime() - row.requested_at.getTime()) / 1_000)),
      version: row.version,
      warnings: warningsOf(parts, row, { account, player, isShared, isBlocked: blocked.has(account.id), now }),
    }
  })
}

/** A withdrawal for operators, with its full payout account. */
export async function staffReply(parts: WithdrawalParts, row: WithdrawalRow): Promise<StaffWithdrawal> {
  const [reply] = await staffReplies(parts, [row])
  return required(reply, `withdrawal ${row.id}`)
}

/** Other players' payout accounts with the same numbers. */
async function findSharedNumbers(
  { platform: { db } }: WithdrawalParts,
  accounts: PayoutAccountRow[],
): Promise<(playerId: string, account: PayoutAccountRow) => boolean> {
  const macs = accounts.map((account) => account.number_mac)
  const known = await db.kysely
    .selectFrom('withdrawals.payout_account')
    .select(['player_id', 'number_mac'])
    .where('number_mac', 'in', macs)
    .execute()
  return (playerId, account) =>
    known.some(
      (other) =>
        other.player_id !== playerId &&
        Buffer.compare(Buffer.from(other.number_mac), Buffer.from(account.number_mac)) === 0,
    )
}

const payTo = (parts: WithdrawalParts, account: PayoutAccountRow): { field: PayToField; value: string }[] => [
  { field: 'holder', value: account.holder },
  ...(account.bank ? [{ field: 'bank' as const, value: account.bank }] : []),
  {
    field: account.kind === 'upi' ? 'upi_id' : account.kind === 'wallet_na' ? 'wallet_number' : 'account_number',
    value: numberOf(parts, account),
  },
  ...(account.branch
    ? [{ field: account.kind === 'bank_in' ? ('ifsc' as const) : ('branch_code' as const), value: account.branch }]
    : []),
]

function warningsOf(
  { portal }: WithdrawalParts,
  row: WithdrawalRow,
  seen: {
    account: PayoutAccountRow
    player: { created_at: Date; market: Market }
    isShared: boolean
    isBlocked: boolean
    now: Date
  },
) {
  const isRecent = (since: Date) => seen.now.getTime() - since.getTime() < 24 * 3_600_000
  return graded([
    ...row.risks.map(({ code, params, mustCheck }) => ({ code, params, must_check: mustCheck })),
    ...(seen.isBlocked ? [{ ...operatorText('payee_blocked', {}), must_check: true }] : []),
    ...(seen.isShared ? [operatorText('account_shared', {})] : []),
    ...(isRecent(seen.account.created_at) ? [operatorText('account_new', {})] : []),
    ...(isRecent(seen.player.created_at) ? [operatorText('new_player', {})] : []),
    ...(row.amount_minor >= BigInt(portal.settings().four_eyes_minor[seen.player.market])
      ? [operatorText('large', {})]
      : []),
  ])
}
