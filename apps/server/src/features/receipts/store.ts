import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { openTilesOf, type TileHashes } from './append-hashes.ts'
import type { ChainedEntry } from './chain-entries.ts'
import type { AccountRow } from './tables.ts'

const hashBytes = 32

/** The last entry of each of these accounts that has one. */
export async function readAccounts(db: Db, playerIds: string[]): Promise<Map<string, AccountRow>> {
  const rows = await db.selectFrom('receipts.account').selectAll().where('player_id', 'in', playerIds).execute()
  return new Map(rows.map((row) => [row.player_id, row]))
}

/** The tiles at the end of a log of a size that are not full. */
export async function readOpenTiles(db: Db, size: number): Promise<TileHashes[]> {
  const tiles: TileHashes[] = []
  for (const { level, index } of openTilesOf(size)) {
    const { hashes } = await db
      .selectFrom('receipts.tile')
      .select('hashes')
      .where('level', '=', level)
      .where('index', '=', BigInt(index))
      .executeTakeFirstOrThrow()
    tiles.push({ level, index, hashes: hashesOf(hashes) })
  }
  return tiles
}

/** Writes tiles that are new or have grown. */
export async function writeTiles(tx: Tx, tiles: readonly TileHashes[]) {
  await tx
    .insertInto('receipts.tile')
    .values(tiles.map(({ level, index, hashes }) => ({ level, index: BigInt(index), hashes: Buffer.concat(hashes) })))
    .onConflict((conflict) =>
      conflict.columns(['level', 'index']).doUpdateSet((row) => ({ hashes: row.ref('excluded.hashes') })),
    )
    .execute()
}

/** Writes entries from an index of the log on, with their salts and the new state of their accounts. */
export async function writeEntries(
  tx: Tx,
  size: number,
  entries: readonly ChainedEntry[],
  accounts: ReadonlyMap<string, AccountRow>,
) {
  const leaves = entries.map((_, at) => BigInt(size + at))
  const column = <Value>(valueOf: (entry: ChainedEntry) => Value) => entries.map(valueOf)
  await sql`
    insert into receipts.entry (leaf, posting_id, player_id, number, at, commitment)
    select * from unnest(${leaves}::bigint[], ${column((entry) => entry.posting_id)}::bigint[],
      ${column(({ account }) => account.player_id)}::text[], ${column(({ account }) => account.number)}::bigint[],
      ${column(({ account }) => account.at.toJSON())}::timestamptz[], ${column(({ account }) => account.commitment)}::bytea[])`.execute(
    tx,
  )
  await sql`insert into receipts.salt (leaf, salt) select * from unnest(${leaves}::bigint[], ${column((entry) => entry.salt)}::bytea[])`.execute(
    tx,
  )
  await tx
    .insertInto('receipts.account')
    .values([...accounts.values()])
    .onConflict((conflict) =>
      conflict.column('player_id').doUpdateSet((row) => ({
        number: row.ref('excluded.number'),
        at: row.ref('excluded.at'),
        commitment: row.ref('excluded.commitment'),
        cash_minor: row.ref('excluded.cash_minor'),
        bonus_minor: row.ref('excluded.bonus_minor'),
        hold_minor: row.ref('excluded.hold_minor'),
        in_play_minor: row.ref('excluded.in_play_minor'),
      })),
    )
    .execute()
}

function hashesOf(bytes: Buffer): Uint8Array[] {
  const count = bytes.length / hashBytes
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes))
}
