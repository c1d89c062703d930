import type { addBlock, BlockKind } from '@dhow/contract/blocklists'
import type { BodyOf } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { entryReplies } from './list-entries.ts'
import type { BlocklistParts } from './parts.ts'
import { endOfDay, readValue } from './rules.ts'
import { insertEntries, rowOf, valueInFull } from './store.ts'
import type { EntryRow } from './tables.ts'

/** @throws Refusal `block_exists`, `not_found` for an unknown id, `invalid_fields` */
export async function addEntry(parts: BlocklistParts, by: StaffSession, body: BodyOf<typeof addBlock>) {
  const { db, clock } = parts.platform
  const now = clock.now()
  const until = body.until === undefined ? null : endOfDay(body.until, now)
  if (until === undefined) throw fieldRefusal('invalid_fields', 'until', operatorText('block_until_rule', {}))
  const blocked = readValue(parts, body.kind, await typedValue(parts, body))
  if ('fault' in blocked) throw fieldRefusal('invalid_fields', 'value', blocked.fault)
  const row = rowOf(parts, { blocked, reason: body.reason, until }, { operatorId: by.operatorId, uploadId: null })
  await db.transaction(async (tx) => {
    if ((await insertEntries(tx, [row], now)) === 0) throw new Refusal('block_exists')
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'blocklist.add',
      subject: row.id,
      text: `Blocked the ${row.kind} ${row.shown}: ${row.reason}`,
      before: null,
      after: { kind: row.kind, until: until?.toISOString() ?? null },
    })
  })
  return replyOf(parts, row.id)
}

/** The value, or that of the player, payout account or session given by id. @throws Refusal `not_found` */
async function typedValue(parts: BlocklistParts, { kind, value }: BodyOf<typeof addBlock>): Promise<string> {
  const named = namedBy[kind]
  if (!named || !value.startsWith(`${named.prefix}_`)) return value
  const found = await named.read(parts, value)
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** Kinds whose value may be given by the id of a record that has it. */
const namedBy: Partial<
  Record<BlockKind, { prefix: string; read: (parts: BlocklistParts, id: string) => Promise<string | undefined> }>
> = {
  mobile: { prefix: 'ply', read: async ({ accounts }, id) => (await accounts.findPlayer(id))?.mobile },
  payout: { prefix: 'pay', read: ({ payoutNumberOf }, id) => payoutNumberOf(id) },
  device: { prefix: 'ses', read: ({ accounts }, id) => accounts.sessions.deviceOf(id) },
}

/** @throws Refusal `not_found`, `block_ended` */
export async function removeEntry(parts: BlocklistParts, entryId: string, by: StaffSession, reason: string) {
  const { db, clock } = parts.platform
  await db.transaction(async (tx) => {
    const removed = await tx
      .updateTable('blocklists.entry')
      .set({ removed_at: clock.now(), removed_by: by.operatorId, removed_reason: reason })
      .where('id', '=', entryId)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw new Refusal((await findEntry(tx, entryId)) ? 'block_ended' : 'not_found')
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'blocklist.remove',
      subject: entryId,
      text: `Ended the block of the ${removed.kind} ${removed.shown}: ${reason}`,
      before: { kind: removed.kind, until: removed.until_at?.toISOString() ?? null },
      after: null,
    })
  })
  return replyOf(parts, entryId)
}

/** Shows a value in full to an operator who gives a reason. @throws Refusal `not_found` */
export async function revealEntry(parts: BlocklistParts, entryId: string, by: StaffSession, reason: string) {
  const row = await findEntry(parts.platform.db.kysely, entryId)
  if (!row) throw new Refusal('not_found')
  await parts.platform.db.transaction((tx) =>
    parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'blocklist.reveal',
      subject: entryId,
      text: `Looked at the blocked ${row.kind} ${row.shown}: ${reason}`,
      before: null,
      after: null,
    }),
  )
  return valueInFull(parts, row)
}

const findEntry = (reader: Db, entryId: string): Promise<EntryRow | undefined> =>
  reader.selectFrom('blocklists.entry').selectAll().where('id', '=', entryId).executeTakeFirst()

async function replyOf(parts: BlocklistParts, entryId: string) {
  const row = required(await findEntry(parts.platform.db.kysely, entryId), `block ${entryId}`)
  return required((await entryReplies(parts, [row]))[0], `block ${entryId}`)
}
