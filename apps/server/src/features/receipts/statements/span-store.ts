import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { PlayerPosting } from '../chain-entries.ts'

/** Range of a period in a player's postings, by id. */
export interface SpanOfPostings {
  /** Last posting before the period. */
  before: bigint | null
  /** Last posting in the period. */
  last: bigint | null
}

/**
 * Finds the range of a period in a player's postings. An entry's time is never before that of the previous entry, so
 * the period begins with the first posting in it or later. Reads all of the player's postings.
 */
export async function findSpan(db: Db, playerId: string, from: Date, to: Date): Promise<SpanOfPostings> {
  const { rows } = await sql<SpanOfPostings>`
    with own as materialized (
      select posting.id, posting.happened_at
      from (select distinct posting_id from ledger.transfers where player_id = ${playerId}) as moved
      join ledger.postings posting on posting.id = moved.posting_id
    ), bounds as (
      select min(id) filter (where happened_at >= ${from}) as first, min(id) filter (where happened_at >= ${to}) as ended from own
    )
    select max(own.id) filter (where bounds.first is null or own.id < bounds.first) as before,
      max(own.id) filter (where bounds.ended is null or own.id < bounds.ended) as last
    from own cross join bounds`.execute(db)
  return rows[0] ?? { before: null, last: null }
}

/** Number of a player's postings after one up to another; stops counting above a limit. */
export async function countPostings(
  db: Db,
  playerId: string,
  after: bigint,
  to: bigint,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select distinct posting_id from ledger.transfers
      where player_id = ${playerId} and posting_id > ${after} and posting_id <= ${to} limit ${limit + 1}
    ) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** A posting with the salt of its entry. */
export type SaltedPosting = PlayerPosting & { salt: Buffer }

/** The first of a player's postings after one up to another, all of which have entries; in order. */
export async function readSaltedPostings(
  db: Db,
  playerId: string,
  { after, to, most }: { after: bigint; to: bigint; most: number },
): Promise<SaltedPosting[]> {
  const { rows } = await sql<SaltedPosting>`
    select posting.id, posting.key, posting.reason, posting.player_id, posting.currency, posting.happened_at,
      posting.cash_after, posting.bonus_after, posting.hold_after, posting.in_play_after,
      substring(salt.salts from (place.at - 1) * 32 + 1 for 32) as salt
    from (
      select distinct posting_id from ledger.transfers
      where player_id = ${playerId} and posting_id > ${after} and posting_id <= ${to} order by posting_id limit ${most}
    ) as moved
    join ledger.postings posting on posting.id = moved.posting_id
    cross join lateral (
      select first_leaf, posting_ids from receipts.batch where log = 'players' and first_posting <= posting.id order by first_posting desc limit 1
    ) as batch
    cross join lateral (select array_position(batch.posting_ids, posting.id) as at) as place
    join receipts.salt salt on salt.log = 'players' and salt.first_leaf = batch.first_leaf
    order by posting.id`.execute(db)
  return rows
}

/**
 * Last posting of a page of a player's entries: at most this many after one posting up to another, all in the log.
 * Undefined if there are none.
 */
export async function lastOfPage(
  db: Db,
  playerId: string,
  { after, to, most }: { after: bigint; to: bigint; most: number },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(posting_id) as last from (
      select distinct posting_id from ledger.transfers
      where player_id = ${playerId} and posting_id > ${after}
        and posting_id <= least(${to}, (select posting_id from receipts.log where name = 'players')) order by posting_id limit ${most}
    ) as page`.execute(db)
  return rows[0]?.last ?? undefined
}
