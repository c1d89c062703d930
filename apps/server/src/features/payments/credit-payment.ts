import { sql } from 'kysely'
import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { advancePayment } from './advance-payment.ts'
import type { PaymentParts } from './parts.ts'
import { addPaymentStep } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Codes that differ between the two kinds of payments; the first is also the prefix of the posting's key. */
const kinds = {
  voucher: { reason: 'voucher', creditedOther: 'voucher_credited_other' },
  redirect: { reason: 'payment', creditedOther: 'payment_credited_other' },
} as const

export interface Credit {
  serviceRef: string
  amountMinor: bigint
  /** A voucher for the remaining value. */
  change?: { pin: string; amountMinor: bigint } | undefined
  operatorId?: string
}

/**
 * Credits a payment in the caller's transaction, under a key made of the service's reference, so that any repeat finds
 * it.
 * @throws Refusal the ledger's, and `reference_credited` if another payment was credited for this reference
 */
export async function creditPayment(
  parts: PaymentParts,
  tx: Tx,
  row: ServicePaymentRow,
  { serviceRef, amountMinor, change, operatorId }: Credit,
): Promise<ServicePaymentRow> {
  // A manager's decision counts as acknowledgement; only the player's own choice may still be missing.
  const acknowledged = operatorId === undefined ? [] : ['play_blocked', 'player_suspended']
  await parts.deposits.creditGate.enter(tx, row, acknowledged)
  const { reason, creditedOther } = kinds[row.kind]
  const key = creditKey(row, serviceRef)
  const credited = await parts.wallet.creditCash(tx, {
    key,
    reason,
    reference: key,
    playerId: row.player_id,
    currency: row.currency,
    happenedAt: parts.platform.clock.now(),
    lines: [
      {
        debit: { house: parts.catalogue.find(row.service).house, ref: row.service },
        credit: { player: 'cash' },
        amountMinor,
      },
    ],
  })
  if (credited.posted.replayed) throw new Refusal('reference_credited')
  const requested = row.requested_minor
  const params = { amount: formatDecimal(amountMinor), currency: row.currency }
  const other =
    requested === null || requested === amountMinor ? undefined : { ...params, declared: formatDecimal(requested) }
  await parts.messages.send(tx, {
    key: `deposit:${row.id}:credited`,
    playerId: row.player_id,
    about: { kind: 'deposit', id: row.id },
    ...(other ? { kind: 'deposit_credited_other', params: other } : { kind: 'deposit_credited', params }),
  })
  const moved = await advancePayment(parts, tx, row, 'succeeded', {
    service_ref: serviceRef,
    confirmed_minor: row.confirmed_minor ?? amountMinor,
    credited_minor: amountMinor,
    posting_id: credited.posted.postingId,
    pin_sealed: null,
    next_check_at: null,
    reason_code: null,
    further_reasons: [],
    ...sealedChange(parts, change),
    text: other ? textOf(creditedOther, other) : textOf('deposit_credited', params),
    operatorId,
  })
  for (const text of parts.wallet.debtTexts(credited, row.currency))
    await addPaymentStep(tx, parts.platform.id, {
      of: row.id,
      at: moved.updated_at,
      state: 'succeeded',
      text,
      operatorId,
    })
  return moved
}

const creditKey = ({ kind, service }: Pick<ServicePaymentRow, 'kind' | 'service'>, serviceRef: string) =>
  `${kinds[kind].reason}:${service}:${serviceRef}`

/** Posting keys of a player's credited payments, by their ids: the credit, and its part that paid a debt. */
export async function keysOfPayments(parts: PaymentParts, playerId: string, ids: readonly string[]) {
  const rows = await parts.platform.db.kysely
    .selectFrom('payments.service_payment')
    .select(['id', 'kind', 'service', 'service_ref'])
    .where('player_id', '=', playerId)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('posting_id', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => {
      const key = creditKey(row, row.service_ref ?? '')
      return [row.id, [key, `${key}:debt`]]
    }),
  )
}

/** Columns of a voucher for the remaining value. */
export const sealedChange = ({ secrets }: PaymentParts, change: Credit['change']) =>
  change ? { change_sealed: secrets.seal('voucher-change', change.pin), change_minor: change.amountMinor } : {}
