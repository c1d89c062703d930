import { required } from '../../platform/required.ts'
import type { LimitKind, LimitPeriod, PlayLimit } from '@dhow/contract/limits'
import { formatDecimal } from '@dhow/contract/money'
import type { Db } from '../../platform/db/index.ts'
import { raiseDelayMs, periodBounds } from './rules.ts'
import { countedSince, limitsOf, paymentsIn } from './store.ts'
import type { LimitParts, PlayerRef } from './parts.ts'
import type { PlayBlockRow } from './tables.ts'
import { blockReply, findRunning } from './blocks.ts'

const kinds: LimitKind[] = ['deposit', 'stake', 'loss']

const periods: LimitPeriod[] = ['day', 'week', 'month']

function startOf({ platform: { clock } }: LimitParts, whose: PlayerRef, period: LimitPeriod) {
  return periodBounds(period, whose.currency, clock.now()).from
}

/** Sum of deposits since each period began. */
export async function paidIn(
  parts: LimitParts,
  reader: Db,
  whose: PlayerRef,
  wanted: readonly LimitPeriod[],
): Promise<bigint[]> {
  const starts = wanted.map((period) => startOf(parts, whose, period))
  const earliest = new Date(Math.min(...starts.map((start) => start.getTime())))
  const payments = await paymentsIn(reader, whose.playerId, { at: earliest })
  return starts.map((start) =>
    payments.reduce((sum, payment) => (payment.at >= start ? sum + payment.amountMinor : sum), 0n),
  )
}

/** All limits with their used amounts, set or not, and the longest current break. */
export async function readLimits(parts: LimitParts, whose: PlayerRef, reader: Db = parts.platform.db.kysely) {
  const {
    platform: { clock },
    playedSince,
  } = parts
  const set = await limitsOf(reader, whose.playerId)
  const counted = set.some((limit) => limit.kind !== 'deposit')
  const starts = periods.map((period) => startOf(parts, whose, period))
  const paid = await paidIn(parts, reader, whose, periods)
  const played = counted
    ? await Promise.all(starts.map((start) => countedSince(reader, whose.playerId, whose.currency, start)))
    : await playedSince(reader, whose.playerId, starts)
  const list: PlayLimit[] = []
  for (const [index, period] of periods.entries()) {
    const { stakedMinor, wonMinor } = required(played[index], 'sum of the period')
    const used = {
      deposit: required(paid[index], 'payments of the period'),
      stake: stakedMinor,
      loss: stakedMinor - wonMinor,
    }
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
              possible_at: new Date(limit.asked_at.getTime() + raiseDelayMs).toISOString(),
            }
          : null,
      })
    }
  }
  const lasting = (row: PlayBlockRow) => row.until_at?.getTime() ?? Number.POSITIVE_INFINITY
  const [longest] = (await findRunning(parts, reader, whose.playerId)).sort((a, b) =>
    lasting(a) < lasting(b) ? 1 : -1,
  )
  return {
    limits: list.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
    block: longest ? blockReply(longest) : null,
  }
}
