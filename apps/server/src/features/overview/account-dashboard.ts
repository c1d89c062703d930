import { required } from '../../platform/required.ts'
import { formatDecimal } from '@dhow/contract/money'
import type { PlayerSession } from '../../platform/http/call.ts'
import { paymentsIn } from '../limits/index.ts'
import type { OverviewParts } from './parts.ts'

const dayMs = 86_400_000
const periodsMs = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const

/** A player's own figures across features: balances, play, deposits and withdrawals. */
export function openDashboard({ platform: { db, clock }, wallet, accounts, limits, gateway }: OverviewParts) {
  return async (session: PlayerSession) => {
    const { playerId, currency } = session
    const now = clock.now().getTime()
    const since = {
      day: new Date(now - periodsMs.day),
      week: new Date(now - periodsMs.week),
      month: new Date(now - periodsMs.month),
    }
    const balance = required(await wallet.balance(db.kysely, playerId), 'wallet of the player')
    const { since: played, all, rounds } = await gateway.playedSince(playerId, [since.day, since.week, since.month])
    const getPlayed = (index: number) => required(played[index], 'sum of the period')
    const paid = await paymentsIn(db.kysely, playerId)
    const sent = await db.kysely
      .selectFrom('withdrawals.withdrawals')
      .select(['amount_minor', 'updated_at'])
      .where('player_id', '=', playerId)
      .where('state', '=', 'paid')
      .execute()

    const activityOf = ({ stakedMinor, wonMinor }: typeof all, from: Date | undefined) => {
      const deposited = paid.reduce((sum, row) => (from && row.at < from ? sum : sum + row.amountMinor), 0n)
      const withdrawn = sent.reduce((sum, row) => (from && row.updated_at < from ? sum : sum + row.amount_minor), 0n)
      return {
        staked: formatDecimal(stakedMinor),
        won: formatDecimal(wonMinor),
        net: formatDecimal(wonMinor - stakedMinor),
        deposited: formatDecimal(deposited),
        withdrawn: formatDecimal(withdrawn),
      }
    }
    return {
      currency,
      balance: formatDecimal(balance.cashMinor),
      bonus: formatDecimal(balance.bonusMinor),
      held: formatDecimal(balance.heldMinor),
      in_play: formatDecimal(balance.inPlayMinor),
      activity: {
        day: activityOf(getPlayed(0), since.day),
        week: activityOf(getPlayed(1), since.week),
        month: activityOf(getPlayed(2), since.month),
        all: activityOf(all, undefined),
      },
      counts: {
        deposits: paid.length,
        withdrawals: sent.length,
        rounds,
        devices: (await accounts.sessions.list(db.kysely, playerId)).length,
      },
      ...(await limits.read(session)),
    }
  }
}
