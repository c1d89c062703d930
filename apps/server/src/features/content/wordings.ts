import type { MessageKind, MessageLanguage } from '@dhow/contract/message-texts'
import { isWordedKind, type WordedKind } from '@dhow/contract/message-wordings'
import { isGraveKind, wordingFaults } from '@dhow/contract/message-wording-rules'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ContentParts } from './parts.ts'
import { hasEnded } from './rules.ts'
import type { ItemRow, VersionRow } from './tables.ts'

/** Kind of message that an item words; undefined for other items. */
export const wordedBy = ({ kind, name }: Pick<ItemRow, 'kind' | 'name'>): WordedKind | undefined =>
  kind === 'message' && isWordedKind(name) ? name : undefined

/** Whether an item words a message about money, sign-in or limits. */
export function isGrave(item: Pick<ItemRow, 'kind' | 'name'>): boolean {
  const kind = wordedBy(item)
  return kind !== undefined && isGraveKind(kind)
}

/** Refuses a message that cannot be sent as it is worded. @throws Refusal `content_wording` */
export function refuseWording({ platform, portal }: ContentParts, item: ItemRow, draft: VersionRow) {
  const kind = wordedBy(item)
  if (kind === undefined) return
  const { language, market } = item
  const place = { kind, language, market, portal: portal.settings().names.portal }
  const fields = wordingFaults(place, draft, platform.config.origins.portal)
  if (Object.keys(fields).length > 0) throw new Refusal('content_wording', { fields })
}

/**
 * Live wordings of these kinds for readers of a market and language, by kind. Unlike pages they are not taken from
 * English: without one in the reader's language, the catalogue's text is used. Read in the caller's transaction, so that
 * a scheduled version counts from its start on each server.
 */
export async function liveWordings(
  { platform: { clock } }: ContentParts,
  reader: Db,
  kinds: readonly MessageKind[],
  { market, language }: { market: Market; language: MessageLanguage },
) {
  if (kinds.length === 0) return new Map<string, never>()
  const now = clock.now()
  const rows = await reader
    .selectFrom('content.item as item')
    .innerJoin('content.version as version', 'version.item_id', 'item.id')
    .distinctOn('item.id')
    .select(['item.name', 'item.market', 'version.id', 'version.number', 'version.live_from', 'version.live_until'])
    .select(['version.title', 'version.text', 'version.sms'])
    .where('item.kind', '=', 'message')
    .where('item.name', 'in', [...kinds])
    .where('item.language', '=', language)
    .where((eb) => eb.or([eb('item.market', 'is', null), eb('item.market', '=', market)]))
    .where('version.live_from', '<=', now)
    .orderBy('item.id')
    .orderBy('version.live_from', 'desc')
    .orderBy('version.number', 'desc')
    .execute()
  const live = rows.filter((row) => !hasEnded(row, now))
  // Those of the market replace those of all markets.
  const ranked = live.toSorted((one, other) => Number(one.market !== null) - Number(other.market !== null))
  return new Map(ranked.map(({ name, id, title, text, sms }) => [name, { version: id, title, text, sms }]))
}

/** Wordings by version, for messages that were sent with them. */
export async function wordingsSent(_parts: ContentParts, reader: Db, versions: readonly string[]) {
  if (versions.length === 0) return []
  return reader
    .selectFrom('content.version as version')
    .innerJoin('content.item as item', 'item.id', 'version.item_id')
    .select(['version.id as version', 'version.number', 'item.language'])
    .select(['version.title', 'version.text', 'version.sms'])
    .where('version.id', 'in', [...versions])
    .execute()
}
