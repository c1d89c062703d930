import type { contentState, ContentPage, ContentPageName } from '@dhow/contract/content'
import type { staffContent } from '@dhow/contract/content-editing'
import type { ReplyOf } from '@dhow/contract/operation'
import type * as z from 'zod/mini'
import { bind } from '../../platform/bind.ts'
import { createItem, saveDraft } from './edit-draft.ts'
import type { ContentParts } from './parts.ts'
import { addPicture, readPicture } from './pictures.ts'
import { previewed, previewLink } from './preview.ts'
import { endItem, publish, registerPublish } from './publish.ts'
import { bannerReply, itemReply, pageReply } from './replies.ts'
import { begunLast, hasEnded } from './rules.ts'
import { findItem, liveFor, type Live, type Reader } from './store.ts'
import { accept, acceptedBy, termsToAccept } from './terms.ts'

export { namedPictures } from './pictures.ts'

export type ContentState = z.output<typeof contentState>
export type Content = ReturnType<typeof openContent>

/** Versioned pages, notices, banners and lobby rows written by operators; changes need no build or restart. */
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

const lobbyKinds = ['notice', 'banner', 'row'] as const
const ofKindAtMost = 5

/** Notices, banners and rows of a reader's lobby; a previewed one comes first. */
async function readLobby(parts: ContentParts, reader: Reader, preview?: string) {
  const { db, clock } = parts.platform
  const live = await liveFor(db.kysely, reader, clock.now(), { kinds: lobbyKinds })
  const shown = preview === undefined ? undefined : await previewed(parts, preview).catch(() => undefined)
  const all = shown ? [shown, ...live.filter(({ item }) => item.id !== shown.item.id)] : live
  const ofKind = (kind: Live['item']['kind']) => all.filter(({ item }) => item.kind === kind).slice(0, ofKindAtMost)
  return {
    notices: ofKind('notice').map(({ version }) => ({ id: version.id, text: version.text, to: version.link })),
    banners: ofKind('banner').map(bannerReply),
    rows: ofKind('row').map(({ version: { id, title, games } }) => ({ id, title, games })),
  }
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
  return items.map(({ id, kind, name, market, language }) => {
    const own = versions.filter(({ item_id: of }) => of === id)
    const last = begunLast(own, now)
    const live = last && !hasEnded(last, now) ? last : undefined
    const next = own
      .flatMap(({ live_from: from, live_until: until }) =>
        from && from > now && (!until || until > from) ? [from] : [],
      )
      .toSorted((one, other) => one.getTime() - other.getTime())[0]
    return {
      ...{ id, kind, name, market, language },
      title: (live ?? own[0])?.title ?? '',
      live: live?.live_from
        ? { number: live.number, from: live.live_from.toISOString(), until: live.live_until?.toISOString() ?? null }
        : null,
      scheduled: next?.toISOString() ?? null,
      has_draft: own.some(({ live_from: from }) => from === null),
    }
  })
}
