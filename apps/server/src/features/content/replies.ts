import { apiBase } from '@dhow/contract/operation'
import type { ContentPage, LobbyBanner } from '@dhow/contract/content'
import type { ContentItem, ContentVersion } from '@dhow/contract/content-editing'
import type { Db } from '../../platform/db/index.ts'
import { readMarkdown } from './read-markdown.ts'
import { stateOf } from './rules.ts'
import { listVersions, type Live } from './store.ts'
import type { ItemRow, VersionRow } from './tables.ts'

type PictureRow = Pick<VersionRow, 'picture' | 'picture_width' | 'picture_height'>

/** A picture with its size, which reserves its space before it loads. */
export function pictureReply({ picture, picture_width: width, picture_height: height }: PictureRow) {
  if (picture === null || width === null || height === null) return null
  return { name: picture, src: `${apiBase}/content/pictures/${picture}.webp`, width, height }
}

export function pageReply({ version }: Pick<Live, 'version'>): ContentPage {
  return {
    version: version.id,
    hash: version.hash?.toString('hex') ?? '',
    title: version.title,
    blocks: readMarkdown(version.text),
    since: version.live_from?.toISOString() ?? null,
    binding: version.binding,
  }
}

export function bannerReply({ version }: Pick<Live, 'version'>): LobbyBanner {
  const picture = pictureReply(version)
  return {
    id: version.id,
    title: version.title,
    text: version.text,
    to: version.link,
    picture: picture && { src: picture.src, width: picture.width, height: picture.height },
  }
}

/** An item with its versions, for staff. */
export async function itemReply(db: Db, item: ItemRow, now: Date): Promise<ContentItem> {
  const versions = await listVersions(db, item.id)
  const people = await db.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? id
  const counts = await db
    .selectFrom('content.acceptance')
    .innerJoin('content.version', 'content.version.id', 'content.acceptance.version_id')
    .select((eb) => ['version_id', eb.fn.countAll<bigint>().as('players')])
    .where('item_id', '=', item.id)
    .groupBy('version_id')
    .execute()
  const countAccepted = (id: string) => Number(counts.find((row) => row.version_id === id)?.players ?? 0)
  const { id, kind, name, market, language, segment } = item
  return {
    ...{ id, kind, name, market, language, segment },
    versions: versions.map((row) => ({
      ...versionReply(row, versions, now),
      edited_by: nameOf(row.edited_by),
      published_by: row.published_by === null ? null : nameOf(row.published_by),
      accepted: countAccepted(row.id),
    })),
  }
}

function versionReply(
  row: VersionRow,
  all: readonly VersionRow[],
  now: Date,
): Omit<ContentVersion, 'edited_by' | 'published_by' | 'accepted'> {
  return {
    id: row.id,
    number: row.number,
    state: stateOf(row, all, now),
    title: row.title,
    text: row.text,
    sms: row.sms,
    to: row.link,
    picture: pictureReply(row),
    games: row.games,
    binding: row.binding,
    hash: row.hash?.toString('hex') ?? null,
    revision: row.revision,
    edited_at: row.edited_at.toISOString(),
    live_from: row.live_from?.toISOString() ?? null,
    live_until: row.live_until?.toISOString() ?? null,
  }
}
