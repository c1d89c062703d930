import type { LimitKind, LimitPeriod, PlayLimit } from '@dhow/contract/limits'
import { formatDecimal, parseAmount, type Currency } from '@dhow/contract/money'
import { refusals } from '@dhow/contract/refusals'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Staff } from '../staff/index.ts'
import { monthsLater, raiseWaitsMs, periodBounds } from './rules.ts'
import {
  countedSince,
  countFrom,
  depositStanding,
  limitsOf,
  lockDeposits,
  lockPlayer,
  paymentsIn,
  type Played,
  restrictionOn,
  restrictionsOn,
} from './store.ts'
import type { PlayBlockRow, RestrictedAct } from './tables.ts'

export type { RestrictionCode } from './tables.ts'
export { weekBefore } from './rules.ts'
export { paymentsIn } from './store.ts'

/** A break or block that runs now. */
export interface PlayBlock {
  playerId: string
  kind: PlayBlockRow['kind']
  from: Date
  until: Date | null
}

export type Limits = ReturnType<typeof openLimits>

export interface PlayerRef {
  playerId: string
  currency: Currency
}

const kinds: LimitKind[] = ['deposit', 'stake', 'loss']
const periods: LimitPeriod[] = ['day', 'week', 'month']
const dayMs = 86_400_000

/** Dependencies of limits on other features. */
export interface LimitParts {
  audit: Staff['audit']
  /** Sum of a player's deposits that are open, by whatever method: any of them may be credited any moment. */
  openDepositsMinor(tx: Tx, playerId: string): Promise<bigint>
  /** Stakes and wins of the rounds that began since each instant. */
  playedSince(db: Db, playerId: string, instants: readonly Date[]): Promise<Played[]>
  /** The same by day of the player's market. */
  playedByDay(db: Db, whose: PlayerRef, since: Date): Promise<(Played & { day: string })[]>
}

/**
 * Playing safely: who may not stake or pay in now, and how much. The gateway's statement reads the same tables for every bet, whoever
 * the provider is. Nothing here ever stands in the way of a withdrawal.
 */
