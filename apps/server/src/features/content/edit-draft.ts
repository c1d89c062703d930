import { contentPages, type ContentKind } from '@dhow/contract/content'
import { type ContentItem, type createContent, type saveContent } from '@dhow/contract/content-editing'
import type { BodyOf } from '@dhow/contract/operation'
import { isWordedKind } from '@dhow/contract/message-wordings'
import { operatorText } from '@dhow/contract/operator-texts'
import { isOneOf } from '@dhow/contract/records'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { loadImageLibrary } from '../../platform/pictures.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ContentParts } from './parts.ts'
import { itemReply } from './replies.ts'
import { findItem, lockItem, listVersions } from './store.ts'
import type { VersionRow } from './tables.ts'

/** Creates an item; its first save creates the draft. @throws Refusal `content_exists`, `invalid_fields` */
export async function createItem(
  parts: ContentParts,
  { kind, name, language, segment = null, ...asked }: BodyOf<typeof createContent>,
  by: StaffSession,
): Promise<ContentItem> {
  const { platform, staff } = parts
  const { db, id, clock } = platform
  if ((kind === 'page' && !isOneOf(contentPages, name)) || (kind === 'message' && !isWordedKind(name)))
    throw new Refusal('invalid_fields', { fields: { name: [operatorText('list_only', {})] } })
  const market = segment === null ? asked.market : await marketOf(parts, { kind, market: asked.market, segment })
  const item = {
    id: id('cnt'),
    kind,
    name,
    market,
    language,
    segment,
    created_by: by.operatorId,
    created_at: clock.now(),
  }
  await db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('content.item')
      .values(item)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('content_exists')
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'content.create',
      subject: item.id,
      text: `Began the ${kind} "${name}" in ${language}`,
      before: null,
      after: { kind, name, market, language, ...(segment === null ? {} : { segment }) },
    })
  })
  return itemReply(db.kysely, item, clock.now())
}

/** Market of a segment, which is that of its content. Only the lobby has content for segments. @throws Refusal `invalid_fields` */
async function marketOf(
  { segments }: ContentParts,
  { kind, market, segment }: { kind: ContentKind; market: Market | null; segment: string },
): Promise<Market> {
  const found = (await segments.list()).find(({ id }) => id === segment)
  if (!found || kind === 'page' || kind === 'message')
    throw new Refusal('invalid_fields', { fields: { segment: [operatorText('list_only', {})] } })
  if (market !== null && market !== found.market)
    throw new Refusal('invalid_fields', { fields: { market: [operatorText('list_only', {})] } })
  return found.market
}

/**
 * Saves the draft if it is unchanged since the editor opened it: of two editors, the second is refused with the first
 * one's text and loses nothing typed.
 * @throws Refusal `not_found`, `content_changed`
 */
export async function saveDraft(
  parts: ContentParts,
  itemId: string,
  { revision, to, picture, sms = '', ...fields }: BodyOf<typeof saveContent>,
  by: StaffSession,
): Promise<ContentItem> {
  const { db, id, clock } = parts.platform
  const size = await sizeOf(parts, picture)
  await db.transaction(async (tx) => {
    await lockItem(tx, itemId)
    const versions = await listVersions(tx, itemId)
    const draft = versions.find(({ live_from: from }) => from === null)
    if ((draft?.revision ?? 0) !== revision) throw await changeConflict(tx, draft)
    const values = {
      ...fields,
      ...size,
      sms,
      link: to,
      picture,
      edited_by: by.operatorId,
      edited_at: clock.now(),
    }
    if (draft)
      await tx
        .updateTable('content.version')
        .set({ ...values, revision: revision + 1 })
        .where('id', '=', draft.id)
        .execute()
    else
      await tx
        .insertInto('content.version')
        .values({
          ...values,
          id: id('cvr'),
          item_id: itemId,
          number: (versions[0]?.number ?? 0) + 1,
          binding: false,
          hash: null,
          revision: 1,
          published_by: null,
          published_at: null,
          live_from: null,
          live_until: null,
        })
        .execute()
  })
  return itemReply(db.kysely, await findItem(db.kysely, itemId), clock.now())
}

/** The conflict, with the other editor's draft to compare with the own text. */
export async function changeConflict(tx: Tx, draft: VersionRow | undefined) {
  if (!draft)
    return new Refusal('content_changed', { data: { revision: 0, by: null, at: null, title: '', text: '', sms: '' } })
  const editor = await tx
    .selectFrom('staff.operator_card')
    .select('name')
    .where('id', '=', draft.edited_by)
    .executeTakeFirst()
  const { revision, title, text, sms, edited_at: at } = draft
  return new Refusal('content_changed', {
    data: { revision, by: editor?.name ?? null, at: at.toISOString(), title, text, sms },
  })
}

/** Size of an uploaded picture. @throws Refusal `not_found` */
async function sizeOf({ files }: ContentParts, picture: string | null) {
  if (picture === null) return { picture_width: null, picture_height: null }
  const bytes = await files.get(picture)
  if (!bytes) throw new Refusal('not_found')
  const sharp = await loadImageLibrary()
  const { width, height } = await sharp(bytes).metadata()
  return { picture_width: width, picture_height: height }
}
