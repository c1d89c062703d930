import { required } from '../../platform/required.ts'
import { textOf } from '@dhow/contract/player-texts'
import type { LimitKind, LimitPeriod } from '@dhow/contract/limits'
import { formatDecimal, parseAmount, type Currency } from '@dhow/contract/money'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { raiseDelayMs, periodBounds } from './rules.ts'
import { byPlayer, noteChange } from './changes.ts'
import { countFrom, limitsOf, lockPlayer } from './store.ts'
import type { LimitParts, PlayerRef } from './parts.ts'
import type { PlayerLimitRow } from './tables.ts'

/** Start of the longest period: the month, or the week that began in the month before. */
function countedFrom(currency: Currency, now: Date): Date {
  const [month, week] = [periodBounds('month', currency, now).from, periodBounds('week', currency, now).from]
  return month < week ? month : week
}

/** Sets a limit: a first or lower one at once; a higher one, or its removal, waits. @throws Refusal `amount_invalid` */
export async function setLimit(
  parts: LimitParts,
  whose: PlayerRef,
  { kind, period, amount }: { kind: LimitKind; period: LimitPeriod; amount: string | null },
) {
  const { platform, messages, playedByDay } = parts
  const { db, clock } = platform
  const amountMinor = amount === null ? null : parseAmount(amount)
  if (amountMinor === undefined || amountMinor === 0n)
    throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  return db.transaction(async (tx) => {
    await lockPlayer(tx, whose.playerId)
    const now = clock.now()
    const all = await limitsOf(tx, whose.playerId)
    const before = all.find((row) => row.kind === kind && row.period === period)
    const isLower = amountMinor !== null && (!before || amountMinor <= before.amount_minor)
    if (isLower || before) {
      const what = isLower
        ? classifyChange(amountMinor, before)
        : amountMinor === null
          ? 'removal_asked'
          : 'raise_asked'
      const amounts = { before_minor: before?.amount_minor ?? null, amount_minor: amountMinor }
      await noteChange(parts, tx, { player_id: whose.playerId, at: now, what, kind, period, ...amounts }, byPlayer)
    }
    if (isLower) {
      const row = { amount_minor: amountMinor, set_at: now, asked_at: null, asked_minor: null }
      await tx
        .insertInto('limits.player_limit')
        .values({ player_id: whose.playerId, kind, period, ...row })
        .onConflict((conflict) => conflict.columns(['player_id', 'kind', 'period']).doUpdateSet(row))
        .execute()
      await messages.send(tx, newLimit({ ...whose, kind, period, amountMinor, at: now }))
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
}

/** The current amount cancels a waiting raise. */
function classifyChange(amountMinor: bigint, before: PlayerLimitRow | undefined) {
  if (!before) return 'set'
  if (amountMinor < before.amount_minor) return 'lowered'
  return before.asked_at ? 'kept' : 'set'
}

/**
 * Confirms a raise requested a day ago, or cancels it.
 * @throws Refusal `limit_not_pending`, `limit_still_waiting`
 */
export async function confirmLimit(
  parts: LimitParts,
  { playerId, currency }: PlayerRef,
  { kind, period, keep }: { kind: LimitKind; period: LimitPeriod; keep: boolean },
) {
  const { platform, messages } = parts
  const { db, clock } = platform
  await db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    const row = (await limitsOf(tx, playerId)).find((limit) => limit.kind === kind && limit.period === period)
    if (!row?.asked_at) throw new Refusal('limit_not_pending')
    const now = clock.now()
    if (!keep && now.getTime() < row.asked_at.getTime() + raiseDelayMs) throw new Refusal('limit_still_waiting')
    const what = keep ? 'kept' : row.asked_minor === null ? 'removed' : 'raised'
    const amounts = { before_minor: row.amount_minor, amount_minor: keep ? row.amount_minor : row.asked_minor }
    await noteChange(parts, tx, { player_id: playerId, at: now, what, kind, period, ...amounts }, byPlayer)
    const mine = [
      ['player_id', playerId],
      ['kind', kind],
      ['period', period],
    ] as const
    if (!keep)
      await messages.send(tx, newLimit({ playerId, currency, kind, period, amountMinor: row.asked_minor, at: now }))
    if (!keep && row.asked_minor === null) {
      let remove = tx.deleteFrom('limits.player_limit')
      for (const [column, value] of mine) remove = remove.where(column, '=', value)
      await remove.execute()
      return
    }
    const kept = keep ? {} : { amount_minor: required(row.asked_minor, 'limit asked for'), set_at: now }
    let change = tx.updateTable('limits.player_limit').set({
      asked_at: null,
      asked_minor: null,
      ...kept,
    })
    for (const [column, value] of mine) change = change.where(column, '=', value)
    await change.execute()
  })
}

/** Message that a limit applies from now on, or no longer. */
function newLimit(limit: PlayerRef & { kind: LimitKind; period: LimitPeriod; amountMinor: bigint | null; at: Date }) {
  const { playerId, currency, kind, period, amountMinor, at } = limit
  const message = {
    key: `limit:${playerId}:${kind}:${period}:${at.toISOString()}:${amountMinor ?? 'none'}`,
    playerId,
    about: null,
  }
  return amountMinor === null
    ? ({ ...message, kind: 'limit_removed', params: { limit: kind, period } } as const)
    : ({
        ...message,
        kind: 'limit_set',
        params: { limit: kind, period, amount: formatDecimal(amountMinor), currency },
      } as const)
}
