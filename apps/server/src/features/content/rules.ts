import { createHash } from 'node:crypto'
import type { ContentState } from './index.ts'
import type { ItemRow, VersionRow } from './tables.ts'

type Dates = Pick<VersionRow, 'id' | 'number' | 'live_from' | 'live_until'>

/** Version of an item that began last: it replaces all earlier ones, even after it has ended. */
export function findLatestBegun<Version extends Dates>(versions: readonly Version[], now: Date): Version | undefined {
  const begun = versions.filter(({ live_from: from }) => from !== null && from <= now)
  const startOf = ({ live_from: from }: Version) => from?.getTime() ?? 0
  return begun.toSorted((one, other) => startOf(other) - startOf(one) || other.number - one.number)[0]
}

export const hasEnded = ({ live_until: until }: Dates, now: Date): boolean => until !== null && until <= now

/** State of a version among those of its item. */
export function stateOf(version: Dates, versions: readonly Dates[], now: Date): ContentState {
  const { live_from: from, live_until: until } = version
  if (from === null) return 'draft'
  if (until !== null && until <= from) return 'ended'
  if (from > now) return 'scheduled'
  return findLatestBegun(versions, now)?.id === version.id && !hasEnded(version, now) ? 'live' : 'ended'
}

/**
 * SHA-256 of everything that a reader of a version sees and of its place: the text that a player accepts cannot change
 * later.
 */
export function hashOf(
  { kind, name, market, language, segment }: Pick<ItemRow, 'kind' | 'name' | 'market' | 'language' | 'segment'>,
  { number, title, text, sms, link, picture, games, binding }: VersionRow,
): Buffer {
  const seen = [kind, name, market, language, number, title, text, link, picture, games, binding]
  if (kind === 'message') seen.push(sms)
  if (segment !== null) seen.push(segment)
  return createHash('sha256').update(JSON.stringify(seen)).digest()
}

/**
 * Missing fields that prevent publishing: a page needs title and text, a notice its text, a banner a title, a row title
 * and games. Messages have checks of their own.
 */
export function findMissingFields(
  kind: ItemRow['kind'],
  { title, text, games }: VersionRow,
): ('title' | 'text' | 'games')[] {
  const needed = {
    page: ['title', 'text'],
    notice: ['text'],
    banner: ['title'],
    row: ['title', 'games'],
    message: [],
  } as const
  const isEmpty = { title: title.trim() === '', text: text.trim() === '', games: games.length === 0 }
  const fields: readonly ('title' | 'text' | 'games')[] = needed[kind]
  return fields.filter((field) => isEmpty[field])
}
