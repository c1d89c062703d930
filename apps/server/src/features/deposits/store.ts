import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { MakeId } from '../../platform/ids.ts'
import type { Picture } from '../../platform/pictures.ts'
import { isWithin } from './opening.ts'
import { follows, openStates, type DepositState } from './rules.ts'
import { openServiceStates } from './services/rules.ts'
import type { DepositRow, PaymentDetailRow } from './tables.ts'

/** What players of a family are shown now: what is switched on and within its hours. */
export async function findDetails(db: Db, family: string, now: Date): Promise<PaymentDetailRow[]> {
  const rows = (await db
    .selectFrom('payment_detail')
    .selectAll()
    .where('family', '=', family as never)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()) as PaymentDetailRow[]
  return rows.filter((row) => isWithin(row.schedule, row.market, now))
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

/** The deposit that has this reference now: one that is open or was credited. */
export function holderOf(tx: Tx, detail: PaymentDetailRow, reference: string): Promise<DepositRow | undefined> {
  return tx
    .selectFrom('deposit')
    .selectAll()
    .where('currency', '=', detail.currency)
    .where('rail', '=', detail.rail)
    .where('ref_norm', '=', reference)
    .where('state', 'in', [...openStates, 'approved', 'reversed'])
    .executeTakeFirst()
}

/**
 * A reference for a transfer that carries the player's own deposit code, which is the same on each of them: the code with a number. Told of
 * again while it is open, the same amount is the same transfer.
 */
export async function nextOfCode(tx: Tx, playerId: string, code: string, amountMinor: bigint): Promise<string> {
  const rows = await tx
    .selectFrom('deposit')
    .select(['ref_norm', 'declared_minor', 'state'])
    .where('player_id', '=', playerId)
    .where('ref_norm', 'like', `${code}/%`)
    .execute()
  const isOpen = (state: DepositState) => (openStates as readonly string[]).includes(state)
  const same = rows.find((row) => row.declared_minor === amountMinor && isOpen(row.state))
  return same?.ref_norm ?? `${code}/${rows.length + 1}`
}

export async function addProof(
  tx: Tx,
  id: MakeId,
  { depositId, at, file, picture }: { depositId: string; at: Date; file: string; picture: Picture },
) {
  await tx
    .insertInto('deposit_proof')
    .values({
      id: id('dpr'),
      deposit_id: depositId,
      at,
      file,
      sha256: picture.sha256,
      looks: picture.looks.map(String) as never,
    })
    .execute()
}

/** The file of a deposit's newest screenshot, or of one so many before it. */
export async function findProof(db: Db, depositId: string, back: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposit_proof')
    .select('file')
    .where('deposit_id', '=', depositId)
    .orderBy('id', 'desc')
    .offset(back)
    .limit(1)
    .executeTakeFirst()
  return row?.file
}

/** How many of the newest screenshots a new one is held against for its looks; the very same is found among all. */
const comparedWith = 5_000
/** Pictures whose looks differ in this many of 64 bits at most are most likely one picture, cropped or saved again. */
const similarBits = 6

/** Deposits that came with the same screenshot before, or with one that looks like it. */
export async function findProofsLike(
  tx: Tx,
  depositId: string,
  { sha256, looks }: Picture,
): Promise<{ depositId: string; same: boolean }[]> {
  const { rows } = await sql<{ deposit_id: string; same: boolean }>`
    select deposit_id, bool_or(same) as same from (
      select deposit_id, true as same from deposit_proof where sha256 = ${sha256}
      union all
      select deposit_id, false from (select * from deposit_proof order by id desc limit ${comparedWith}) as newest
      where exists (select from unnest(newest.looks) as look where bit_count((look # ${String(looks[0])}::bigint)::bit(64)) <= ${similarBits})
         or exists (select from unnest(${looks.slice(1).map(String)}::bigint[]) as look
                    where bit_count((look # newest.looks[1])::bit(64)) <= ${similarBits})
    ) as found
    where deposit_id <> ${depositId} group by deposit_id order by 2 desc, 1 desc limit 10`.execute(tx)
  return rows.map((row) => ({ depositId: row.deposit_id, same: row.same }))
}

/**
 * What was credited to a player of these families in a period of days: a sum of days, however many deposits there were. A family is a
 * manual one's name or a service's code.
 */
export async function creditedMinorOf(
  db: Db,
  playerId: string,
  families: readonly string[],
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<bigint> {
  let days = db.selectFrom('deposit_day').where('player_id', '=', playerId).where('family', 'in', families)
  if (from !== undefined) days = days.where('day', '>=', from)
  if (to !== undefined) days = days.where('day', '<=', to)
  const row = await days.select((eb) => eb.fn.sum<string | null>('credited_minor').as('sum')).executeTakeFirstOrThrow()
  return BigInt(row.sum ?? '0')
}
