import type { Db } from '../../platform/db/index.ts'
import { stateMachine, stepColumns } from '../../platform/state-machine.ts'
import { stepReply } from '../../platform/texts.ts'
import { follows, statusOf, type WithdrawalState } from './rules.ts'
import type { WithdrawalRow } from './tables.ts'

export function findWithdrawal(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals.withdrawal').selectAll().where('id', '=', id).executeTakeFirst()
}

export const {
  move: moveWithdrawal,
  note: noteWithdrawal,
  addStep,
  findSteps,
  notify: notifyPlayer,
} = stateMachine<WithdrawalRow, WithdrawalState, Partial<Omit<WithdrawalRow, 'risks'>>>({
  event: 'withdrawal',
  follows,
  statusOf,
  stateChanged: 'withdrawal_state_changed',
  stepPrefix: 'wst',
  update: (tx, seen, values) =>
    tx
      .updateTable('withdrawals.withdrawal')
      .set(values)
      .where((eb) => eb.and(seen))
      .returningAll()
      .executeTakeFirst(),
  insertStep: (tx, withdrawalId, step) =>
    tx
      .insertInto('withdrawals.step')
      .values({ ...step, withdrawal_id: withdrawalId })
      .execute(),
  selectSteps: (db, withdrawalId) =>
    db
      .selectFrom('withdrawals.step')
      .select(stepColumns)
      .where('withdrawal_id', '=', withdrawalId)
      .orderBy('id')
      .execute(),
})

/** Sum paid out to a player in a range of days, from daily sums. */
export async function sumPaidMinor(
  db: Db,
  playerId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<bigint> {
  let days = db.selectFrom('withdrawals.day').where('player_id', '=', playerId)
  if (from !== undefined) days = days.where('day', '>=', from)
  if (to !== undefined) days = days.where('day', '<=', to)
  const row = await days.select((eb) => eb.fn.sum<string | null>('paid_minor').as('sum')).executeTakeFirstOrThrow()
  return BigInt(row.sum ?? '0')
}

/** Steps of several withdrawals for their player, oldest first. */
export async function findStepsOfAll(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('withdrawals.step')
    .select([...stepColumns, 'withdrawal_id as paymentId'])
    .where('withdrawal_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ paymentId, ...step }) => ({ payment_id: paymentId, ...stepReply(step) }))
}
