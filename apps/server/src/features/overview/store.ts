import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { openStates as openDepositStates } from '../deposits/index.ts'
import { openServiceStates } from '../payments/index.ts'
import { openStates as openWithdrawalStates } from '../withdrawals/index.ts'

/** Balances of several players, in one query. */
export async function balancesOf(db: Db, playerIds: string[]) {
  if (playerIds.length === 0) return new Map<string, { cashMinor: bigint; heldMinor: bigint }>()
  const rows = await db
    .selectFrom('ledger.wallets')
    .select(['player_id', 'cash_minor', 'hold_minor'])
    .where('player_id', 'in', playerIds)
    .execute()
  return new Map(rows.map((row) => [row.player_id, { cashMinor: row.cash_minor, heldMinor: row.hold_minor }]))
}

/** Tags of several players by name, in one query. */
export async function findTags(db: Db, playerIds: string[]) {
  const tags = new Map<string, string[]>()
  if (playerIds.length === 0) return tags
  const rows = await db
    .selectFrom('accounts.player_tags')
    .select(['player_id', 'tag'])
    .where('player_id', 'in', playerIds)
    .orderBy('tag')
    .execute()
  for (const { player_id: id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag])
  return tags
}

/** Number of waiting items, and since when the first. */
export interface Waiting {
  count: number
  oldest: Date | null
}

export async function waitingDeposits(db: Db): Promise<Waiting> {
  const row = await db
    .selectFrom('deposits.deposits')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('submitted_at').as('oldest')])
    .where('state', 'in', [...openDepositStates])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest }
}

export async function waitingWithdrawals(db: Db): Promise<Waiting> {
  const row = await db
    .selectFrom('withdrawals.withdrawals')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('requested_at').as('oldest')])
    .where('state', 'in', [...openWithdrawalStates])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest }
}

export async function waitingMessages(db: Db): Promise<Waiting> {
  const row = await db
    .selectFrom('sms.queued_messages')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest }
}

/** Whether money of a player may still move: a waiting deposit, an open payment, an unpaid withdrawal. */
export async function hasOpenPayments(tx: Tx, playerId: string): Promise<boolean> {
  const deposit = tx
    .selectFrom('deposits.deposits')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openDepositStates])
  const payment = tx
    .selectFrom('payments.service_payments')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openServiceStates])
  const withdrawal = tx
    .selectFrom('withdrawals.withdrawals')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openWithdrawalStates])
  const open = await deposit.unionAll(payment).unionAll(withdrawal).limit(1).executeTakeFirst()
  return open !== undefined
}

/** A player with their newest payments and payout accounts: subjects that audit entries may name. */
export async function listSubjects(db: Db, playerId: string): Promise<string[]> {
  const newest = 2_000
  const { rows } = await sql<{ id: string }>`
    (select id from deposits.deposits where player_id = ${playerId} order by id desc limit ${newest})
    union all (select id from payments.service_payments where player_id = ${playerId} order by id desc limit ${newest})
    union all (select id from withdrawals.withdrawals where player_id = ${playerId} order by id desc limit ${newest})
    union all (select id from withdrawals.payees where player_id = ${playerId} order by id desc limit ${newest})`.execute(
    db,
  )
  return [playerId, ...rows.map((row) => row.id)]
}

export async function waitingCases(db: Db): Promise<Waiting> {
  const row = await db
    .selectFrom('payments.service_payments')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('updated_at').as('oldest')])
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldest: row.oldest }
}

interface AskedBy {
  id: string
  /** Normalised: capitals, without separators. */
  reference: string
  limit: number
}

/** Characters needed to search by the start of a reference. */
const startOfReference = 4

/** Deposits by id or start of reference, newest first. */
export async function depositsBy(db: Db, { id, reference, limit }: AskedBy) {
  const start = reference.length < startOfReference ? reference : `${reference}%`
  return db
    .selectFrom('deposits.deposits')
    .select(['id', 'player_id', 'currency', 'state', 'ref_raw', 'declared_minor', 'credited_minor', 'submitted_at'])
    .where((eb) => eb.or([eb('id', '=', id), eb('ref_norm', 'like', start)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Withdrawals by id, by the text on the bank statement, or by payment reference, newest first. */
export async function withdrawalsBy(db: Db, { id, reference, limit }: AskedBy) {
  return db
    .selectFrom('withdrawals.withdrawals')
    .select(['id', 'player_id', 'currency', 'state', 'pay_code', 'amount_minor', 'requested_at'])
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('pay_code', '=', reference),
        eb.and([eb('currency', 'in', ['NAD', 'INR']), eb('payment_ref_norm', '=', reference)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
