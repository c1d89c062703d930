import { isSmsKind, renderSms, type MessageKind, type MessageParams } from '@dhow/contract/message-texts'
import type { MessageAbout } from '@dhow/contract/messages'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { MessageParts } from './index.ts'
import { markets } from '../portal/index.ts'

export type NewMessage = {
  [Kind in MessageKind]: {
    /** Names the event; the same event sends once. */
    key: string
    playerId: string
    kind: Kind
    params: MessageParams[Kind]
    about: MessageAbout | null
  }
}[MessageKind]

/** A notice that no gateway accepted for this long is no news to its player any more. */
const smsLivesMs = 24 * 3_600_000

/**
 * Sends a message to a player in the caller's transaction: into the inbox, and for the kinds that are worth one as a text message in the
 * player's language. An event whose key was sent before is not sent again.
 */
export async function sendMessage(parts: MessageParts, tx: Tx, message: NewMessage): Promise<void> {
  const { id, clock } = parts.platform
  const { key, playerId, kind, params, about } = message
  const inserted = await tx
    .insertInto('messages.player_message')
    .values({
      id: id('msg'),
      key,
      player_id: playerId,
      kind,
      params: JSON.stringify(params),
      about_kind: about?.kind ?? null,
      about_id: about?.id ?? null,
      created_at: clock.now(),
      read_at: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  await queueTextMessage(parts, tx, { id: inserted.id, player_id: playerId, kind, params })
  afterCommit(tx, () => parts.publishUnread(playerId))
}

/** Queues the text message of a message, where its kind has one. */
export async function queueTextMessage(
  { platform: { id, clock }, accounts, portal, sms }: MessageParts,
  tx: Tx,
  message: { id: string; player_id: string; kind: MessageKind; params: unknown },
) {
  const { kind } = message
  if (!isSmsKind(kind)) return
  const player = await accounts.findPlayer(message.player_id, tx)
  if (!player) return
  const { preferences } = await accounts.preferences.read(player.id, tx)
  const now = clock.now()
  await sms.queue(tx, {
    id: id('sms'),
    kind: 'notice',
    mobile: player.mobile,
    language: preferences.language,
    messageId: message.id,
    at: now,
    expiresAt: new Date(now.getTime() + smsLivesMs),
    text: renderSms(kind, message.params as MessageParams[typeof kind], {
      language: preferences.language,
      portal: portal.settings().names.portal,
      timeZone: markets[player.market].timezone,
    }),
  })
}
