import type { ContentPageName } from '@dhow/contract/content'
import { Refusal } from '../../platform/refusal.ts'
import { sameBytes } from '@dhow/platform/same-bytes'
import type { ContentParts } from './parts.ts'
import { findItem, findVersion, listVersions, type Live } from './store.ts'

/** Lifetime of a preview link. */
const previewForMs = 24 * 3_600_000

/** Paths of the pages that an operator may write. */
const pathOfPage: Record<ContentPageName, string> = {
  terms: '/terms-condition',
  privacy: '/privacy-policy',
  'how-to-play': '/how-to-play',
  responsible: '/responsiblegame',
}
const pathOf = (name: string): string | undefined => Object.entries(pathOfPage).find(([page]) => page === name)?.[1]

const sign = ({ secrets }: ContentParts, versionId: string, untilS: string) =>
  secrets.mac('content-preview', `${versionId} ${untilS}`)

/**
 * Link to the draft, or the newest version, in its place in the portal. A message has none.
 * @throws Refusal `not_found`, `content_no_draft`
 */
export async function previewLink(parts: ContentParts, itemId: string): Promise<{ link: string; until: string }> {
  const { db, clock, config } = parts.platform
  const item = await findItem(db.kysely, itemId)
  if (item.kind === 'message') throw new Refusal('not_found')
  const [newest] = await listVersions(db.kysely, itemId)
  if (!newest) throw new Refusal('content_no_draft')
  const until = new Date(Math.floor((clock.now().getTime() + previewForMs) / 1_000) * 1_000)
  const untilS = String(until.getTime() / 1_000)
  const token = `${newest.id}.${untilS}.${sign(parts, newest.id, untilS).toString('base64url')}`
  const path = item.kind === 'page' ? (pathOf(item.name) ?? '/') : '/'
  return { link: `${config.origins.portal}${path}?preview=${token}`, until: until.toISOString() }
}

/** Version of a signed link. @throws Refusal `not_found` for a wrong or expired link */
export async function previewed(parts: ContentParts, token: string): Promise<Live> {
  const { db, clock } = parts.platform
  const [versionId = '', untilS = '', mac = ''] = token.split('.')
  const isSigned = sameBytes(Buffer.from(mac, 'base64url'), sign(parts, versionId, untilS))
  if (!isSigned || Number(untilS) * 1_000 <= clock.now().getTime()) throw new Refusal('not_found')
  const version = await findVersion(db.kysely, versionId)
  if (!version) throw new Refusal('not_found')
  return { item: await findItem(db.kysely, version.item_id), version }
}
