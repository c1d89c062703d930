import { normaliseReference } from '../deposits/index.ts'
import { voucherService } from './check-voucher.ts'
import type { PaymentParts } from './parts.ts'
import { voucherDigits } from './rules.ts'

/**
 * Vouchers and service payments, newest first, by id, the service's own id, or a voucher's whole number, which is not
 * stored: a keyed hash finds its payment.
 */
export function findByReference({ platform: { db }, catalogue, secrets }: PaymentParts, text: string, limit: number) {
  const pin = voucherDigits(normaliseReference(text))
  const services = catalogue.all().map(({ code }) => code)
  return db.kysely
    .selectFrom('payments.service_payment')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', text),
        eb.and([eb('service', 'in', services), eb('service_ref', '=', text)]),
        ...(pin === undefined
          ? []
          : [
              eb.and([
                eb('service', '=', voucherService),
                eb('pin_mac', '=', secrets.mac('voucher-pin', `${voucherService}:${pin}`)),
                eb('state', '<>', 'declined'),
              ]),
            ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
