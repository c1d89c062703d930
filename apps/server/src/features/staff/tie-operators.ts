import type { Tx } from '../../platform/db/index.ts'

/** Records who added, promoted or reset an operator; nobody is tied to themselves. */
export async function tie(
  tx: Tx,
  operatorId: string,
  by: string,
  cause: 'created' | 'raised' | 'reset',
  at: Date,
): Promise<void> {
  if (operatorId === by) return
  await tx.insertInto('staff.operator_tie').values({ operator_id: operatorId, tied_to: by, cause, at }).execute()
}
