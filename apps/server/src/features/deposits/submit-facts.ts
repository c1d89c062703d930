import { CompiledQuery } from 'kysely'
import type { Database, Tx } from '../../platform/db/index.ts'
import { openStates, type DepositState } from './rules.ts'
import type { PaymentDetailRow } from './tables.ts'

/** What stands about a submission before it is written. */
export interface Facts {
  detail: PaymentDetailRow
  depositCode: string
  playerSince: Date
  openCount: number
  /** How often the cashiers have refused this reference of this player. */
  refusedCount: number
  /** The deposit that has the reference now: one that is open or was credited. */
  holderId: string | null
  /** Whatever else has it. */
  earlier: { id: string; state: DepositState }[]
}

const open = openStates.map((state) => `'${state}'`).join(', ')
const text = `
  select detail.*, player.deposit_code as own_code, player.created_at as player_since,
    (select count(*)::integer from deposit where player_id = player.id and state in (${open})) as open_count,
    (select count(*)::integer from deposit where player_id = player.id and currency = detail.currency and rail = detail.rail
       and ref_norm = $3 and state = 'rejected') as refused_count,
    (select id from deposit where currency = detail.currency and rail = detail.rail and ref_norm = $3
       and state in (${open}, 'approved', 'reversed')) as holder_id,
    (select coalesce(json_agg(json_build_object('id', id, 'state', state)), '[]')
       from (select id, state from deposit where ref_norm = $3 limit 5) as other) as earlier
  from payment_detail as detail, player where detail.id = $2 and player.id = $1`

type FactsRow = PaymentDetailRow & {
  own_code: string
  player_since: Date
  open_count: number
  refused_count: number
  holder_id: string | null
  earlier: Facts['earlier']
}

/** Everything that has to be known about a submission, in one statement, under a name where no transaction is open; undefined where there is no such payment detail. */
export async function factsOf(
  db: Database | Tx,
  playerId: string,
  detailId: string | undefined,
  reference: string,
): Promise<Facts | undefined> {
  const values = [playerId, Number(detailId), reference]
  const [row] =
    'prepared' in db
      ? await db.prepared<FactsRow>('deposit_submission', text, values)
      : (await db.executeQuery<FactsRow>(CompiledQuery.raw(text, values))).rows
  if (!row) return undefined
  const { own_code, player_since, open_count, refused_count, holder_id, earlier, ...detail } = row
  return {
    detail,
    depositCode: own_code,
    playerSince: player_since,
    openCount: open_count,
    refusedCount: refused_count,
    holderId: holder_id,
    earlier,
  }
}
