import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MakeId } from '../../platform/ids.ts'
import { follows, openStates, type DepositState } from './rules.ts'
import { openServiceStates } from './services/rules.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'

export async function findDetails(db: Db, family: string): Promise<PaymentDetailRow[]> {
  const rows = await db
    .selectFrom('payment_detail')
    .selectAll()
    .where('family', '=', family as never)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows as PaymentDetailRow[]
}

export async function findDetail(db: Db, id: number): Promise<PaymentDetailRow | undefined> {
  return (await db.selectFrom('payment_detail').selectAll().where('id', '=', id).executeTakeFirst()) as
    PaymentDetailRow | undefined
}

export function findDeposit(db: Db, id: string): Promise<DepositRow | undefined> {
  return db.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findSteps(db: Db, depositId: string) {
  return db
    .selectFrom('deposit_step')
    .select(['at', 'state', 'text'])
    .where('deposit_id', '=', depositId)
    .orderBy('id')
    .execute()
}

export async function addStep(
  tx: Tx,
  id: MakeId,
  step: { depositId: string; at: Date; state: string; text: string; operatorId?: string | undefined },
) {
  await tx
    .insertInto('deposit_step')
    .values({
      id: id('dst'),
      deposit_id: step.depositId,
      at: step.at,
      state: step.state,
      text: step.text,
      operator_id: step.operatorId ?? null,
    })
    .execute()
}

export async function addWarning(tx: Tx, warning: { depositId: string; code: string; otherId?: string; text: string }) {
  await tx
    .insertInto('deposit_warning')
    .values({ deposit_id: warning.depositId, code: warning.code, other_id: warning.otherId ?? '', text: warning.text })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Moves a deposit on, if it still stands where the caller saw it: the version is the caller's proof.
 * @throws Refusal `deposit_state_changed`
 */
export async function moveDeposit(
  tx: Tx,
  seen: Pick<DepositRow, 'id' | 'state' | 'version'>,
  state: DepositState,
  change: Partial<Omit<DepositRow, 'id' | 'state' | 'version'>> & { updated_at: Date },
): Promise<DepositRow> {
  if (state !== seen.state && !follows[seen.state].includes(state)) throw new Refusal('deposit_state_changed')
  const row = await tx
    .updateTable('deposit')
    .set({ ...change, state, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('version', '=', seen.version)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('deposit_state_changed')
  return row
}

/** What a player's open deposits come to, as far as anybody has said: any of them may be credited any moment. */
export async function openMinorOf(tx: Tx, playerId: string): Promise<bigint> {
  const told = await tx
    .selectFrom('deposit')
    .select((eb) => eb.fn.sum<string | null>('declared_minor').as('sum'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow()
  const confirmed = await tx
    .selectFrom('service_payment')
    .select((eb) => eb.fn.sum<string | null>(eb.fn.coalesce('confirmed_minor', 'requested_minor')).as('sum'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openServiceStates])
    .executeTakeFirstOrThrow()
  return BigInt(told.sum ?? '0') + BigInt(confirmed.sum ?? '0')
}
