import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { paymentsIn } from '../limits/index.ts'
import type { OverviewParts } from './index.ts'

const dayMs = 86_400_000
const stretches = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const

/** A player's own figures across the features: what stands on the account, what was played, paid in and paid out. */
export function openDashboard({ platform: { db, clock }, wallet, accounts, limits }: OverviewParts) {
  return async (session: PlayerSession) => {
    const { playerId, currency } = session
    const now = clock.now().getTime()
    const since = {
      day: new Date(now - stretches.day),
      week: new Date(now - stretches.week),
      month: new Date(now - stretches.month),
    }
    const balance = (await wallet.balance(db.kysely, playerId))!
    const played = await playedIn(db.kysely, playerId, since)
    const paid = await paymentsIn(db.kysely, playerId)
    const sent = await db.kysely
      .selectFrom('withdrawal')
      .select(['amount_minor', 'updated_at'])
      .where('player_id', '=', playerId)
      .where('state', '=', 'paid')
      .execute()

    const activityOf = (stretch: 'day' | 'week' | 'month' | 'all', from: Date | undefined) => {
      const { stakedMinor, wonMinor } = played[stretch]
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
        day: activityOf('day', since.day),
        week: activityOf('week', since.week),
        month: activityOf('month', since.month),
        all: activityOf('all', undefined),
      },
      counts: {
        deposits: paid.length,
        withdrawals: sent.length,
        rounds: played.rounds,
        devices: (await accounts.sessions.list(db.kysely, playerId)).length,
      },
      ...(await limits.read(session)),
    }
  }
}

/** Stakes and winnings of rounds that began since then; what was returned was not staked. One pass over the player's rounds. */
async function playedIn(db: Db, playerId: string, since: { day: Date; week: Date; month: Date }) {
  const { rows } = await sql<Record<string, string>>`
    select count(*)::text as rounds,
      coalesce(sum(stake_minor - returned_minor), 0)::text as all_staked, coalesce(sum(payout_minor), 0)::text as all_won,
      coalesce(sum(stake_minor - returned_minor) filter (where started_at >= ${since.month}), 0)::text as month_staked,
      coalesce(sum(payout_minor) filter (where started_at >= ${since.month}), 0)::text as month_won,
      coalesce(sum(stake_minor - returned_minor) filter (where started_at >= ${since.week}), 0)::text as week_staked,
      coalesce(sum(payout_minor) filter (where started_at >= ${since.week}), 0)::text as week_won,
      coalesce(sum(stake_minor - returned_minor) filter (where started_at >= ${since.day}), 0)::text as day_staked,
      coalesce(sum(payout_minor) filter (where started_at >= ${since.day}), 0)::text as day_won
    from game_round where player_id = ${playerId}`.execute(db)
  const row = rows[0]!
  const of = (stretch: string) => ({
    stakedMinor: BigInt(row[`${stretch}_staked`]!),
    wonMinor: BigInt(row[`${stretch}_won`]!),
  })
  return { rounds: Number(row['rounds']), day: of('day'), week: of('week'), month: of('month'), all: of('all') }
}
