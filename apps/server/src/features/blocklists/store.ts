import type { ExpressionBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { BlocklistParts } from './parts.ts'
import { maskValue, type BlockedValue } from './rules.ts'
import type { EntryRow } from './tables.ts'

const use = 'blocklist'

/** Keyed hash to look a value up. */
export const macOf = ({ secrets }: Pick<BlocklistParts, 'secrets'>, { kind, value }: BlockedValue) =>
  secrets.mac(use, `${kind}:${value}`)

export const valueInFull = ({ secrets }: Pick<BlocklistParts, 'secrets'>, row: EntryRow) =>
  secrets.open(use, Buffer.from(row.value_sealed))

export interface NewEntry {
  blocked: BlockedValue
  reason: string
  until: Date | null
}

/** A row of an entry before it is written. */
export function rowOf(
  parts: BlocklistParts,
  { blocked, reason, until }: NewEntry,
  by: { operatorId: string; uploadId: string | null },
): EntryRow {
  return {
    id: parts.platform.id('blk'),
    kind: blocked.kind,
    value_mac: macOf(parts, blocked),
    value_sealed: parts.secrets.seal(use, blocked.value),
    shown: maskValue(blocked),
    payer_norm: blocked.kind === 'payer' ? blocked.value : null,
    reason,
    upload_id: by.uploadId,
    added_by: by.operatorId,
    added_at: parts.platform.clock.now(),
    until_at: until,
    removed_by: null,
    removed_at: null,
    removed_reason: null,
  }
}

const macsAtOnce = 1_000

/** Restricts to entries active at an instant: neither ended nor expired. */
export const isActiveAt = (now: Date) => (eb: ExpressionBuilder<Tables, 'blocklists.entry'>) =>
  eb.and([eb('removed_at', 'is', null), eb.or([eb('until_at', 'is', null), eb('until_at', '>', now)])])

/** Entries of these values active at an instant, by their MAC in hexadecimal. */
export async function findActiveEntries(
  reader: Db,
  macs: readonly Buffer[],
  now: Date,
): Promise<Map<string, EntryRow>> {
  const found = new Map<string, EntryRow>()
  for (let start = 0; start < macs.length; start += macsAtOnce) {
    const rows = await reader
      .selectFrom('blocklists.entry')
      .selectAll()
      .where('value_mac', 'in', macs.slice(start, start + macsAtOnce))
      .where(isActiveAt(now))
      .execute()
    for (const row of rows) found.set(hexOf(row.value_mac), row)
  }
  return found
}

export const hexOf = (mac: Buffer) => Buffer.from(mac).toString('hex')

/** Writes entries; returns how many. Expired ones do not prevent a new one of the same value. */
export async function insertEntries(tx: Tx, rows: readonly EntryRow[], now: Date): Promise<number> {
  let added = 0
  for (let start = 0; start < rows.length; start += macsAtOnce) {
    const some = rows.slice(start, start + macsAtOnce)
    await tx
      .updateTable('blocklists.entry')
      .set((eb) => ({ removed_at: eb.ref('until_at'), removed_by: eb.ref('added_by'), removed_reason: 'It ended.' }))
      .where(
        'value_mac',
        'in',
        some.map((row) => row.value_mac),
      )
      .where('removed_at', 'is', null)
      .where('until_at', '<=', now)
      .execute()
    const written = await tx
      .insertInto('blocklists.entry')
      .values([...some])
      .onConflict((conflict) => conflict.column('value_mac').where('removed_at', 'is', null).doNothing())
      .executeTakeFirst()
    added += Number(written.numInsertedOrUpdatedRows ?? 0n)
  }
  return added
}

/** Active entries of each kind. */
export async function countRunning(reader: Db, now: Date) {
  const rows = await reader
    .selectFrom('blocklists.entry')
    .select((eb) => ['kind', eb.fn.countAll<bigint>().as('count')])
    .where(isActiveAt(now))
    .groupBy('kind')
    .execute()
  const of = (kind: EntryRow['kind']) => Number(rows.find((row) => row.kind === kind)?.count ?? 0n)
  return { mobile: of('mobile'), payout: of('payout'), payer: of('payer'), device: of('device') }
}
