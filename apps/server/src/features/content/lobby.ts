import type { Live, Reader } from './store.ts'
import { chosen, liveOf } from './store.ts'
import type { ContentParts } from './parts.ts'
import { previewed } from './preview.ts'
import { bannerReply } from './replies.ts'

const lobbyKinds = ['notice', 'banner', 'row'] as const
const maxPerKind = 5

/** Reader of the lobby; without a player, the lobby is the same for everybody and may be shared. */
export type LobbyReader = Reader & { playerId?: string | undefined }

/**
 * Notices, banners and rows of a reader's lobby; a previewed one comes first. A player's own take the places of those for
 * everybody, in the same order, and further ones follow, so that a page drawn for everybody does not move.
 */
export async function readLobby(parts: ContentParts, reader: LobbyReader, preview?: string) {
  const { db, clock } = parts.platform
  const all = await liveOf(db.kysely, reader, clock.now(), { kinds: lobbyKinds })
  const shared = chosen(all, reader.language)
  const segments = [...new Set(all.flatMap(({ item }) => item.segment ?? []))]
  const differs = segments.length > 0 || shared.some(({ item }) => item.kind === 'banner')
  const own = differs && reader.playerId !== undefined ? await ofPlayer(parts, reader.playerId, all, reader) : shared
  const shown = preview === undefined ? undefined : await previewed(parts, preview).catch(() => undefined)
  const listed = shown ? [shown, ...own.filter(({ item }) => item.id !== shown.item.id)] : own
  const ofKind = (kind: Live['item']['kind']) => listed.filter(({ item }) => item.kind === kind).slice(0, maxPerKind)
  return {
    ...(differs && reader.playerId === undefined ? { by_player: true as const } : {}),
    notices: ofKind('notice').map(({ version }) => ({ id: version.id, text: version.text, to: version.link })),
    banners: ofKind('banner').map(bannerReply),
    rows: ofKind('row').map(({ version: { id, title, games } }) => ({ id, title, games })),
  }
}

/** Banners are advertising and a segment's content too, so they do not reach players whom campaigns do not reach. */
async function ofPlayer(parts: ContentParts, playerId: string, all: readonly Live[], { language }: Reader) {
  const shared = chosen(all, language)
  if (await parts.isBarred(playerId)) return shared.filter(({ item }) => item.kind !== 'banner')
  const segments = [...new Set(all.flatMap(({ item }) => item.segment ?? []))]
  if (segments.length === 0) return shared
  const own = chosen(all, language, new Set(await parts.segments.ofPlayer(playerId, segments)))
  const isSamePlace = (one: Live) => (other: Live) =>
    one.item.kind === other.item.kind && one.item.name === other.item.name
  return [
    ...shared.flatMap((one) => own.find(isSamePlace(one)) ?? []),
    ...own.filter((one) => !shared.some(isSamePlace(one))),
  ]
}
