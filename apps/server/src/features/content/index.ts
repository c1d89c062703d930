import type { contentState, ContentPage, ContentPageName } from '@dhow/contract/content'
import type { staffContent } from '@dhow/contract/content-editing'
import type { ReplyOf } from '@dhow/contract/operation'
import type * as z from 'zod/mini'
import { bind } from '../../platform/bind.ts'
import { createItem, saveDraft } from './edit-draft.ts'
import { readLobby } from './lobby.ts'
import type { ContentParts } from './parts.ts'
import { addPicture, readPicture } from './pictures.ts'
import { previewed, previewLink } from './preview.ts'
import { endItem, publish, registerPublish } from './publish.ts'
import { itemReply, pageReply } from './replies.ts'
import { findLatestBegun, hasEnded } from './rules.ts'
import { findItem, liveFor, type Reader } from './store.ts'
import { accept, acceptedBy, termsToAccept } from './terms.ts'
import { liveWordings, wordingsSent } from './wordings.ts'

export { namedPictures } from './pictures.ts'

export type ContentState = z.output<typeof contentState>
export type Content = ReturnType<typeof openContent>

/** Versioned pages, notices, banners, lobby rows and wordings of messages written by operators; changes need no build or restart. */
export function openContent(parts: ContentParts) {
  registerPublish(parts)
  return bind(parts, {
    page: readPage,
    lobby: readLobby,
    list: listItems,
    read: readItem,
    create: createItem,
    save: saveDraft,
    publish,
    end: endItem,
    previewLink,
    addPicture,
    picture: readPicture,
    acceptedBy,
    termsToAccept,
    accept,
    wordings: liveWordings,
    wordingsSent,
  })
}

/** The operator's page for a reader, or the previewed one; undefined if there is none. @throws Refusal `not_found` */
async function readPage(
  parts: ContentParts,
  name: ContentPageName,
  reader: Reader,
  preview?: string,
): Promise<ContentPage | undefined> {
  const { db, clock } = parts.platform
  if (preview !== undefined) {
    const found = await previewed(parts, preview)
    if (found.item.kind === 'page' && found.item.name === name) return pageReply(found)
  }
  const [live] = await liveFor(db.kysely, reader, clock.now(), { kinds: ['page'], name })
  return live && pageReply(live)
}

/** @throws Refusal `not_found` */
async function readItem({ platform: { db, clock } }: ContentParts, itemId: string) {
  return itemReply(db.kysely, await findItem(db.kysely, itemId), clock.now())
}

/** All items with their live and waiting versions. */
async function listItems({ platform: { db, clock } }: ContentParts): Promise<ReplyOf<typeof staffContent>['items']> {
  const now = clock.now()
  const items = await db.kysely
    .selectFrom('content.item')
    .selectAll()
    .orderBy('kind')
    .orderBy('name')
    .orderBy('id')
    .limit(1_000)
    .execute()
  const versions = await db.kysely
    .selectFrom('content.version')
    .select(['id', 'item_id', 'number', 'title', 'live_from', 'live_until'])
    .orderBy('number', 'desc')
    .execute()
  return items.map(({ id, kind, name, market, language, segment }) => {
    const own = versions.filter(({ item_id: of }) => of === id)
    const last = findLatestBegun(own, now)
    const live = last && !hasEnded(last, now) ? last : undefined
    const next = own
      .flatMap(({ live_from: from, live_until: until }) =>
        from && from > now && (!until || until > from) ? [from] : [],
      )
      .toSorted((one, other) => one.getTime() - other.getTime())[0]
    return {
      ...{ id, kind, name, market, language, segment },
      title: (live ?? own[0])?.title ?? '',
      live: live?.live_from
        ? { number: live.number, from: live.live_from.toISOString(), until: live.live_until?.toISOString() ?? null }
        : null,
      scheduled: next?.toISOString() ?? null,
      has_draft: own.some(({ live_from: from }) => from === null),
    }
  })
}