export function openLimits(
  { db, clock }: Platform,
  { audit, openDepositsMinor, playedSince, playedByDay }: LimitParts,
) {
  const running = (reader: Db, ...playerIds: string[]): Promise<PlayBlockRow[]> => {
    const now = clock.now()
    return reader
      .selectFrom('limits.play_block')
      .selectAll()
      .where('player_id', 'in', playerIds)
      .where('from_at', '<=', now)
      .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', now)]))
      .execute()
  }

  const startOf = (whose: PlayerRef, period: LimitPeriod) => periodBounds(period, whose.currency, clock.now()).from

  /** Sum paid in since each period began. */
  async function paidIn(reader: Db, whose: PlayerRef, wanted: readonly LimitPeriod[]): Promise<bigint[]> {
    const starts = wanted.map((period) => startOf(whose, period))
    const earliest = new Date(Math.min(...starts.map((start) => start.getTime())))
    const payments = await paymentsIn(reader, whose.playerId, { at: earliest })
    return starts.map((start) =>
      payments.reduce((sum, payment) => (payment.at >= start ? sum + payment.amountMinor : sum), 0n),
    )
  }

  async function block(
    tx: Tx,
    playerId: string,
    kind: PlayBlockRow['kind'],
    until: Date | null,
    reason: string,
  ): Promise<void> {
    await tx
      .insertInto('limits.play_block')
      .values({ player_id: playerId, kind, from_at: clock.now(), until_at: until, reason })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  const limits = {
    /** Whether a player may do something now, as every path asks (`limits.player_may`): null, or the code of the restriction that lasts longest. */
    restriction: (playerId: string, act: RestrictedAct, reader: Db = db.kysely) =>
      restrictionOn(reader, playerId, act, clock.now()),

    /** Every restriction that forbids an act of these players now, by player. */
    restrictions: (playerIds: readonly string[], act: RestrictedAct, reader: Db = db.kysely) =>
      restrictionsOn(reader, playerIds, act, clock.now()),

    /** The breaks and blocks that run now, of several players. */
    async running(playerIds: readonly string[], reader: Db = db.kysely): Promise<PlayBlock[]> {
      if (playerIds.length === 0) return []
      return (await running(reader, ...playerIds)).map(({ player_id, kind, from_at, until_at }) => ({
        playerId: player_id,
        kind,
        from: from_at,
        until: until_at,
      }))
    },

    /** Blocks stakes and deposits at once, until `until` or until it is lifted. */
    block,

    /** Keeps the player's other submissions waiting until the transaction ends; bets go on. Before any other lock of theirs. */
    lockDeposits,

    /**
     * Called in the transaction that writes a deposit, before it is written. The player's other open deposits count, and are read under a
     * lock, so that deposits at once do not pass together. Payments that have arrived are credited all the same.
     * @throws Refusal `deposits_blocked`, `deposit_limit_reached`
     */
    async refuseDeposit(tx: Tx, deposit: PlayerRef & { amountMinor: bigint }) {
      const { restriction, isLimited } = await depositStanding(tx, deposit.playerId, clock.now())
      if (restriction) throw new Refusal('deposits_blocked')
      if (!isLimited) return
      const set = (await limitsOf(tx, deposit.playerId)).filter((limit) => limit.kind === 'deposit')
      await lockDeposits(tx, deposit.playerId)
      const openMinor = await openDepositsMinor(tx, deposit.playerId)
      for (const limit of set) {
        const [usedMinor = 0n] = await paidIn(tx, deposit, [limit.period])
        if (usedMinor + openMinor + deposit.amountMinor > limit.amount_minor)
          throw new Refusal('deposit_limit_reached', {
            fields: { amount: [refusals.deposit_limit_reached.sentence] },
          })
      }
    },

    /** Every limit with what is used of it, set or not, and the longest break that runs. */
    async read(whose: PlayerRef, reader: Db = db.kysely) {
      const set = await limitsOf(reader, whose.playerId)
      const counted = set.some((limit) => limit.kind !== 'deposit')
      const starts = periods.map((period) => startOf(whose, period))
      const paid = await paidIn(reader, whose, periods)
      const played = counted
        ? await Promise.all(starts.map((start) => countedSince(reader, whose.playerId, whose.currency, start)))
        : await playedSince(reader, whose.playerId, starts)
      const list: PlayLimit[] = []
      for (const [place, period] of periods.entries()) {
        const { stakedMinor, wonMinor } = played[place]!
        const used = { deposit: paid[place]!, stake: stakedMinor, loss: stakedMinor - wonMinor }
        const { until } = periodBounds(period, whose.currency, clock.now())
        for (const kind of kinds) {
          const limit = set.find((row) => row.kind === kind && row.period === period)
          const usedMinor = used[kind] > 0n ? used[kind] : 0n
          const leftMinor = limit && limit.amount_minor - used[kind]
          list.push({
            kind,
            period,
            amount: limit ? formatDecimal(limit.amount_minor) : null,
            used: formatDecimal(usedMinor),
            remaining: leftMinor === undefined ? null : formatDecimal(leftMinor > 0n ? leftMinor : 0n),
            resets_at: until.toISOString(),
            pending: limit?.asked_at
              ? {
                  amount: limit.asked_minor === null ? null : formatDecimal(limit.asked_minor),
                  asked_at: limit.asked_at.toISOString(),
                  possible_at: new Date(limit.asked_at.getTime() + raiseWaitsMs).toISOString(),
                }
              : null,
          })
        }
      }
      const lasting = (row: PlayBlockRow) => row.until_at?.getTime() ?? Number.POSITIVE_INFINITY
      const [longest] = (await running(reader, whose.playerId)).sort((a, b) => (lasting(a) < lasting(b) ? 1 : -1))
      return {
        limits: list.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
        block: longest ? blockReply(longest) : null,
      }
    },

    /** Sets a limit: a first or lower one at once, a higher one or none waits. @throws Refusal `amount_invalid` */
    async set(
      whose: PlayerRef,
      { kind, period, amount }: { kind: LimitKind; period: LimitPeriod; amount: string | null },
    ) {
      const amountMinor = amount === null ? null : parseAmount(amount)
      if (amountMinor === undefined || amountMinor === 0n)
        throw new Refusal('amount_invalid', { fields: { amount: ['Enter a valid number'] } })
      return db.transaction(async (tx) => {
        await lockPlayer(tx, whose.playerId)
        const now = clock.now()
        const all = await limitsOf(tx, whose.playerId)
        const before = all.find((row) => row.kind === kind && row.period === period)
        const isLower = amountMinor !== null && (!before || amountMinor <= before.amount_minor)
        if (isLower) {
          const row = { amount_minor: amountMinor, set_at: now, asked_at: null, asked_minor: null }
          await tx
            .insertInto('limits.player_limit')
            .values({ player_id: whose.playerId, kind, period, ...row })
            .onConflict((conflict) => conflict.columns(['player_id', 'kind', 'period']).doUpdateSet(row))
            .execute()
          if (kind !== 'deposit' && !all.some((row) => row.kind !== 'deposit'))
            await countFrom(tx, whose.playerId, await playedByDay(tx, whose, countedFrom(whose.currency, now)))
        } else if (before) {
          await tx
            .updateTable('limits.player_limit')
            .set({ asked_at: now, asked_minor: amountMinor })
            .where('player_id', '=', whose.playerId)
            .where('kind', '=', kind)
            .where('period', '=', period)
            .execute()
        }
        return { atOnce: isLower || !before }
      })
    },

    /**
     * Lets a raise hold that was asked for a day ago, or drops it.
     * @throws Refusal `limit_not_pending`, `limit_still_waiting`
     */
    async confirm(playerId: string, { kind, period, keep }: { kind: LimitKind; period: LimitPeriod; keep: boolean }) {
      await db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        const row = (await limitsOf(tx, playerId)).find((limit) => limit.kind === kind && limit.period === period)
        if (!row?.asked_at) throw new Refusal('limit_not_pending')
        if (!keep && clock.now().getTime() < row.asked_at.getTime() + raiseWaitsMs)
          throw new Refusal('limit_still_waiting')
        const mine = [
          ['player_id', playerId],
          ['kind', kind],
          ['period', period],
        ] as const
        if (!keep && row.asked_minor === null) {
          let remove = tx.deleteFrom('limits.player_limit')
          for (const [column, value] of mine) remove = remove.where(column, '=', value)
          await remove.execute()
          return
        }
        let change = tx.updateTable('limits.player_limit').set({
          asked_at: null,
          asked_minor: null,
          ...(keep ? {} : { amount_minor: row.asked_minor!, set_at: clock.now() }),
        })
        for (const [column, value] of mine) change = change.where(column, '=', value)
        await change.execute()
      })
    },

    /** A break of some days. */
    takeTimeOut: (playerId: string, days: number) =>
      db.transaction((tx) =>
        block(tx, playerId, 'time_out', new Date(clock.now().getTime() + days * dayMs), 'The player took a break.'),
      ),

    /** An end of play for months, or for good. */
    excludeSelf: (playerId: string, months: number | null) =>
      db.transaction((tx) =>
        block(
          tx,
          playerId,
          'self_exclusion',
          months === null ? null : monthsLater(clock.now(), months),
          'The player excluded themselves.',
        ),
      ),

    /** Every break of a player, the newest first, for staff. */
    async blocks(playerId: string) {
      const rows = await db.kysely
        .selectFrom('limits.play_block')
        .selectAll()
        .where('player_id', '=', playerId)
        .orderBy('from_at', 'desc')
        .execute()
      return rows.map((row) => ({ ...blockReply(row), reason: row.reason }))
    },

    /** Blocks a player for the operator, or ends the operator's block; what players took on themselves stays. */
    async blockByStaff(playerId: string, by: StaffSession, { blocked, reason }: { blocked: boolean; reason: string }) {
      await db.transaction(async (tx) => {
        const before = (await running(tx, playerId)).filter((row) => row.kind === 'operator')
        if (before.length > 0 === blocked) return
        if (blocked) await block(tx, playerId, 'operator', null, reason)
        else
          await tx
            .updateTable('limits.play_block')
            .set({ until_at: clock.now() })
            .where('player_id', '=', playerId)
            .where('kind', '=', 'operator')
            .where('until_at', 'is', null)
            .execute()
        await audit(tx, {
          operatorId: by.operatorId,
          action: blocked ? 'player.block-play' : 'player.unblock-play',
          subject: playerId,
          text: `${blocked ? 'Blocked stakes and deposits' : 'Lifted the block of stakes and deposits'}: ${reason}`,
          before: { blocked: !blocked },
          after: { blocked },
        })
      })
    },
  }
  return limits
}

/** The longest stretches are the month, and the week that began in the month before. */
function countedFrom(currency: Currency, now: Date): Date {
  const [month, week] = [periodBounds('month', currency, now).from, periodBounds('week', currency, now).from]
  return month < week ? month : week
}

function blockReply(row: PlayBlockRow) {
  return { kind: row.kind, from: row.from_at.toISOString(), until: row.until_at?.toISOString() ?? null }
}
