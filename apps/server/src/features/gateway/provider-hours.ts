import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GameAct } from './apply.ts'
import { winOf } from './win-of.ts'
import { required } from '../../platform/required.ts'

/** Stakes and wins of one provider and currency in one clock hour, in minor units; the squares serve the variance. */
export interface ProviderHour {
  bets: bigint
  stakedMinor: bigint
  stakeSquares: bigint
  wins: bigint
  wonMinor: bigint
  winSquares: bigint
}

const hourMs = 3_600_000
const shareMs = 1_000
const keepHours = 24 * 90
const none = (): ProviderHour => ({
  bets: 0n,
  stakedMinor: 0n,
  stakeSquares: 0n,
  wins: 0n,
  wonMinor: 0n,
  winSquares: 0n,
})

/**
 * Adds up each provider's clock hour in memory and shares it with the other processes once a second. A process sees its own bets at once and those of
 * others a second late; a crash loses at most the last second of its own. That bounds an overshoot by a second's wins, each below its ceiling.
 */
export async function openProviderHours({ db, clock, log, jobs, id }: Platform) {
  const process = id('prc')
  const own = new Map<string, ProviderHour>()
  const dirty = new Set<string>()
  let others = new Map<string, ProviderHour>()
  let hour = hourOf(clock.now())

  const keyOf = (provider: string, currency: string) => `${provider} ${currency}`
  /** A new hour begins with nothing; the one before was shared a second ago at the latest. */
  function turn() {
    const now = hourOf(clock.now())
    if (now === hour) return
    hour = now
    own.clear()
    dirty.clear()
    others = new Map()
  }

  async function share() {
    turn()
    const at = new Date(hour)
    const changed = [...dirty]
    dirty.clear()
    for (const key of changed) {
      const [provider, currency] = key.split(' ') as [string, Currency]
      const counted = required(own.get(key), `the hour of ${key}`)
      const values = {
        bets: counted.bets,
        staked_minor: counted.stakedMinor.toString(),
        stake_squares: counted.stakeSquares.toString(),
        wins: counted.wins,
        won_minor: counted.wonMinor.toString(),
        win_squares: counted.winSquares.toString(),
      }
      await db.kysely
        .insertInto('gateway.provider_hour')
        .values({ provider_code: provider, currency, hour: at, process, ...values })
        .onConflict((conflict) =>
          conflict.columns(['provider_code', 'currency', 'hour', 'process']).doUpdateSet(values),
        )
        .execute()
        .catch((error: unknown) => {
          dirty.add(key)
          throw error
        })
    }
    const rows = await db.kysely
      .selectFrom('gateway.provider_hour')
      .select(['provider_code', 'currency', ...sumColumns])
      .where('hour', '=', at)
      .where('process', '<>', process)
      .groupBy(['provider_code', 'currency'])
      .execute()
    others = new Map(rows.map((row) => [keyOf(row.provider_code, row.currency), hourOfRow(row)]))
  }

  function sums(provider: string, currency: string): ProviderHour {
    turn()
    const key = keyOf(provider, currency)
    return added(own.get(key) ?? none(), others.get(key) ?? none())
  }
  await share()
  const stop = every({ clock, log, jobs }, 'provider-hours', shareMs, share)
  const stopForgetting = every({ clock, log, jobs }, 'forget-provider-hours', hourMs, () =>
    db.kysely
      .deleteFrom('gateway.provider_hour')
      .where('hour', '<', new Date(clock.now().getTime() - keepHours * hourMs))
      .execute()
      .then(() => undefined),
  )

  return {
    /** Counts a call that moved money; what is held for a check is not counted as won. */
    count(act: GameAct, heldMinor = 0n) {
      const win = winOf(act) - heldMinor
      const stake = act.kind === 'bet' || act.kind === 'betwin' ? act.amountMinor : 0n
      if (win <= 0n && stake === 0n) return
      turn()
      const key = keyOf(act.session.providerCode, act.currency)
      const counted = own.get(key) ?? none()
      own.set(key, counted)
      dirty.add(key)
      if (stake > 0n) {
        counted.bets++
        counted.stakedMinor += stake
        counted.stakeSquares += stake * stake
      }
      if (win > 0n) {
        counted.wins++
        counted.wonMinor += win
        counted.winSquares += win * win
      }
    },

    /** Wins less stakes of the hour so far, in minor units. */
    netMinor(provider: string, currency: string): bigint {
      const { stakedMinor, wonMinor } = sums(provider, currency)
      return wonMinor - stakedMinor
    },

    /** The hour so far, over all processes. */
    sums,

    share,

    async close() {
      await stop()
      await stopForgetting()
      await share().catch((error: unknown) => log.warn({ err: error }, 'the last sums of an hour were not shared'))
    },
  }
}

const sumColumns = [
  sql<string>`sum(bets)::text`.as('bets'),
  sql<string>`sum(staked_minor)::text`.as('staked'),
  sql<string>`sum(stake_squares)::text`.as('stake_squares'),
  sql<string>`sum(wins)::text`.as('wins'),
  sql<string>`sum(won_minor)::text`.as('won'),
  sql<string>`sum(win_squares)::text`.as('win_squares'),
]

const hourOfRow = (
  row: Record<'bets' | 'staked' | 'stake_squares' | 'wins' | 'won' | 'win_squares', string>,
): ProviderHour => ({
  bets: BigInt(row.bets),
  stakedMinor: BigInt(row.staked),
  stakeSquares: BigInt(row.stake_squares),
  wins: BigInt(row.wins),
  wonMinor: BigInt(row.won),
  winSquares: BigInt(row.win_squares),
})

const added = (one: ProviderHour, other: ProviderHour): ProviderHour => ({
  bets: one.bets + other.bets,
  stakedMinor: one.stakedMinor + other.stakedMinor,
  stakeSquares: one.stakeSquares + other.stakeSquares,
  wins: one.wins + other.wins,
  wonMinor: one.wonMinor + other.wonMinor,
  winSquares: one.winSquares + other.winSquares,
})

const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs) * hourMs
