import type { Market } from '@dhow/contract/shapes'
import { required } from '../../platform/required.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import type { BonusRow, BonusRuleRow } from './tables.ts'

/** Makes other claims of this player wait until the transaction ends, on any process. */
export async function lockBonusesOf(tx: Tx, playerId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bonus:${playerId}`}, 0))`.execute(tx)
}

/** Open rules, newest first. */
export function openRules(db: Db, market: Market, now: Date): Promise<BonusRuleRow[]> {
  return db
    .selectFrom('rewards.bonus_rule')
    .selectAll()
    .where('market', '=', market)
    .where('stopped_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
}

export function listBonuses(db: Db, playerId: string) {
  return db
    .selectFrom('rewards.bonus')
    .innerJoin('rewards.bonus_rule as rule', 'rule.id', 'rewards.bonus.rule_id')
    .selectAll('rewards.bonus')
    .select(['rule.title', 'rule.titles'])
    .where('rewards.bonus.player_id', '=', playerId)
    .orderBy('rewards.bonus.id', 'desc')
    .limit(100)
    .execute()
}

export async function findLastTransferId(db: Db, playerId: string): Promise<bigint> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(id) as last from ledger.transfers where player_id = ${playerId}`.execute(db)
  return rows[0]?.last ?? 0n
}

/** A player's net loss in a period; negative if they won. Open rounds do not count. */
export async function sumLost(db: Db, playerId: string, from: Date, until: Date): Promise<bigint> {
  const { rows } = await sql<{ lost: string }>`
    select coalesce(sum(stake_minor - returned_minor - payout_minor), 0)::text as lost from gateway.game_round_in_order
    where player_id = ${playerId} and id >= ${smallestIdAt('rnd', from)} and open_bets = 0 and started_at >= ${from} and started_at < ${until}`.execute(
    db,
  )
  return BigInt(required(rows[0], 'sum of the rounds').lost)
}

/** Device of a session. */
export async function deviceOf(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts.sessions')
    .select('device_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.device_id ?? null
}

/** Active bonuses with new stakes or past their time. */
export async function bonusesDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from rewards.bonus where state = 'active' and (expires_at <= ${now} or exists (
      select from ledger.transfers transfer
      where transfer.player_id = bonus.player_id and transfer.id > bonus.counted_to and transfer.credit like 'gaming_result:%'))
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Updates an active bonus; undefined if it has ended meanwhile. */
export function changeActive(tx: Tx, id: string, change: Partial<Omit<BonusRow, 'id' | 'rule_id' | 'player_id'>>) {
  return tx
    .updateTable('rewards.bonus')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returningAll()
    .executeTakeFirst()
}

/** Locks the bonus that was given for a cause. */
export function lockBonusOf(tx: Tx, playerId: string, cause: string): Promise<BonusRow | undefined> {
  return tx
    .selectFrom('rewards.bonus')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('cause', '=', cause)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes the player's bets wait until the transaction ends. */
export async function lockAccounts(tx: Tx, playerId: string) {
  await sql`select ledger.lock_players(array[${playerId}])`.execute(tx)
}
