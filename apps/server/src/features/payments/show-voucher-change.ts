import { textOf } from '@dhow/contract/player-texts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { addPaymentStep, findPayment } from './store.ts'

/** Shows its owner the voucher for the remaining value, and records that. @throws Refusal `not_found` */
export function showVoucherChange({ platform, secrets }: PaymentParts, paymentId: string, playerId: string) {
  const { db, clock, id } = platform
  return db.transaction(async (tx) => {
    const row = await findPayment(tx, paymentId)
    if (!row?.change_sealed || row.change_minor === null || row.player_id !== playerId) throw new Refusal('not_found')
    const text = textOf('voucher_change_seen', {})
    await addPaymentStep(tx, id, { of: paymentId, at: clock.now(), state: row.state, text })
    return { pin: secrets.open('voucher-change', row.change_sealed), amountMinor: row.change_minor }
  })
}
