import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { recordCommitment } from './records.ts'
import type { LogName } from './logs.ts'
import { openTilesOf, type TileHashes } from './append-hashes.ts'
import type { AccountState, ChainedEntries, PlayerPosting } from './chain-entries.ts'

const hashBytes = 32

interface LastEntry {
  player_id: string
  number: bigint
  at_ms: bigint
  commitment: Buffer
  cash_after: bigint
  bonus_after: bigint
  hold_after: bigint
  in_play_after: bigint
}

/** These accounts after their last posting up to an id, all of which have entries; without accounts that have none. */
export async function readAccounts(db: Db, playerIds: string[], to: bigint): Promise<Map<string, AccountState>> {
  if (playerIds.length === 0) return new Map()
  const { rows } = await sql<LastEntry>`
    select player.id as player_id, batch.numbers[place.at] as number, batch.times_ms[place.at] as at_ms,
      substring(batch.commitments from (place.at - 1) * 32 + 1 for 32) as commitment,
      posting.cash_after, posting.bonus_after, posting.hold_after, posting.in_play_after
    from unnest(${playerIds}::text[]) as player (id)
    cross join lateral (
      select posting_id from ledger.transfers where player_id = player.id and posting_id <= ${to} order by id desc limit 1
    ) as last
    join ledger.postings posting on posting.id = last.posting_id
    cross join lateral (
      select * from receipts.batch where log = 'players' and first_posting <= last.posting_id order by first_posting desc limit 1
    ) as batch
    cross join lateral (select array_position(batch.posting_ids, last.posting_id) as at) as place`.execute(db)
  return new Map(rows.map((row) => [row.player_id, stateOf(row)]))
}

const stateOf = (row: LastEntry): AccountState => ({
  number: Number(row.number),
  atMs: Number(row.at_ms),
  commitment: row.commitment.toString('hex'),
  after: { cash: row.cash_after, bonus: row.bonus_after, hold: row.hold_after, inPlay: row.in_play_after },
})

/** Partial tiles at the end of a log of a size. */
export async function readOpenTiles(db: Db, log: LogName, size: number): Promise<TileHashes[]> {
  const tiles: TileHashes[] = []
  for (const { level, index } of openTilesOf(size)) {
    const { hashes } = await db
      .selectFrom('receipts.tile')
      .select('hashes')
      .where('log', '=', log)
      .where('level', '=', level)
      .where('index', '=', BigInt(index))
      .executeTakeFirstOrThrow()
    tiles.push({ level, index, hashes })
  }
  return tiles
}

/** Writes new or grown tiles. */
export async function writeTiles(tx: Tx, log: LogName, tiles: readonly TileHashes[]) {
  await tx
    .insertInto('receipts.tile')
    .values(tiles.map(({ level, index, hashes }) => ({ log, level, index: BigInt(index), hashes })))
    .onConflict((conflict) =>
      conflict.columns(['log', 'level', 'index']).doUpdateSet((row) => ({ hashes: row.ref('excluded.hashes') })),
    )
    .execute()
}

/** Writes a batch of entries from an index of the log on, with their salts. */
export async function writeBatch(tx: Tx, log: LogName, firstLeaf: number, entries: ChainedEntries) {
  // A list as one text: a parameter per value would take longer than the insert.
  const list = (values: readonly number[]) => `{${values.join(',')}}`
  const { sourceIds, numbers, timesMs, commitments, salts } = entries
  await sql`
    insert into receipts.batch (log, first_leaf, first_posting, posting_ids, numbers, times_ms, commitments)
    values (${log}, ${firstLeaf}, ${sourceIds.split(',', 1)[0]}, ${`{${sourceIds}}`}::bigint[], ${list(numbers)}::bigint[],
      ${list(timesMs)}::bigint[], ${commitments})`.execute(tx)
  await sql`insert into receipts.salt (log, first_leaf, salts) values (${log}, ${firstLeaf}, ${salts})`.execute(tx)
}

/** Commitments of the entries from one log index up to, not including, another; fewer at the end of the log. */
export async function readCommitments(db: Db, log: LogName, from: bigint, to: bigint): Promise<Uint8Array[]> {
  const { rows } = await sql<{ first_leaf: bigint; commitments: Buffer }>`
    select first_leaf, commitments from receipts.batch
    where log = ${log} and first_leaf < ${to}
      and first_leaf >= coalesce((select max(first_leaf) from receipts.batch where log = ${log} and first_leaf <= ${from}), 0)
    order by first_leaf`.execute(db)
  const records = log === 'players' ? await readRecords(db, from, to) : []
  const runs = [
    ...rows.map(({ first_leaf, commitments }) => ({ first: Number(first_leaf), hashes: hashesOf(commitments) })),
    ...records.map(({ leaf, text }) => ({ first: Number(leaf), hashes: [recordCommitment(text)] })),
  ]
  return runs
    .toSorted((one, other) => one.first - other.first)
    .flatMap(({ first, hashes }) => hashes.slice(Math.max(0, Number(from) - first), Number(to) - first))
}

/** Records in the players' log from one index up to, not including, another. */
const readRecords = (db: Db, from: bigint, to: bigint) =>
  db.selectFrom('receipts.record').select(['leaf', 'text']).where('leaf', '>=', from).where('leaf', '<', to).execute()

function hashesOf(bytes: Buffer): Uint8Array[] {
  const count = bytes.length / hashBytes
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes))
}

/** A posting of a player. */
export async function readPosting(db: Db, id: bigint, playerId: string): Promise<PlayerPosting | undefined> {
  const { rows } = await sql<PlayerPosting>`
    select id, key, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after from ledger.postings
    where id = ${id} and player_id = ${playerId}`.execute(db)
  return rows[0]
}

/** The log's entry of a posting, if it has one. */
export const readLoggedEntry = (db: Db, postingId: bigint) => readLogged(db, 'players', postingId)

/** The log's entry of the audit trail's seal at a position. */
export const readLoggedSeal = (db: Db, position: bigint) => readLogged(db, 'staff', position)

async function readLogged(db: Db, log: LogName, sourceId: bigint) {
  const { rows } = await sql<{ leaf: bigint; at_ms: bigint; commitment: string; salt: Buffer }>`
    select batch.first_leaf + place.at - 1 as leaf, batch.times_ms[place.at] as at_ms,
      encode(substring(batch.commitments from (place.at - 1) * 32 + 1 for 32), 'hex') as commitment,
      substring(salt.salts from (place.at - 1) * 32 + 1 for 32) as salt
    from (select * from receipts.batch where log = ${log} and first_posting <= ${sourceId} order by first_posting desc limit 1) as batch
    cross join lateral (select array_position(batch.posting_ids, ${sourceId}::bigint) as at) as place
    join receipts.salt salt on salt.log = batch.log and salt.first_leaf = batch.first_leaf`.execute(db)
  const row = required(rows[0], `entry of ${sourceId} in the log of ${log}`)
  return { leaf: Number(row.leaf), atMs: Number(row.at_ms), commitment: row.commitment, salt: row.salt }
}

/** The first sizes after one up to another at which the log had a head, in order; the last one always is a head's. */
export async function readSizes(
  db: Db,
  log: LogName,
  { after, to, most }: { after: number; to: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ size: bigint }>`
    select size from (
      select first_leaf as size from receipts.batch where log = ${log}
      union select leaf from receipts.record where leaf is not null and ${log} = 'players' union select ${to}::bigint
    ) as sizes where size > ${after} and size <= ${to} order by size limit ${most}`.execute(db)
  return rows.map(({ size }) => Number(size))
}
