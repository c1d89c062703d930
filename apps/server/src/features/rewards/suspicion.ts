import { required } from '../../platform/required.ts'
import type { RewardSignal } from '@dhow/contract/reward-checks'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

const sinceMs = 30 * 86_400_000
const togetherMs = 600_000
/** Signals that count per other account count at most this often. */
const maxCounted = 2
/** An address used by this many devices and models on this many days is shared by strangers. */
const sharedNetworkThreshold = { devices: 20, kinds: 5, days: 3 }

/** How likely accounts belong to one person, in points, with the evidence. */
export interface Suspicion {
  points: number
  threshold: number
  reasons: { code: RewardSignal; points: number; count: number }[]
}

type Counted = Record<
  'others' | 'same_browser' | 'together' | 'same_browser_together' | 'payout_accounts' | 'devices' | 'kinds' | 'days',
  number
> & { referrer_near: boolean; referrer_same_browser: boolean }

/**
 * Adds up what an account shares with others: address, browser model, minutes of registration, payer, payout account,
 * and all of these with the referring player. A busy address alone means little, because a mobile network gives one to
 * thousands.
 */
export async function suspicionOf(
  db: Db,
  {
    playerId,
    referrerId,
    countPlayersWithSamePayer,
  }: { playerId: string; referrerId?: string; countPlayersWithSamePayer: number },
  now: Date,
): Promise<Suspicion> {
  const counted = await count(db, playerId, referrerId ?? '', now)
  const rows = await db.selectFrom('rewards.reward_signal').selectAll().execute()
  const isBusy =
    counted.devices >= sharedNetworkThreshold.devices &&
    counted.kinds >= sharedNetworkThreshold.kinds &&
    counted.days >= sharedNetworkThreshold.days
  const weightOf = (code: string) => {
    const row = rows.find((candidate) => candidate.code === code)
    return (isBusy ? row?.busy_weight : row?.weight) ?? 0
  }
  const cappedAt = (times: number) => Math.min(times, maxCounted)
  const signals: { code: RewardSignal; times: number; count: number }[] = [
    { code: 'same_address', times: cappedAt(counted.others) > 0 ? 1 : 0, count: counted.others },
    // Share of the address's accounts: one phone of the same model among twenty means little, twelve of twelve mean
    // much.
    {
      code: 'same_browser',
      times: counted.others === 0 ? 0 : counted.same_browser / counted.others,
      count: counted.same_browser,
    },
    { code: 'opened_together', times: cappedAt(counted.together), count: counted.together },
    {
      code: 'same_browser_together',
      times: cappedAt(counted.same_browser_together),
      count: counted.same_browser_together,
    },
    { code: 'referrer_near', times: counted.referrer_near ? 1 : 0, count: 1 },
    { code: 'referrer_same_browser', times: counted.referrer_same_browser ? 1 : 0, count: 1 },
    { code: 'same_payer', times: cappedAt(countPlayersWithSamePayer) > 0 ? 1 : 0, count: countPlayersWithSamePayer },
    { code: 'same_payout_account', times: counted.payout_accounts > 0 ? 1 : 0, count: counted.payout_accounts },
  ]
  const reasons = signals
    .map(({ code, times, count }) => ({ code, points: Math.round(weightOf(code) * times), count }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), threshold: weightOf('threshold'), reasons }
}

async function count(db: Db, playerId: string, referrerId: string, now: Date): Promise<Counted> {
  const since = new Date(now.getTime() - sinceMs)
  const { rows } = await sql<Counted>`
    with own as (select distinct address, traits from accounts.visits where player_id = ${playerId} and at > ${since}),
    there as materialized (
      select origin.player_id, origin.device_id, origin.traits, origin.at, player.created_at,
        exists (select from own where own.address = origin.address and own.traits = origin.traits) as is_same_browser
      from accounts.visits origin join accounts.player_card player on player.id = origin.player_id
      where origin.address in (select address from own) and origin.at > ${since}
    ),
    others as (
      select player_id, bool_or(is_same_browser) as is_same_browser,
        bool_or(abs(extract(epoch from created_at - (select created_at from accounts.player_card player where id = ${playerId}))) < ${togetherMs / 1_000}) as is_together
      from there where player_id <> ${playerId} group by player_id
    )
    select
      (select count(*)::integer from others) as others,
      (select count(*)::integer from others where is_same_browser) as same_browser,
      (select count(*)::integer from others where is_together) as together,
      (select count(*)::integer from others where is_together and is_same_browser) as same_browser_together,
      (select count(distinct device_id)::integer from there) as devices,
      (select count(distinct traits)::integer from there) as kinds,
      (select count(distinct at::date)::integer from there) as days,
      exists (select from others where player_id = ${referrerId}) as referrer_near,
      exists (select from others where player_id = ${referrerId} and is_same_browser) as referrer_same_browser,
      (select count(distinct theirs.player_id)::integer from withdrawals.payees mine join withdrawals.payees theirs
         on theirs.number_mac = mine.number_mac and theirs.kind = mine.kind and theirs.player_id <> mine.player_id
       where mine.player_id = ${playerId}) as payout_accounts`.execute(db)
  return required(rows[0], 'signs of the two players')
}
