import { stepReply, textColumns } from '../../platform/texts.ts'
import type { PlayerText } from '@dhow/contract/player-texts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { follows, openServiceStates, type ServiceState } from './rules.ts'
import type { ServicePaymentRow } from './tables.ts'

export function findPayment(db: Db, id: string): Promise<ServicePaymentRow | undefined> {
  return db.selectFrom('payments.service_payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, kept from other writers until the transaction ends. */
export function lockPayment(tx: Tx, id: string): Promise<ServicePaymentRow | undefined> {
  return tx.selectFrom('payments.service_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function findByClientRef(db: Db, playerId: string, service: string, clientRef: string) {
  return db
    .selectFrom('payments.service_payment')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('service', '=', service)
    .where('client_ref', '=', clientRef)
    .executeTakeFirst() as Promise<ServicePaymentRow | undefined>
}

/** Player who has redeemed, or is redeeming, a voucher. */
export function findByPin(db: Db, service: string, pinMac: Buffer) {
  return db
    .selectFrom('payments.service_payment')
    .selectAll()
    .where('service', '=', service)
    .where('pin_mac', '=', pinMac)
    .where('state', '<>', 'declined')
    .executeTakeFirst() as Promise<ServicePaymentRow | undefined>
}

export async function findPaymentSteps(db: Db, paymentId: string) {
  const rows = await db
    .selectFrom('payments.service_payment_step')
    .select(['at', 'state', 'code', 'params', 'text'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()
  return rows.map(stepReply)
}

export async function addPaymentStep(
  tx: Tx,
  id: MakeId,
  step: { paymentId: string; at: Date; state: string; text: PlayerText; operatorId?: string | undefined },
) {
  await tx
    .insertInto('payments.service_payment_step')
    .values({
      id: id('pst'),
      payment_id: step.paymentId,
      at: step.at,
      state: step.state,
      ...textColumns(step.text),
      operator_id: step.operatorId ?? null,
    })
    .execute()
}

/**
 * Moves a payment on, if it still stands where the caller saw it: the version is the caller's proof.
 * @throws Refusal `deposit_state_changed`
 */
export async function movePayment(
  tx: Tx,
  seen: Pick<ServicePaymentRow, 'id' | 'state' | 'version'>,
  state: ServiceState,
  change: Partial<Omit<ServicePaymentRow, 'id' | 'state' | 'version'>> & { updated_at: Date },
): Promise<ServicePaymentRow> {
  if (state !== seen.state && !follows[seen.state].includes(state)) throw new Refusal('deposit_state_changed')
  const row = await tx
    .updateTable('payments.service_payment')
    .set({ ...change, state, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('version', '=', seen.version)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('deposit_state_changed')
  return row
}

/** Sum of a player's open payments, as confirmed or else as asked for: any of them may be credited any moment. */
export async function openMinorOf(tx: Tx, playerId: string): Promise<bigint> {
  const { sum } = await tx
    .selectFrom('payments.service_payment')
    .select((eb) => eb.fn.sum<string | null>(eb.fn.coalesce('confirmed_minor', 'requested_minor')).as('sum'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openServiceStates])
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? '0')
}
