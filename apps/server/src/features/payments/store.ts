import type { Db, Tx } from '../../platform/db/index.ts'
import { stateMachine, stepColumns } from '../../platform/state-machine.ts'
import { stepReply } from '../../platform/texts.ts'
import { follows, openPageStates, openServiceStates, statusOf, type ServiceState } from './rules.ts'
import type { ServicePaymentRow } from './tables.ts'

export function findPayment(db: Db, id: string): Promise<ServicePaymentRow | undefined> {
  return db.selectFrom('payments.service_payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a payment until the transaction ends. */
export function lockPayment(tx: Tx, id: string): Promise<ServicePaymentRow | undefined> {
  return tx.selectFrom('payments.service_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Operator to whom a payment in review is assigned. */
export const findAssigned = (db: Db, paymentId: string): Promise<{ id: string; name: string } | undefined> =>
  db
    .selectFrom('payments.assignment')
    .innerJoin('staff.operator_card as card', 'card.id', 'payments.assignment.operator_id')
    .select(['card.id', 'card.name'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()

export function findByClientRef(db: Db, playerId: string, service: string, clientRef: string) {
  return db
    .selectFrom('payments.service_payment')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('service', '=', service)
    .where('client_ref', '=', clientRef)
    .executeTakeFirst()
}

/** Player who has redeemed, or is redeeming, a voucher. */
export function findByPin(db: Db, service: string, pinMac: Buffer) {
  return db
    .selectFrom('payments.service_payment')
    .selectAll()
    .where('service', '=', service)
    .where('pin_mac', '=', pinMac)
    .where('state', '<>', 'declined')
    .executeTakeFirst()
}

export const {
  move: movePayment,
  note: notePayment,
  addStep: addPaymentStep,
  findSteps: findPaymentSteps,
  notify: notifyPlayer,
} = stateMachine<ServicePaymentRow, ServiceState, Partial<ServicePaymentRow>>({
  event: 'deposit',
  follows,
  statusOf,
  stateChanged: 'deposit_state_changed',
  stepPrefix: 'pst',
  update: (tx, seen, { further_reasons: further, ...values }) =>
    tx
      .updateTable('payments.service_payment')
      // The driver writes a JavaScript array as a PostgreSQL array, not as JSON.
      .set({ ...values, ...(further && { further_reasons: JSON.stringify(further) }) })
      .where((eb) => eb.and(seen))
      .returningAll()
      .executeTakeFirst(),
  insertStep: (tx, paymentId, step) =>
    tx
      .insertInto('payments.service_payment_step')
      .values({ ...step, payment_id: paymentId })
      .execute(),
  selectSteps: (db, paymentId) =>
    db
      .selectFrom('payments.service_payment_step')
      .select(stepColumns)
      .where('payment_id', '=', paymentId)
      .orderBy('id')
      .execute(),
})

/** Number of a player's unfinished payments on services' pages. */
export async function countOpenPages(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments.service_payment')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('kind', '=', 'redirect')
    .where('state', 'in', [...openPageStates])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A player's last payment: its id and service; undefined before the first. */
export async function findNewest(db: Db, playerId: string): Promise<{ id: string; code: string } | undefined> {
  return db
    .selectFrom('payments.service_payment')
    .select(['id', 'service as code'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Sum of a player's open payments, confirmed or else requested: any may be credited at any moment. */
export async function sumOpenMinor(tx: Tx, playerId: string): Promise<bigint> {
  const { sum } = await tx
    .selectFrom('payments.service_payment')
    .select((eb) => eb.fn.sum<string | null>(eb.fn.coalesce('confirmed_minor', 'requested_minor')).as('sum'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openServiceStates])
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? '0')
}

/** Steps of several payments for their player, oldest first. */
export async function findStepsOfAll(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('payments.service_payment_step')
    .select([...stepColumns, 'payment_id as paymentId'])
    .where('payment_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ paymentId, ...step }) => ({ payment_id: paymentId, ...stepReply(step) }))
}
