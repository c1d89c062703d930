import type { ListedNotice, NoticeDelivery, noticeStates } from '@dhow/contract/notices'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countRaised, listRaised } from '../alarms/index.ts'
import type { NoticeParts } from './parts.ts'

const noticesPerPage = 30
const deliveriesPerPage = 50
const maxUnread = 100

/** Notices, newest first, each with its sendings; those of removed rules are omitted. */
export async function listNotices({ platform: { db } }: NoticeParts, by: StaffSession, before: string | undefined) {
  const { kysely } = db
  const found = await listRaised(kysely, { before, limit: noticesPerPage + 1 })
  const { rows, nextCursor } = pageOf(found, noticesPerPage)
  const [rules, upTo, sent] = await Promise.all([
    kysely.selectFrom('notices.rule').select(['id', 'name', 'kind']).execute(),
    readUpTo(kysely, by.operatorId),
    deliveriesAbout(
      kysely,
      rows.map((row) => row.id),
    ),
  ])
  const notices = rows.flatMap((row): ListedNotice[] => {
    const rule = rules.find(({ id }) => id === row.ruleId)
    if (!rule) return []
    return [
      {
        id: row.id,
        ...{ rule: rule.name, kind: rule.kind, text: row.words },
        about: /^(wd|hlp)_/.test(row.subject) ? row.subject : null,
        since: row.opened_at.toISOString(),
        cleared_at: row.cleared_at?.toISOString() ?? null,
        is_new: row.id > upTo,
        deliveries: sent.filter(({ about_id: about }) => about === row.id).map(deliveryReply),
      },
    ]
  })
  return { notices, next_cursor: nextCursor }
}

/** Number of notices that an operator has not read, at most a hundred. */
export async function countUnread({ platform: { db } }: NoticeParts, by: StaffSession): Promise<number> {
  return countRaised(db.kysely, await readUpTo(db.kysely, by.operatorId), maxUnread)
}

/** Stores up to where an operator has read; never moves back. */
export async function markRead({ platform: { db } }: NoticeParts, by: StaffSession, upTo: string): Promise<void> {
  await db.kysely
    .insertInto('notices.reader')
    .values({ operator_id: by.operatorId, up_to: upTo })
    .onConflict((conflict) =>
      conflict.column('operator_id').doUpdateSet({ up_to: upTo }).where('notices.reader.up_to', '<', upTo),
    )
    .execute()
}

async function readUpTo(db: Db, operatorId: string): Promise<string> {
  const row = await db
    .selectFrom('notices.reader')
    .select('up_to')
    .where('operator_id', '=', operatorId)
    .executeTakeFirst()
  return row?.up_to ?? ''
}

/** Sendings to the channels, newest first. */
export async function listDeliveries(
  { platform: { db } }: NoticeParts,
  { state, cursor }: { state?: (typeof noticeStates)[number] | undefined; cursor?: string | undefined },
) {
  let query = deliveries(db.kysely)
    .orderBy('delivery.id', 'desc')
    .limit(deliveriesPerPage + 1)
  if (state) query = query.where('delivery.state', '=', state)
  if (cursor !== undefined) query = query.where('delivery.id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), deliveriesPerPage)
  return { deliveries: rows.map(deliveryReply), next_cursor: nextCursor }
}

/** Sendings about these subjects, oldest first. */
export async function deliveriesAbout(db: Db, aboutIds: readonly string[]) {
  if (aboutIds.length === 0) return []
  return deliveries(db).where('delivery.about_id', 'in', aboutIds).orderBy('delivery.id').execute()
}

const deliveries = (db: Db) =>
  db
    .selectFrom('notices.delivery as delivery')
    .innerJoin('notices.channel as channel', 'channel.id', 'delivery.channel_id')
    .select(['delivery.id', 'delivery.about_id', 'delivery.step', 'delivery.title', 'delivery.state'])
    .select(['delivery.tries', 'delivery.created_at', 'delivery.next_at', 'delivery.sent_at', 'delivery.failure'])
    .select(['channel.id as channel_id', 'channel.name as channel_name', 'channel.kind as channel_kind'])
    .select('channel.removed_at as channel_removed_at')

type Row = Awaited<ReturnType<typeof deliveriesAbout>>[number]

export const deliveryReply = (row: Row): NoticeDelivery => ({
  id: row.id,
  channel: {
    ...{ id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    removed: row.channel_removed_at !== null,
  },
  ...{ step: row.step, title: row.title, state: row.state, tries: row.tries },
  created_at: row.created_at.toISOString(),
  next_at: row.next_at?.toISOString() ?? null,
  sent_at: row.sent_at?.toISOString() ?? null,
  failure: row.failure,
})

/** Makes a failed sending due again, for another day. @throws Refusal `not_found`, `notice_not_failed`, `notice_channel_removed` */
export async function retryDelivery({ platform, staff }: NoticeParts, by: StaffSession, deliveryId: string) {
  const { db, clock } = platform
  const now = clock.now()
  await db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('notices.delivery')
      .select(['state', 'title', 'tries', 'channel_id'])
      .where('id', '=', deliveryId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    const channel = await tx
      .selectFrom('notices.channel')
      .select('removed_at')
      .where('id', '=', row.channel_id)
      .executeTakeFirstOrThrow()
    if (channel.removed_at !== null) throw new Refusal('notice_channel_removed')
    if (row.state !== 'failed') throw new Refusal('notice_not_failed')
    await tx
      .updateTable('notices.delivery')
      .set({ state: 'waiting', next_at: now, tried_from: now, ended_at: null })
      .where('id', '=', deliveryId)
      .execute()
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'notice.retry',
      subject: deliveryId,
      text: `Sent “${row.title}” again`,
      before: { state: row.state, tries: row.tries },
      after: null,
    })
  })
  const row = await deliveries(db.kysely).where('delivery.id', '=', deliveryId).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return deliveryReply(row)
}
