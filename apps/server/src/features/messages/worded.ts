import { outsideFormats, renderMessage, type MessageKind, type MessageLanguage } from '@dhow/contract/message-texts'
import { renderOwn, type Wording } from '@dhow/contract/message-wordings'
import type { StaffMessage } from '@dhow/contract/messages'
import type { Market } from '@dhow/contract/shapes'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import type { MessageParts } from './index.ts'

/** Readers of a wording. */
export interface WordingPlace {
  market: Market
  language: MessageLanguage
}

export interface LiveWording extends Wording {
  version: string
}

export interface SentWording extends LiveWording {
  number: number
  language: MessageLanguage
}

/** A message for a notification or e-mail, in the operator's live wording, else in the catalogue's. */
export async function wordedOutside(
  { platform: { db }, wordings }: MessageParts,
  { kind, params, market }: { kind: MessageKind; params: Record<string, string>; market: Market },
  language: MessageLanguage,
) {
  const formats = outsideFormats(markets[market].timezone)
  const live = (await wordings(db.kysely, [kind], { market, language })).get(kind)
  const own = live && renderOwn({ kind, params }, language, formats, live)
  return own
    ? { ...own, wording: live.version }
    : { ...required(renderMessage({ kind, params }, language, formats), 'text of the message'), wording: null }
}

/** Operators' wordings that messages were sent with, by message. */
export async function sentAsOf(
  { platform: { db }, wordingsSent }: MessageParts,
  messages: readonly { id: string }[],
): Promise<Map<string, NonNullable<StaffMessage['sent_as']>>> {
  if (messages.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('messages.delivery')
    .select(['message_id', 'channel', 'wording'])
    .where(
      'message_id',
      'in',
      messages.map(({ id }) => id),
    )
    .where('wording', 'is not', null)
    .orderBy('channel')
    .execute()
  const versions = await wordingsSent(db.kysely, [...new Set(rows.flatMap(({ wording }) => wording ?? []))])
  const sent = new Map<string, NonNullable<StaffMessage['sent_as']>>()
  for (const { message_id: id, channel, wording } of rows) {
    const found = versions.find(({ version }) => version === wording)
    if (!found) continue
    const { number, language, title, text, sms } = found
    sent.set(id, [...(sent.get(id) ?? []), { channel, language, number, title, text, sms }])
  }
  return sent
}
