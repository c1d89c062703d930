import { blockKinds, type BlockKind, type blockEntries } from '@dhow/contract/blocklists'
import type { QueryOf } from '@dhow/contract/operation'
import { formatCsv } from '../../platform/csv.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BlocklistParts } from './parts.ts'
import { valueOf } from './rules.ts'
import { countRunning, macOf, isActiveAt, valueInFull } from './store.ts'
import type { EntryRow } from './tables.ts'

const pageSize = 50

/** Entries for operators, with the names of those who added and ended them. */
export async function entryReplies({ platform: { db, clock } }: BlocklistParts, rows: readonly EntryRow[]) {
  const ids = [...new Set(rows.flatMap((row) => [row.added_by, row.removed_by ?? row.added_by]))]
  const operators =
    ids.length === 0
      ? []
      : await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).where('id', 'in', ids).execute()
  const nameOf = (id: string | null) => operators.find((one) => one.id === id)?.name ?? null
  const now = clock.now()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    value: row.shown,
    reason: row.reason,
    by: nameOf(row.added_by),
    at: row.added_at.toISOString(),
    until: row.until_at?.toISOString() ?? null,
    removed:
      row.removed_at === null
        ? null
        : { by: nameOf(row.removed_by), at: row.removed_at.toISOString(), reason: row.removed_reason ?? '' },
    is_running: row.removed_at === null && (row.until_at === null || row.until_at > now),
  }))
}

/** Entries, newest first; a search finds only one exact value, because values are found by their hash. */
export async function listEntries(parts: BlocklistParts, query: QueryOf<typeof blockEntries>) {
  const { db, clock } = parts.platform
  const now = clock.now()
  let rows = db.kysely
    .selectFrom('blocklists.entry')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (query.kind !== undefined) rows = rows.where('kind', '=', query.kind)
  if (query.cursor !== undefined) rows = rows.where('id', '<', query.cursor)
  if (query.q !== undefined && query.q.trim() !== '') {
    const macs = macsOf(parts, query.kind === undefined ? blockKinds : [query.kind], query.q)
    rows = rows.where((eb) => (macs.length === 0 ? eb.lit(false) : eb('value_mac', 'in', macs)))
  }
  rows =
    query.ended === 'yes'
      ? rows.where((eb) => eb.or([eb('removed_at', 'is not', null), eb('until_at', '<=', now)]))
      : rows.where(isActiveAt(now))
  const page = pageOf(await rows.execute(), pageSize)
  return {
    entries: await entryReplies(parts, page.rows),
    next_cursor: page.nextCursor,
    counts: await countRunning(db.kysely, now),
  }
}

const macsOf = (parts: BlocklistParts, kinds: readonly BlockKind[], text: string) =>
  kinds.flatMap((kind) => {
    const value = valueOf(parts, kind, text)
    return value ? [macOf(parts, value)] : []
  })

/**
 * Active entries as a file that can be uploaded again: masked, or in full with a reason for the audit trail.
 * @throws Refusal `staff_forbidden` if an operator who may not see full numbers gives a reason
 */
export async function entriesFile(
  parts: BlocklistParts,
  by: StaffSession,
  { kind, reason }: { kind?: BlockKind | undefined; reason?: string | undefined },
): Promise<string> {
  const { db, clock } = parts.platform
  if (reason !== undefined && !by.permissions.has('players.see_identity')) throw new Refusal('staff_forbidden')
  const now = clock.now()
  let query = db.kysely.selectFrom('blocklists.entry').selectAll().where(isActiveAt(now)).orderBy('id')
  if (kind !== undefined) query = query.where('kind', '=', kind)
  const rows = await query.execute()
  if (reason !== undefined)
    await db.transaction((tx) =>
      parts.staff.audit(tx, {
        operatorId: by.operatorId,
        action: 'blocklist.download',
        subject: 'blocklists',
        text: `Downloaded ${rows.length} entries of the blocklists in full: ${reason}`,
        before: null,
        after: { kind: kind ?? null },
      }),
    )
  return formatCsv([
    ['kind', 'value', 'reason', 'until'],
    ...rows.map((row) => [
      row.kind,
      reason === undefined ? row.shown : valueInFull(parts, row),
      row.reason,
      // Last day of the block: it ends at the midnight after.
      row.until_at === null ? '' : new Date(row.until_at.getTime() - 1).toISOString().slice(0, 10),
    ]),
  ])
}
