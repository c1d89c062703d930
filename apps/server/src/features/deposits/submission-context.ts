import { CompiledQuery } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { openStates, type DepositState } from './rules.ts'
import type { PaymentDetailRow } from './tables.ts'

/** Facts about a submission, read before it is written. */
export interface SubmissionContext {
  depositCode: string
  playerSince: Date
  openCount: number
  /** Number of refusals of this player's reference. */
  refusedCount: number
  /** Deposit that holds the reference now: open or credited. */
  holderId: string | null
  /** Other deposits with the reference. */
  earlier: { id: string; state: DepositState }[]
}

const open = openStates.map((state) => `'${state}'`).join(', ')
const text = `
  select deposit_code as "depositCode", created_at as "playerSince",
    (select count(*)::integer from deposits.deposit where player_id = player.id and state in (${open})) as "openCount",
    (select count(*)::integer from deposits.deposit where player_id = player.id and currency = $2 and rail = $3
       and ref_norm = $4 and state = 'rejected') as "refusedCount",
    (select id from deposits.deposit where currency = $2 and rail = $3 and ref_norm = $4
       and state in (${open}, 'approved', 'reversed')) as "holderId",
    (select coalesce(json_agg(json_build_object('id', id, 'state', state)), '[]')
       from (select id, state from deposits.deposit where ref_norm = $4 limit 5) as other) as earlier
  from accounts.player_card player where id = $1`

/** Reads everything that a submission depends on, in one statement. */
export async function loadSubmissionContext(
  tx: Tx,
  playerId: string,
  { currency, rail }: PaymentDetailRow,
  reference: string,
): Promise<SubmissionContext> {
  const { rows } = await tx.executeQuery<SubmissionContext>(
    CompiledQuery.raw(text, [playerId, currency, rail, reference]),
  )
  return required(rows[0], `player ${playerId}`)
}
