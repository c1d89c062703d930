import type { ContentItem, publishContent } from '@dhow/contract/content-editing'
import { standardWording } from '@dhow/contract/message-wording-rules'
import type { BodyOf } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { factOf } from '../approvals/index.ts'
import { changeConflict } from './edit-draft.ts'
import type { ContentParts } from './parts.ts'
import { itemReply } from './replies.ts'
import { findLatestBegun, hashOf, hasEnded, findMissingFields } from './rules.ts'
import { findItem, lockItem, listVersions } from './store.ts'
import type { ItemRow, VersionRow } from './tables.ts'
import { isGrave, refuseWording, wordedBy } from './wordings.ts'

interface Publication {
  itemId: string
  revision: number
  from: string | null
  until: string | null
  binding: boolean
  reason: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    content_publish: Publication
  }
}

const isTerms = ({ kind, name }: ItemRow) => kind === 'page' && name === 'terms'
/** Terms bind players, and they rely on messages about money, sign-in and limits, so two people publish them. */
const needsTwo = (item: ItemRow) => isTerms(item) || isGrave(item)

export function registerPublish(parts: ContentParts) {
  parts.approvals.changes.register('content_publish', {
    title: operatorText('change_content', {}),
    needs: 'content.publish',
    apply: async (tx, by, publication) => {
      const item = await lockItem(tx, publication.itemId)
      const draft = await draftOf(tx, item.id)
      // The second person confirms the proposed text, not a later one.
      if (draft?.revision !== publication.revision) throw new Refusal('detail_changed')
      await publishDraft(parts, tx, { item, draft, publication, by })
    },
  })
}

const draftOf = async (tx: Tx, itemId: string) =>
  (await listVersions(tx, itemId)).find(({ live_from: from }) => from === null)

/**
 * Publishes the draft now or later; terms and messages about money, sign-in or limits wait for a second person.
 * @throws Refusal `not_found`, `content_no_draft`, `content_changed`, `content_incomplete`, `content_wording`,
 * `content_past`, `change_waits`
 */
export async function publish(
  parts: ContentParts,
  itemId: string,
  body: BodyOf<typeof publishContent>,
  by: StaffSession,
): Promise<{ waits: boolean; item: ContentItem }> {
  const { db, clock } = parts.platform
  const waits = await db.transaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    const draft = await draftOf(tx, itemId)
    if (!draft) throw new Refusal('content_no_draft')
    if (draft.revision !== body.revision) throw await changeConflict(tx, draft)
    const missing = findMissingFields(item.kind, draft)
    if (missing.length > 0)
      throw new Refusal('content_incomplete', {
        fields: Object.fromEntries(missing.map((field) => [field, [operatorText('text_required', {})]])),
      })
    refuseWording(parts, item, draft)
    spanOf(body, clock.now())
    const publication = { ...body, itemId, binding: body.binding && isTerms(item) }
    if (!needsTwo(item) || (await parts.approvals.isAlone(tx))) {
      await publishDraft(parts, tx, { item, draft, publication, by })
      return false
    }
    await parts.approvals.changes.propose(tx, by, {
      kind: 'content_publish',
      subject: item.id,
      summary: summaryOf(item, draft),
      change: publication,
      reason: body.reason,
      facts: factsOf(item, draft, body.from),
    })
    return true
  })
  return { waits, item: await itemReply(db.kysely, await findItem(db.kysely, itemId), clock.now()) }
}

function summaryOf(item: ItemRow, { number }: VersionRow) {
  const kind = wordedBy(item)
  return kind === undefined
    ? operatorText('content_published', { name: item.name, number: String(number) })
    : operatorText('wording_published', { message: standardWording(kind, 'en').title, number: String(number) })
}

/** Facts that the second person confirms: a message's texts in full, since no page shows them. */
const factsOf = (item: ItemRow, { title, text, sms }: VersionRow, from: string | null) => [
  factOf('fact_title', title),
  ...(item.kind === 'message'
    ? [
        ...[factOf('fact_language', item.language), factOf('fact_text', text)],
        ...(sms === '' ? [] : [factOf('fact_text_message', sms)]),
      ]
    : []),
  ...(from === null ? [] : [factOf('fact_live_from', from)]),
]

/** Start (now if none, or a past one that was confirmed late) and end. @throws Refusal `content_past` */
function spanOf({ from, until }: Pick<Publication, 'from' | 'until'>, now: Date, isConfirmed = false) {
  const asked = from === null ? now : new Date(from)
  // A change that waited past its start begins when confirmed.
  const start = asked < now && isConfirmed ? now : asked
  const end = until === null ? null : new Date(until)
  if (start < now || (end !== null && end <= start)) throw new Refusal('content_past')
  return { start, end }
}

async function publishDraft(
  { platform: { clock }, staff }: ContentParts,
  tx: Tx,
  { item, draft, publication, by }: { item: ItemRow; draft: VersionRow; publication: Publication; by: StaffSession },
) {
  const now = clock.now()
  const { start, end } = spanOf(publication, now, true)
  const published = { ...draft, binding: publication.binding }
  const { numUpdatedRows } = await tx
    .updateTable('content.version')
    .set({
      binding: publication.binding,
      hash: hashOf(item, published),
      published_by: by.operatorId,
      published_at: now,
      live_from: start,
      live_until: end,
    })
    .where('id', '=', draft.id)
    .where('published_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refusal('content_no_draft')
  await staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'content.publish',
    subject: item.id,
    text: `Published version ${draft.number} of ${item.name} from ${start.toISOString()} (${publication.reason})`,
    before: null,
    after: { version: draft.id, from: start.toISOString(), until: end?.toISOString() ?? null },
  })
}

/** Ends the live version and scheduled ones. @throws Refusal `not_found`, `content_not_running` */
export async function endItem(
  { platform: { db, clock }, staff }: ContentParts,
  itemId: string,
  reason: string,
  by: StaffSession,
): Promise<ContentItem> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const item = await lockItem(tx, itemId)
    const versions = await listVersions(tx, itemId)
    const last = findLatestBegun(versions, now)
    const live = last && !hasEnded(last, now) ? [last] : []
    const scheduled = versions.filter(
      ({ live_from: from, live_until: until }) => from !== null && from > now && (until === null || until > from),
    )
    const ended = [...live, ...scheduled]
    if (ended.length === 0) throw new Refusal('content_not_running')
    for (const { id, live_from: from } of ended) {
      const start = required(from, 'start of a published version')
      await tx
        .updateTable('content.version')
        .set({ live_until: start > now ? start : now })
        .where('id', '=', id)
        .execute()
    }
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'content.end',
      subject: item.id,
      text: `Ended ${item.name} (${reason})`,
      before: { versions: ended.map(({ number }) => number) },
      after: null,
    })
  })
  return itemReply(db.kysely, await findItem(db.kysely, itemId), now)
}
