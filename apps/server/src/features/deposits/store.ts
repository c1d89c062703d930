import type { DepositFamily } from '@dhow/contract/deposit-families'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { isOneOf } from '@dhow/contract/records'
import { Refusal } from '../../platform/refusal.ts'
import { stateMachine, stepColumns } from '../../platform/state-machine.ts'
import { stepReply } from '../../platform/texts.ts'
import { toWaiting, type Waiting } from '../../platform/waiting.ts'
import { isWithin } from './availability.ts'
import { methods } from './methods.ts'
import type { DepositParts } from './parts.ts'
import type { Warning } from './risk-flags.ts'
import { follows, openStates, statusOf, waitingStates, type DepositState } from './rules.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'

/** Payment details of a family shown now: enabled and within their hours. */
export async function findDetails(db: Db, family: DepositFamily, now: Date): Promise<PaymentDetailRow[]> {
  const rows = await db
    .selectFrom('deposits.payment_detail')
    .selectAll()
    .where('family', '=', family)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
  return rows.filter((row) => isWithin(row.schedule, row.market, now))
}

export function findDetail(db: Db, id: number): Promise<PaymentDetailRow | undefined> {
  return db.selectFrom('deposits.payment_detail').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Number of a player's open deposits. */
export async function countOpen(db: Db, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deposits.deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findDeposit(db: Db, id: string): Promise<DepositRow | undefined> {
  return db.selectFrom('deposits.deposit').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The player's own deposit. @throws Refusal `not_found` for any other */
export async function findOwn(db: Db, depositId: string, playerId: string): Promise<DepositRow> {
  const row = await findDeposit(db, depositId)
  if (row?.player_id !== playerId) throw new Refusal('not_found')
  return row
}

/** Locks a deposit until the transaction ends. */
export function lockDeposit(tx: Tx, id: string): Promise<DepositRow | undefined> {
  return tx.selectFrom('deposits.deposit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A deposit that this operator may decide. @throws Refusal `not_found`, `deposit_claimed`, `deposit_state_changed` */
export async function lockForDecision(
  { platform: { clock } }: Pick<DepositParts, 'platform'>,
  tx: Tx,
  depositId: string,
  by: StaffSession,
): Promise<DepositRow> {
  // Locked: the job that ends claims could otherwise change the row before the decision.
  const row = await lockDeposit(tx, depositId)
  if (!row) throw new Refusal('not_found')
  if (isClaimedByOther(row, by, clock.now())) throw new Refusal('deposit_claimed')
  if (!isOneOf(openStates, row.state)) throw new Refusal('deposit_state_changed')
  return row
}

const isClaimedByOther = (row: DepositRow, by: StaffSession, now: Date) =>
  row.claimed_by !== null &&
  row.claimed_by !== by.operatorId &&
  row.claim_expires_at !== null &&
  row.claim_expires_at > now

export const {
  move: moveDeposit,
  note: noteDeposit,
  addStep,
  findSteps,
  notify: notifyPlayer,
} = stateMachine<DepositRow, DepositState, Partial<DepositRow>>({
  event: 'deposit',
  follows,
  statusOf,
  stateChanged: 'deposit_state_changed',
  stepPrefix: 'dst',
  update: (tx, seen, values) =>
    tx
      .updateTable('deposits.deposit')
      .set(values)
      .where((eb) => eb.and(seen))
      .returningAll()
      .executeTakeFirst(),
  insertStep: (tx, depositId, step) =>
    tx
      .insertInto('deposits.step')
      .values({ ...step, deposit_id: depositId })
      .execute(),
  selectSteps: (db, depositId) =>
    db.selectFrom('deposits.step').select(stepColumns).where('deposit_id', '=', depositId).orderBy('id').execute(),
})

export const warningRow = (depositId: string, { code, params, otherId }: Warning) => ({
  deposit_id: depositId,
  code,
  other_id: otherId,
  params: JSON.stringify(params),
})

export async function addWarning(tx: Tx, { depositId, ...warning }: Warning & { depositId: string }) {
  await tx
    .insertInto('deposits.warning')
    .values(warningRow(depositId, warning))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sum of a player's open deposits by their declared amounts: any of them may be credited at any moment. */
export async function sumOpenMinor(tx: Tx, playerId: string): Promise<bigint> {
  const { sum } = await tx
    .selectFrom('deposits.deposit')
    .select((eb) => eb.fn.sum<string | null>('declared_minor').as('sum'))
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openStates])
    .executeTakeFirstOrThrow()
  return BigInt(sum ?? '0')
}

/** A player's last deposit: its id and the code of its method; undefined before the first. */
export async function findNewest(db: Db, playerId: string): Promise<{ id: string; code: string } | undefined> {
  const row = await db
    .selectFrom('deposits.deposit')
    .select(['id', 'family'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const method = methods.find(({ family }) => family === row?.family)
  return row && method && { id: row.id, code: method.code }
}

/** Deposit that holds this reference now: open or credited. */
export function findHolder(tx: Tx, detail: PaymentDetailRow, reference: string): Promise<DepositRow | undefined> {
  return tx
    .selectFrom('deposits.deposit')
    .selectAll()
    .where('currency', '=', detail.currency)
    .where('rail', '=', detail.rail)
    .where('ref_norm', '=', reference)
    .where('state', 'in', [...openStates, 'approved', 'reversed'])
    .executeTakeFirst()
}

/**
 * A unique reference for a transfer that carries the player's own deposit code: the code with a number. The same amount
 * reported again while open is the same transfer.
 */
export async function nextReference(tx: Tx, playerId: string, code: string, amountMinor: bigint): Promise<string> {
  const rows = await tx
    .selectFrom('deposits.deposit')
    .select(['ref_norm', 'declared_minor', 'state'])
    .where('player_id', '=', playerId)
    .where('ref_norm', 'like', `${code}/%`)
    .execute()
  const same = rows.find((row) => row.declared_minor === amountMinor && isOneOf(openStates, row.state))
  return same?.ref_norm ?? `${code}/${rows.length + 1}`
}

/** File of a deposit's newest screenshot, or of the given number before it. */
export async function findProof(db: Db, depositId: string, back: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposits.proof')
    .select('file')
    .where('deposit_id', '=', depositId)
    .orderBy('id', 'desc')
    .offset(back)
    .limit(1)
    .executeTakeFirst()
  return row?.file
}

/** Screenshots of several deposits, newest first: re-encoded ones, and uploads that are not yet. */
export async function findProofsOfAll(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const columns = ['id', 'deposit_id', 'at', 'file'] as const
  // Read uploads first, so that a screenshot re-encoded meanwhile is in at least one list.
  const arrived = await db.selectFrom('deposits.upload').select(columns).where('deposit_id', 'in', ids).execute()
  const ready = await db.selectFrom('deposits.proof').select(columns).where('deposit_id', 'in', ids).execute()
  const all = new Map(arrived.map((row) => [row.id, { ...row, isReady: false }]))
  for (const row of ready) all.set(row.id, { ...row, isReady: true })
  return [...all.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** File of this player's own screenshot, by id. */
export async function findOwnProof(db: Db, playerId: string, proofId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposits.proof as proof')
    .innerJoin('deposits.deposit as deposit', 'deposit.id', 'proof.deposit_id')
    .select('proof.file')
    .where('proof.id', '=', proofId)
    .where('deposit.player_id', '=', playerId)
    .executeTakeFirst()
  return row?.file
}

/** Pictures whose hashes differ in at most this many of 64 bits are most likely one picture, cropped or saved again. */
const similarBits = 6

/** Other deposits with an identical screenshot file, re-encoded or not. */
export async function depositsOfSame(db: Db, sha256: Buffer): Promise<string[]> {
  const { rows } = await sql<{ deposit_id: string }>`
    select deposit_id from deposits.proof where sha256 = ${sha256} union select deposit_id from deposits.upload where sha256 = ${sha256}
    order by 1 desc limit 10`.execute(db)
  return rows.map((row) => row.deposit_id)
}

/** Other deposits with a similar screenshot, among all. */
export async function depositsAlike(
  db: Db,
  { depositId, sha256, looks }: { depositId: string; sha256: Buffer; looks: readonly bigint[] },
): Promise<string[]> {
  const [whole, ...parts] = looks.map(String)
  const { rows } = await sql<{ deposit_id: string }>`
    select distinct deposit_id from deposits.proof as other
    where deposit_id <> ${depositId} and sha256 <> ${sha256} and (
      keys && deposits.look_neighbours(array[${whole}::bigint], 0)
        and exists (select from unnest(looks) as look where bit_count((look # ${whole}::bigint)::bit(64)) <= ${similarBits})
      or keys && deposits.look_neighbours(${parts}::bigint[], 4)
        and exists (select from unnest(${parts}::bigint[]) as look where bit_count((look # looks[1])::bit(64)) <= ${similarBits}))
    order by 1 desc limit 10`.execute(db)
  return rows.map((row) => row.deposit_id)
}

/**
 * Sum credited to a player by these families in a range of days, from daily sums. A family is a manual one's name or a
 * service's code.
 */
export async function sumCreditedMinor(
  db: Db,
  playerId: string,
  families: readonly string[],
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<bigint> {
  let days = db.selectFrom('deposits.day').where('player_id', '=', playerId).where('family', 'in', families)
  if (from !== undefined) days = days.where('day', '>=', from)
  if (to !== undefined) days = days.where('day', '<=', to)
  const row = await days.select((eb) => eb.fn.sum<string | null>('credited_minor').as('sum')).executeTakeFirstOrThrow()
  return BigInt(row.sum ?? '0')
}

/** The number of deposits that wait for an operator. */
export async function readWaiting(db: Db): Promise<Waiting> {
  const row = await db
    .selectFrom('deposits.deposit')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('submitted_at').as('oldest')])
    .where('state', 'in', waitingStates)
    .executeTakeFirstOrThrow()
  return toWaiting(row)
}

/**
 * Deposits claimed by an operator, or waiting for a second operator after one not in `notAfter`, and since when the
 * first of each.
 */
export async function readWaitingFor(db: Db, operatorId: string, notAfter: readonly string[], now: Date) {
  const waiting = db
    .selectFrom('deposits.deposit')
    .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.min<Date | null>('submitted_at').as('oldest')])
  const claimed = await waiting
    .where('state', 'in', waitingStates)
    .where('claimed_by', '=', operatorId)
    .where('claim_expires_at', '>', now)
    .executeTakeFirstOrThrow()
  const second = await waiting
    .where('state', '=', 'awaiting_second_approval')
    .where('first_approver', 'not in', notAfter)
    .executeTakeFirstOrThrow()
  return { claimed: toWaiting(claimed), second: toWaiting(second) }
}

/** Steps of several deposits for their player, oldest first. */
export async function findStepsOfAll(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deposits.step')
    .select([...stepColumns, 'deposit_id as paymentId'])
    .where('deposit_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ paymentId, ...step }) => ({ payment_id: paymentId, ...stepReply(step) }))
}
