import { required } from '../../platform/required.ts'
import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { PlayerLimitRow, RestrictedAction, RestrictionCode } from './tables.ts'

export interface Payment {
  transferId: bigint
  postingId: bigint
  amountMinor: bigint
  at: Date
}

/** Credited payments of a player by any method, oldest first, from the ledger. */
export async function paymentsIn(
  db: Db,
  playerId: string,
  since: { at?: Date; afterTransfer?: bigint } = {},
): Promise<Payment[]> {
  const { rows } = await sql<{ id: bigint; posting_id: bigint; amount_minor: bigint; happened_at: Date }>`
    select transfer.id, transfer.posting_id, transfer.amount_minor, posting.happened_at
    from ledger.transfers transfer
    -- One look a payment: there are few of them, however much the player plays.
    cross join lateral (select happened_at from ledger.postings posting where id = transfer.posting_id offset 0) posting
    where transfer.player_id = ${playerId} and transfer.credit = 'cash'
      and split_part(transfer.debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense')
      and transfer.id > ${since.afterTransfer ?? 0n} and posting.happened_at >= ${since.at ?? new Date(0)}
    order by transfer.id`.execute(db)
  return rows.map((row) => ({
    transferId: row.id,
    postingId: row.posting_id,
    amountMinor: row.amount_minor,
    at: row.happened_at,
  }))
}

/** Code of the longest current restriction of a player's action: `limits.player_may` of the database. */
export async function restrictionOn(
  db: Db,
  playerId: string,
  action: RestrictedAction,
  now: Date,
): Promise<RestrictionCode | null> {
  const { rows } = await sql<{ code: RestrictionCode | null }>`
    select limits.player_may(${playerId}, ${action}, ${now}) as code`.execute(db)
  return required(rows[0], 'restriction').code
}

/** All current restrictions of an action of some players, by player. */
export async function restrictionsOn(
  db: Db,
  playerIds: readonly string[],
  action: RestrictedAction,
  now: Date,
): Promise<Map<string, Set<RestrictionCode>>> {
  const rows = await db
    .selectFrom('limits.player_restriction')
    .select(['player_id', 'code'])
    .where('player_id', 'in', playerIds)
    .where(sql<boolean>`${action} = any (forbids)`)
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .execute()
  const codes = new Map(playerIds.map((playerId) => [playerId, new Set<RestrictionCode>()]))
  for (const { player_id, code } of rows) codes.get(player_id)?.add(code)
  return codes
}

/** Restriction and limits for a deposit in one statement: most players have neither. */
export async function depositStanding(db: Db, playerId: string, now: Date) {
  const { rows } = await sql<{ code: RestrictionCode | null; is_limited: boolean }>`
    select limits.player_may(${playerId}, 'deposit', ${now}) as code,
           exists (select from limits.player_limit where player_id = ${playerId} and kind = 'deposit') as is_limited`.execute(
    db,
  )
  const { code, is_limited } = required(rows[0], 'standing of the player')
  return { restriction: code, isLimited: is_limited }
}

export function limitsOf(db: Db, playerId: string): Promise<PlayerLimitRow[]> {
  return db.selectFrom('limits.player_limit').selectAll().where('player_id', '=', playerId).execute()
}

/** Makes the player's bets, and other changes of the player's limits, wait until the transaction ends. */
export async function lockPlayer(tx: Tx, playerId: string) {
  await sql`select ledger.lock_players(${[playerId]}::text[])`.execute(tx)
}

/** Makes other deposits of the player wait until the transaction ends; bets go on. */
export async function lockDeposits(tx: Tx, playerId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit-limit:${playerId}`}, 0))`.execute(tx)
}

/** Minor units, without returned stakes. */
export interface Played {
  stakedMinor: bigint
  wonMinor: bigint
}

/** Stakes and wins since the day of an instant, as counted by bets of players with a stake or loss limit. */
export async function countedSince(db: Db, playerId: string, currency: Currency, since: Date): Promise<Played> {
  const { rows } = await sql<{ staked: string; won: string }>`
    select coalesce(sum(staked_minor), 0)::text as staked, coalesce(sum(won_minor), 0)::text as won
    from limits.play_day where player_id = ${playerId} and day_market >= limits.day(${currency}, ${since})`.execute(db)
  const { staked, won } = required(rows[0], 'sum of the days')
  return { stakedMinor: BigInt(staked), wonMinor: BigInt(won) }
}

/** Starts the count of a player's days with earlier play. Lock the player first. */
export async function countFrom(tx: Tx, playerId: string, days: readonly (Played & { day: string })[]) {
  const [day, staked, won] = [
    days.map((one) => one.day),
    days.map((one) => one.stakedMinor),
    days.map((one) => one.wonMinor),
  ]
  await sql`
    insert into limits.play_day (player_id, day_market, staked_minor, won_minor)
    select ${playerId}, day, staked, won from unnest(${day}::date[], ${staked}::bigint[], ${won}::bigint[]) as played (day, staked, won)
    on conflict (player_id, day_market) do update set staked_minor = excluded.staked_minor, won_minor = excluded.won_minor`.execute(
    tx,
  )
}

/** A player's current restrictions with the actions each forbids, longest first; null means no end. */
export async function restrictionsNow(db: Db, playerId: string, now: Date) {
  const { rows } = await sql<{ code: RestrictionCode; forbids: RestrictedAction[]; until: Date | null }>`
    select code, forbids, nullif(until_at, 'infinity') as until from limits.player_restriction
    where player_id = ${playerId} and from_at <= ${now} and until_at > ${now}
    order by until_at desc, code`.execute(db)
  return rows
}
