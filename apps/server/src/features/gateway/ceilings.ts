import type { Currency } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { openRecentCount } from '../../platform/recent-count.ts'
import type { GameTransaction } from './game-transaction.ts'
import { getWinMinor } from './win-minor.ts'
import { openProviderHours } from './provider-hours.ts'
import { required } from '../../platform/required.ts'

export type CeilingName = 'win' | 'multiple' | 'hour'

/** Largest payouts of a provider in one currency. Amounts are minor units. */
export interface Ceiling {
  /** The largest single win. */
  winMinor: bigint
  /** Largest win as a multiple of the round's stakes, for wins from `multipleFromMinor` on. */
  multiple: number
  multipleFromMinor: bigint
  /** Largest sum of wins minus stakes in a clock hour. */
  hourMinor: bigint
}

export type Ceilings = Awaited<ReturnType<typeof openCeilings>>

const topic = 'provider-ceilings'
const refreshMs = 15_000
/** Default row for providers without their own. */
export const anyProvider = '*'

/**
 * Ceilings of providers, in memory because every win is compared with them. Changes reach the other processes by the
 * bus, at the latest after fifteen seconds.
 */
export async function openCeilings(platform: Platform) {
  const { db, bus, log } = platform
  const hours = await openProviderHours(platform)
  const bets = openRecentCount(platform.clock)
  let rows = new Map<string, Ceiling>()
  const keyOf = (provider: string, currency: string) => `${provider} ${currency}`
  const load = async () => {
    const stored = await db.kysely.selectFrom('gateway.provider_ceiling').selectAll().execute()
    rows = new Map(stored.map((row) => [keyOf(row.provider_code, row.currency), ceilingOf(row)]))
  }
  await load()
  const changedElsewhere = () =>
    load().catch((error: unknown) => log.error({ err: error }, 'ceilings could not be loaded'))
  bus.subscribe(topic, () => void changedElsewhere(), changedElsewhere)
  const stop = every(platform, 'provider-ceilings', refreshMs, load)

  const of = (provider: string, currency: string): Ceiling =>
    required(
      rows.get(keyOf(provider, currency)) ?? rows.get(keyOf(anyProvider, currency)),
      'the ceilings of a currency',
    )
  const isPastHour = (transaction: GameTransaction, win: bigint) =>
    hours.netMinor(transaction.session.providerCode, transaction.currency) + win >
    of(transaction.session.providerCode, transaction.currency).hourMinor

  return {
    of,
    /** Whether a provider has a row of its own. */
    isOwn: (provider: string, currency: string) => rows.has(keyOf(provider, currency)),

    /** Whether a win must be compared with its round before it is paid; decided without a query. */
    mayPass(transaction: GameTransaction): boolean {
      const win = getWinMinor(transaction)
      // The ledger refuses unknown currencies.
      if (win === 0n || !rows.has(keyOf(anyProvider, transaction.currency))) return false
      const { winMinor, multipleFromMinor } = of(transaction.session.providerCode, transaction.currency)
      return win > winMinor || win >= multipleFromMinor || isPastHour(transaction, win)
    },

    /**
     * Ceilings that a win exceeds, its round's stakes, and the amount already paid. The win is already in the round's
     * transactions.
     */
    async passed(
      tx: Tx,
      transaction: GameTransaction,
    ): Promise<{ names: CeilingName[]; stakeMinor: bigint; winMinor: bigint }> {
      const { winMinor, multiple, multipleFromMinor } = of(transaction.session.providerCode, transaction.currency)
      const { stakeMinor, isFree } = await stakedIn(tx, transaction)
      const win = getWinMinor(transaction) - (isFree ? await readCappedMinor(tx, transaction) : 0n)
      const names: CeilingName[] = []
      if (win > winMinor) names.push('win')
      if (win >= multipleFromMinor && win > stakeMinor * BigInt(multiple)) names.push('multiple')
      if (isPastHour(transaction, win)) names.push('hour')
      return { names, stakeMinor, winMinor: win }
    },

    /** Counts a call that moved money towards its provider's hour, and a stake towards the last minutes. */
    count(transaction: GameTransaction, heldMinor?: bigint) {
      hours.count(transaction, heldMinor)
      if (hasStake(transaction)) bets.add()
    },
    bets,
    hours,

    set: saveCeiling,

    /** Call after the commit of a change: this process updates at once, the others a moment later. */
    async changed() {
      await load()
      bus.publish(topic, {})
    },

    async close() {
      await stop()
      await hours.close()
    },
  }
}

/** Stakes of a call's round: the player's own or, for a free round, the house's. */
async function stakedIn(tx: Tx, { session, roundId }: GameTransaction) {
  const round = await tx
    .selectFrom('gateway.game_round')
    .select(['stake_minor', 'free_minor'])
    .where('player_id', '=', session.playerId)
    .where('provider_code', '=', session.providerCode)
    .where('round_id', '=', roundId)
    .executeTakeFirst()
  const freeMinor = round?.free_minor ?? null
  return { stakeMinor: (round?.stake_minor ?? 0n) + (freeMinor ?? 0n), isFree: freeMinor !== null }
}

/** Part of a free round's win that exceeds its grant's limit and is not paid. */
async function readCappedMinor(tx: Tx, { session, txId }: GameTransaction): Promise<bigint> {
  const { capped_minor } = await tx
    .selectFrom('gateway.game_transaction')
    .select('capped_minor')
    .where('provider_code', '=', session.providerCode)
    .where('tx_id', '=', txId)
    .executeTakeFirstOrThrow()
  return capped_minor ?? 0n
}

const hasStake = ({ kind, amountMinor }: GameTransaction) => (kind === 'bet' || kind === 'betwin') && amountMinor > 0n

const ceilingOf = (row: {
  win_minor: bigint
  multiple: number
  multiple_from_minor: bigint
  hour_minor: bigint
}): Ceiling => ({
  winMinor: row.win_minor,
  multiple: row.multiple,
  multipleFromMinor: row.multiple_from_minor,
  hourMinor: row.hour_minor,
})

/** Writes a provider's ceilings in one currency. */
async function saveCeiling(tx: Tx, provider: string, currency: Currency, ceiling: Ceiling) {
  const values = {
    win_minor: ceiling.winMinor,
    multiple: ceiling.multiple,
    multiple_from_minor: ceiling.multipleFromMinor,
    hour_minor: ceiling.hourMinor,
  }
  await tx
    .insertInto('gateway.provider_ceiling')
    .values({ provider_code: provider, currency, ...values })
    .onConflict((conflict) => conflict.columns(['provider_code', 'currency']).doUpdateSet(values))
    .execute()
}
