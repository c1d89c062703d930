import type { PlayerText } from '@dhow/contract/player-texts'
import type { Insertable } from 'kysely'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { addPaymentStep, countOpenPages } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** First state of each kind, before the service is called. */
const firstStates = { voucher: 'redeeming', redirect: 'initiating' } as const

/** Columns that both kinds of payments set at their start. */
type Columns = Pick<
  Insertable<Tables['payments.service_payment']>,
  | 'kind'
  | 'service'
  | 'requested_minor'
  | 'next_check_at'
  | 'client_ref'
  | 'return_url'
  | 'pin_mac'
  | 'pin_last4'
  | 'pin_sealed'
>

export interface Beginning {
  caller: { session: PlayerSession; ip: string; userAgent: string }
  /** Amount that counts towards the player's limits. */
  limitedMinor: bigint
  columns: Columns
  text: PlayerText
}

/**
 * Writes a payment, with our own id, before its service is called; undefined if one with the same reference or voucher
 * exists.
 * @throws Refusal `deposits_blocked`, `deposit_limit_reached`, `too_many_open_deposits`
 */
export function beginPayment(
  { platform: { db, clock, id }, limits, portal }: PaymentParts,
  { caller, limitedMinor, columns, text }: Beginning,
): Promise<ServicePaymentRow | undefined> {
  const { playerId, currency } = caller.session
  const state = firstStates[columns.kind]
  const now = clock.now()
  return db.transaction(async (tx) => {
    await limits.refuseDeposit(tx, { playerId, currency, amountMinor: limitedMinor })
    if (columns.kind === 'redirect') {
      // Serialise one player's new payments, so that the limit on open ones holds.
      await limits.lockDeposits(tx, playerId)
      if ((await countOpenPages(tx, playerId)) >= portal.settings().deposits.open_at_most)
        throw new Refusal('too_many_open_deposits')
    }
    const row = await tx
      .insertInto('payments.service_payment')
      .values({
        ...columns,
        id: id('pay'),
        player_id: playerId,
        currency,
        state,
        started_at: now,
        updated_at: now,
        ip: caller.ip,
        user_agent: caller.userAgent,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) await addPaymentStep(tx, id, { of: row.id, at: now, state, text })
    return row
  })
}
