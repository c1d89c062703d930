import type { DepositChoice } from '@dhow/contract/deposits'
import type { Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CreditGate } from './credit-gate.ts'
import type { DepositParts } from './index.ts'
import { openStates } from './rules.ts'
import { openServiceStates } from './services/rules.ts'
import { addPaymentStep, lockPayment } from './services/store.ts'
import { addStep, lockDeposit } from './store.ts'

const texts = {
  credit: 'You asked us to credit this deposit.',
  refund: 'You asked us to send this payment back.',
} as const

/**
 * Takes the word of a player on a break about a payment that waits: credit it, or send it back. The last word counts.
 * @throws Refusal `not_found`, `deposit_state_changed` where it waits no more, or nothing is asked
 */
export function chooseDeposit(
  { platform: { db, clock, id } }: Pick<DepositParts, 'platform'>,
  gate: CreditGate,
  paymentId: string,
  { session: { playerId }, choice }: { session: PlayerSession; choice: DepositChoice },
): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockOpen(tx, paymentId)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    if (!row.isOpen || !(await gate.askedOf(tx, row))) throw new Refusal('deposit_state_changed')
    const now = clock.now()
    const written = { choice, chosen_at: now }
    await tx
      .insertInto('deposit_choice')
      .values({ payment_id: paymentId, player_id: playerId, ...written })
      .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(written))
      .execute()
    const step = { at: now, state: row.state, text: texts[choice] }
    await (row.isService
      ? addPaymentStep(tx, id, { paymentId, ...step })
      : addStep(tx, id, { depositId: paymentId, ...step }))
  })
}

/** A deposit or a payment of an outside service, locked, and whether it still waits. */
async function lockOpen(tx: Tx, paymentId: string) {
  if (paymentId.startsWith('pay_')) {
    const row = await lockPayment(tx, paymentId)
    return row && { ...row, isService: true, isOpen: openServiceStates.some((state) => state === row.state) }
  }
  const row = await lockDeposit(tx, paymentId)
  return row && { ...row, isService: false, isOpen: openStates.some((state) => state === row.state) }
}
