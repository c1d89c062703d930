import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { findByClientRef } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Finds a payment by the reference of the browser that started it. @throws Refusal `not_found` */
export async function findRedirect(
  { platform: { db } }: PaymentParts,
  service: string,
  playerId: string,
  clientRef: string,
): Promise<ServicePaymentRow> {
  const row = await findByClientRef(db.kysely, playerId, service, clientRef)
  if (!row) throw new Refusal('not_found')
  return row
}
