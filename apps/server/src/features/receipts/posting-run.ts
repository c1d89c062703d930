import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import type { EntrySource } from './chain-entries.ts'

/** A posting as the source of its entry, with its time in milliseconds since 1970. */
export interface RunPosting extends EntrySource<string> {
  atMs: number
}

/**
 * Players' postings by id. Thousands are read as lists and parsed one by one: an object and a date per row took longer
 * than the hashes, and the garbage collector pays for objects that live as long as the batch.
 */
export interface PostingRun {
  count: number
  playerIds: readonly string[]
  /** All ids, separated by commas. */
  ids: string
  lastId: bigint
  /** Parses the next posting of the run. */
  next(): RunPosting
}

interface RunRow {
  ids: string | null
  last_id: bigint | null
  /**
   * Times, reasons, currencies and amounts, each followed by a comma. Reasons and currencies are the ledger's own
   * words.
   */
  fields: string | null
  keys: string[] | null
  player_ids: string[] | null
}

/** Ids scanned per posting of a run. Some are house postings, and some belong to rolled-back transactions. */
const idsAPosting = 2n

/**
 * The first players' postings after one id up to another, at most this many. It scans a bounded id range: with only a
 * limit, a planner without fresh statistics sorts the whole rest, so that a log far behind became ever slower.
 */
export async function readPostingRun(db: Db, after: bigint, to: bigint, most: number): Promise<PostingRun> {
  const end = after + idsAPosting * BigInt(most)
  const run = await readSpan(db, after, end < to ? end : to, most)
  if (run.count > 0 || end >= to) return run
  const { rows } = await sql<{ next: bigint | null }>`
    select min(id) as next from ledger.postings where id > ${end} and id <= ${to} and player_id is not null`.execute(db)
  const next = rows[0]?.next ?? undefined
  return next === undefined ? run : readPostingRun(db, next - 1n, to, most)
}

async function readSpan(db: Db, after: bigint, to: bigint, most: number): Promise<PostingRun> {
  const { rows } = await sql<RunRow>`
    select string_agg(id::text, ',') as ids, max(id) as last_id, json_agg(key) as keys, json_agg(player_id) as player_ids,
      string_agg(concat_ws(',', id, round(date_part('epoch', happened_at) * 1000)::bigint, reason, currency,
        cash_after, bonus_after, hold_after, in_play_after, ''), '') as fields
    from (
      select * from ledger.postings where id > ${after} and id <= ${to} and player_id is not null order by id limit ${most}
    ) as next`.execute(db)
  const { ids, last_id: lastId, fields, keys, player_ids: playerIds } = required(rows[0], 'the row of a count')
  return {
    count: keys?.length ?? 0,
    ids: ids ?? '',
    lastId: lastId ?? after,
    playerIds: playerIds ?? [],
    next: takeFrom(fields ?? '', keys ?? [], playerIds ?? []),
  }
}

function takeFrom(fields: string, keys: readonly string[], playerIds: readonly string[]): () => RunPosting {
  let [taken, from] = [0, 0]
  const field = () => {
    const end = fields.indexOf(',', from)
    if (end < 0) throw new Error(`posting ${taken} of a run lacks a field`)
    const text = fields.slice(from, end)
    from = end + 1
    return text
  }
  return () => {
    const [key, playerId] = [keys[taken], playerIds[taken]]
    if (key === undefined || playerId === undefined) throw new Error(`a run has no posting ${taken}`)
    taken++
    return {
      id: field(),
      atMs: Number(field()),
      key,
      player_id: playerId,
      reason: field(),
      currency: field(),
      cash_after: field(),
      bonus_after: field(),
      hold_after: field(),
      in_play_after: field(),
    }
  }
}
