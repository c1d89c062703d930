import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { HistoryQuery, Market } from '@dhow/contract/shapes'
import type { StaffWithdrawal } from '@dhow/contract/withdrawal-review'
import type { Withdrawal } from '@dhow/contract/withdrawals'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import type { WithdrawalParts } from './index.ts'
import { payerReply } from '../wallet/index.ts'
import type { openPayoutAccounts } from './payout-accounts.ts'
import type { Gate } from './payout-gate.ts'
import { graded } from './risks.ts'
import { openStates, payoutKinds, statesOf, statusOf, type WithdrawalState } from './rules.ts'
import { paidMinorOf } from './store.ts'
import type { PayoutAccountRow, WithdrawalRow } from './tables.ts'

const queuePage = 50

export function openReader(
  parts: WithdrawalParts,
  { gate, payoutAccounts }: { gate: Gate; payoutAccounts: ReturnType<typeof openPayoutAccounts> },
) {
  const { db, clock } = parts.platform

  async function accountsOf(rows: WithdrawalRow[]): Promise<Map<string, PayoutAccountRow>> {
    if (rows.length === 0) return new Map()
    const accounts = await db.kysely
      .selectFrom('withdrawals.payout_account')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map((row) => row.payout_account_id),
      )
      .execute()
    return new Map(accounts.map((account) => [account.id, account]))
  }

  function replyWith(row: WithdrawalRow, account: PayoutAccountRow): Withdrawal {
    const isOpen = (openStates as readonly string[]).includes(row.state)
    const expectedMs = parts.portal.settings().withdrawals.expected_minutes * 60_000
    return {
      id: row.id,
      amount: formatDecimal(row.amount_minor),
      fee: formatDecimal(row.fee_minor),
      currency: row.currency,
      account: {
        id: account.id,
        kind: account.kind,
        label: account.bank ?? payoutKinds[account.kind].label,
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

  /** Withdrawals as the cashier sees them; a page of the queue takes as many queries as one row. */
  async function staffReplies(rows: WithdrawalRow[]): Promise<StaffWithdrawal[]> {
    if (rows.length === 0) return []
    const payouts = await accountsOf(rows)
    const playerIds = [...new Set(rows.map((row) => row.player_id))]
    const players = await parts.accounts.findPlayers(playerIds)
    const balances = await parts.wallet.balances(db.kysely, playerIds)
    const stops = await gate.stopsOf(rows)
    const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
    const numbers = await db.kysely
      .selectFrom('withdrawals.payout_account')
      .select(['player_id', 'number_mac'])
      .where(
        'number_mac',
        'in',
        [...payouts.values()].map((account) => account.number_mac),
      )
      .execute()
    const now = clock.now()
    return rows.map((row) => {
      const account = payouts.get(row.payout_account_id)!
      const player = players.get(row.player_id)!
      const first = operators.find((operator) => operator.id === row.first_approver)
      const isShared = numbers.some(
        (other) =>
          other.player_id !== row.player_id &&
          Buffer.compare(Buffer.from(other.number_mac), Buffer.from(account.number_mac)) === 0,
      )
      return {
        ...replyWith(row, account),
        player: payerReply(player, balances.get(row.player_id)),
        stops: stops.get(row.id)!.map(({ code, text, steps }) => ({ code, text, steps })),
        pay_to: payTo(account),
        pay_code: row.pay_code,
        batch_id: row.batch_id,
        by_service: row.by_service,
        first_approver: row.state === 'awaiting_second_approval' ? (first?.name ?? null) : null,
        age_s: Math.max(0, Math.floor((now.getTime() - row.requested_at.getTime()) / 1_000)),
        version: row.version,
        warnings: warningsOf(row, { account, player, isShared, now }),
      }
    })
  }

  const payTo = (account: PayoutAccountRow) => [
    { label: 'Holder', value: account.holder },
    ...(account.bank ? [{ label: 'Bank', value: account.bank }] : []),
    {
      label: account.kind === 'upi' ? 'UPI ID' : account.kind === 'wallet_na' ? 'Wallet number' : 'Account number',
      value: payoutAccounts.numberOf(account),
    },
    ...(account.branch ? [{ label: account.kind === 'bank_in' ? 'IFSC' : 'Branch code', value: account.branch }] : []),
  ]

  function warningsOf(
    row: WithdrawalRow,
    seen: {
      account: PayoutAccountRow
      player: { created_at: Date; market: Market }
      isShared: boolean
      now: Date
    },
  ) {
    const isYoung = (since: Date) => seen.now.getTime() - since.getTime() < 24 * 3_600_000
    return graded([
      ...row.risks.map((risk) => ({ code: risk.code, text: risk.text, must_check: risk.mustCheck })),
      ...(seen.isShared ? [{ code: 'account_shared', text: 'Another player has this payout account too.' }] : []),
      ...(isYoung(seen.account.created_at)
        ? [{ code: 'account_new', text: 'The payout account is less than a day old.' }]
        : []),
      ...(isYoung(seen.player.created_at) ? [{ code: 'new_player', text: 'The player is less than a day old.' }] : []),
      ...(row.amount_minor >= BigInt(parts.portal.settings().four_eyes_minor[seen.player.market])
        ? [{ code: 'large', text: 'A second operator has to confirm this amount.' }]
        : []),
    ])
  }

  return {
    staffReplies,

    async reply(row: WithdrawalRow): Promise<Withdrawal> {
      return replyWith(row, (await accountsOf([row])).get(row.payout_account_id)!)
    },

    /** A player's withdrawals, newest first, with the period's totals. */
    async history(playerId: string, query: HistoryQuery) {
      const limit = query.limit ?? 20
      const { from, until } = period(query)
      let filtered = db.kysely.selectFrom('withdrawals.withdrawal').where('player_id', '=', playerId)
      if (query.state !== undefined)
        filtered = filtered.where(
          'state',
          'in',
          statesOf(query.state).length > 0 ? statesOf(query.state) : ['' as WithdrawalState],
        )
      const { first, end } = idsWithin('wd', { from, until })
      if (from && first) filtered = filtered.where('requested_at', '>=', from).where('id', '>=', first)
      if (until && end) filtered = filtered.where('requested_at', '<', until).where('id', '<', end)
      const counts = query.state === undefined || statesOf(query.state).includes('paid')
      let paged = filtered
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1)
      if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
      const { rows, nextCursor } = pageOf((await paged.execute()) as WithdrawalRow[], limit)
      const accounts = await accountsOf(rows)
      const outMinor = counts ? await paidMinorOf(db.kysely, playerId, query) : 0n
      return {
        data: rows.map((row) => replyWith(row, accounts.get(row.payout_account_id)!)),
        next_cursor: nextCursor,
        totals: { in: '0.00', out: formatDecimal(outMinor), net: formatDecimal(-outMinor) },
      }
    },

    /** The cashiers' queue: what waits oldest first, what is decided or searched for newest first. */
    async queue(query: { state?: string | undefined; q?: string | undefined; cursor?: string | undefined }) {
      const counted = await db.kysely
        .selectFrom('withdrawals.withdrawal')
        .select((eb) => ['state', eb.fn.countAll<bigint>().as('count')])
        .where((eb) =>
          eb.or([
            eb('state', 'in', [...openStates]),
            eb('updated_at', '>', new Date(clock.now().getTime() - 86_400_000)),
          ]),
        )
        .groupBy('state')
        .execute()
      const counts: Record<string, number> = Object.fromEntries(counted.map((row) => [row.state, Number(row.count)]))
      counts['open'] = openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
      const states = !query.state || query.state === 'open' ? [...openStates] : statesOf(query.state)
      let listed = db.kysely
        .selectFrom('withdrawals.withdrawal')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'withdrawals.withdrawal.player_id')
        .selectAll('withdrawals.withdrawal')
      if (query.q) {
        const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
        listed = listed.where((eb) =>
          eb.or([
            eb('withdrawals.withdrawal.payment_reference', 'ilike', like),
            eb('accounts.player_card.player_name', 'ilike', like),
            eb('accounts.player_card.mobile', 'like', like),
            eb('withdrawals.withdrawal.id', '=', query.q!),
            eb('withdrawals.withdrawal.pay_code', '=', query.q!.toUpperCase()),
          ]),
        )
      } else {
        listed = listed.where(
          'withdrawals.withdrawal.state',
          'in',
          states.length > 0 ? states : ['' as WithdrawalState],
        )
      }
      const oldestFirst = !query.q && states.every((state) => (openStates as readonly string[]).includes(state))
      if (query.cursor) listed = listed.where('withdrawals.withdrawal.id', oldestFirst ? '>' : '<', query.cursor)
      const { rows, nextCursor } = pageOf(
        (await listed
          .orderBy('withdrawals.withdrawal.id', oldestFirst ? 'asc' : 'desc')
          .limit(queuePage + 1)
          .execute()) as WithdrawalRow[],
        queuePage,
      )
      return { withdrawals: await staffReplies(rows), next_cursor: nextCursor, counts }
    },

    /** A withdrawal as the cashier sees it: with where to pay in full. */
    staffReply: async (row: WithdrawalRow): Promise<StaffWithdrawal> => (await staffReplies([row]))[0]!,
  }
}
