import { operatorText } from '@dhow/contract/operator-texts'
import { amountValue, factOf } from '../approvals/index.ts'
import type { AccountRef } from '../wallet/index.ts'
import type { HeldWinParts } from './parts.ts'
import { sql } from 'kysely'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { winHoldKey } from './hold-win.ts'
import type { HeldWinRow } from './tables.ts'

export interface Decision {
  winId: string
  outcome: 'paid' | 'refused'
  version: number
}

/** Subtracts a refused win from its round and from the day on which the round began. */
async function subtractFromRound(tx: Tx, row: HeldWinRow) {
  await tx
    .updateTable('gateway.game_transaction')
    .set({ refused_minor: row.held_minor })
    .where('provider_code', '=', row.provider_code)
    .where('tx_id', '=', row.tx_id)
    .execute()
  const round = await tx
    .updateTable('gateway.game_round')
    .set((eb) => ({ payout_minor: eb('payout_minor', '-', row.held_minor) }))
    .where('player_id', '=', row.player_id)
    .where('provider_code', '=', row.provider_code)
    .where('round_id', '=', row.round_id)
    .returning('started_at')
    .executeTakeFirstOrThrow()
  await sql`
    update gateway.round_day set won_minor = won_minor - ${row.held_minor}
    where player_id = ${row.player_id} and day_utc = (${round.started_at}::timestamptz at time zone 'UTC')::date`.execute(
    tx,
  )
}

/** House account that paid the win: the cost of free rounds, or the provider's result. */
async function sourceOf(tx: Tx, row: HeldWinRow): Promise<AccountRef> {
  const { grant_id } = await tx
    .selectFrom('gateway.game_transaction')
    .select('grant_id')
    .where('provider_code', '=', row.provider_code)
    .where('tx_id', '=', row.tx_id)
    .executeTakeFirstOrThrow()
  return grant_id === null
    ? { house: 'gaming_result', ref: row.provider_code }
    : { house: 'bonus_cost', ref: 'free_rounds' }
}

export async function lockHeldWin(
  tx: Tx,
  { winId, version }: Pick<Decision, 'winId' | 'version'>,
): Promise<HeldWinRow> {
  const row = await tx.selectFrom('gateway.held_win').selectAll().where('id', '=', winId).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'held' || row.version !== version) throw new Refusal('held_win_decided')
  return row
}

/** Carries out a decision. @throws Refusal `not_found`, `held_win_decided` */
export async function decideIn(
  { platform: { clock }, wallet, audit, messages }: HeldWinParts,
  tx: Tx,
  by: StaffSession,
  decision: Decision,
  reason: string,
) {
  const row = await lockHeldWin(tx, decision)
  const now = clock.now()
  const holdKey = winHoldKey(row.provider_code, row.tx_id)
  const end = { key: `${holdKey}:${decision.outcome}`, holdKey, happenedAt: now }
  if (decision.outcome === 'paid') await wallet.release(tx, { ...end, reason: 'win-paid' })
  else {
    const house = await sourceOf(tx, row)
    await wallet.settle(tx, {
      ...end,
      reason: 'win-refused',
      to: [{ credit: house, amountMinor: row.held_minor }],
    })
    await subtractFromRound(tx, row)
  }
  await tx
    .updateTable('gateway.held_win')
    .set({
      state: decision.outcome,
      decided_at: now,
      decided_by: by.operatorId,
      reason,
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, {
    operatorId: by.operatorId,
    action: decision.outcome === 'paid' ? 'held-win.pay' : 'held-win.refuse',
    subject: row.id,
    text: `${decision.outcome === 'paid' ? 'Paid' : 'Refused'} the win of ${formatMoney(row.held_minor, row.currency)}: ${reason}`,
    before: { state: 'held' },
    after: { state: decision.outcome },
  })
  await messages.send(tx, {
    key: `${row.id}:${decision.outcome}`,
    playerId: row.player_id,
    kind: decision.outcome === 'paid' ? 'win_paid' : 'win_refused',
    params: { amount: formatDecimal(row.held_minor), currency: row.currency },
    about: null,
  })
}

export function moneyActionOf(row: HeldWinRow) {
  return {
    action: 'win_release' as const,
    subject: row.id,
    market: row.currency === 'INR' ? ('IN' as const) : ('NA' as const),
    amountMinor: row.held_minor,
    playerId: row.player_id,
  }
}

/**
 * Pays or refuses a held win; returns `true` if it waits for a second operator.
 * @throws Refusal `not_found`, `held_win_decided`, `change_waits`
 */
export function decideHeldWin(
  parts: HeldWinParts,
  by: StaffSession,
  decision: Decision,
  reason: string,
): Promise<boolean> {
  const {
    platform: { db },
    approvals,
  } = parts
  return db.transaction(async (tx) => {
    const row = await lockHeldWin(tx, decision)
    const isNow = await approvals.doOrPropose(tx, by, moneyActionOf(row), {
      kind: 'held_win',
      change: decision,
      reason,
      facts: [
        factOf('fact_decision', operatorText(decision.outcome === 'paid' ? 'value_pay' : 'value_refuse', {})),
        factOf('fact_provider', row.provider_code),
        factOf('fact_round', row.round_id),
        factOf('fact_stake', amountValue(row.stake_minor, row.currency)),
        factOf('fact_win', amountValue(row.win_minor, row.currency)),
      ],
    })
    if (isNow) await decideIn(parts, tx, by, decision, reason)
    return !isNow
  })
}
