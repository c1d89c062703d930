import type { PlayerText } from '@dhow/contract/player-texts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { stepReply, textColumns } from '../../platform/texts.ts'
import { follows, type WithdrawalState } from './rules.ts'
import type { WithdrawalRow } from './tables.ts'

export function findWithdrawal(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals.withdrawal').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    WithdrawalRow | undefined
  >
}

export async function findSteps(db: Db, withdrawalId: string) {
  const rows = await db
    .selectFrom('withdrawals.step')
    .select(['at', 'state', 'code', 'params', 'text'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('id')
    .execute()
  return rows.map(stepReply)
}

export async function addStep(
  tx: Tx,
  id: MakeId,
  step: { withdrawalId: string; at: Date; state: string; text: PlayerText; operatorId?: string },
) {
  await tx
    .insertInto('withdrawals.step')
    .values({
      id: id('wst'),
      withdrawal_id: step.withdrawalId,
      at: step.at,
      state: step.state,
      ...textColumns(step.text),
      operator_id: step.operatorId ?? null,
    })
    .execute()
}

type Change = Partial<Omit<WithdrawalRow, 'id' | 'state' | 'version' | 'risks'>> & { updated_at: Date }
type Seen = Pick<WithdrawalRow, 'id' | 'state' | 'version'>

/** Moves a withdrawal on, if it still stands where the caller saw it. @throws Refusal `withdrawal_state_changed` */
export async function moveWithdrawal(tx: Tx, seen: Seen, state: WithdrawalState, change: Change) {
  if (!follows[seen.state].includes(state)) throw new Refusal('withdrawal_state_changed')
  return writeWithdrawal(tx, seen, state, change)
}

/** Changes what is known of a withdrawal; it stays where it is. @throws Refusal `withdrawal_state_changed` */
export const noteWithdrawal = (tx: Tx, seen: Seen, change: Change) => writeWithdrawal(tx, seen, seen.state, change)

async function writeWithdrawal(tx: Tx, seen: Seen, state: WithdrawalState, change: Change): Promise<WithdrawalRow> {
  const row = await tx
    .updateTable('withdrawals.withdrawal')
    .set({ ...change, state, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('version', '=', seen.version)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('withdrawal_state_changed')
  return row as WithdrawalRow
}

/** Sum paid out to a player in a period of days: a sum of days, however many withdrawals there were. */
export async function paidMinorOf(
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
