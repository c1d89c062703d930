import { classOf, isExempt, isSentByEmail, type OuterChannel } from '@dhow/contract/deliveries'
import { isSmsKind, renderSms, type MessageKind, type MessageParams } from '@dhow/contract/message-texts'
import type { Currency } from '@dhow/contract/money'
import { renderWordedSms } from '@dhow/contract/message-wordings'
import type { MessageAbout } from '@dhow/contract/messages'
import { partsOf } from '@dhow/contract/sms-parts'
import { sql, type Insertable } from 'kysely'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { MessageParts } from './index.ts'
import { markets } from '../portal/index.ts'

export type NewMessage = {
  [Kind in MessageKind]: {
    /** Identifies the event, which sends once. */
    key: string
    playerId: string
    kind: Kind
    params: MessageParams[Kind]
    about: MessageAbout | null
  }
}[MessageKind]

interface KeptMessage {
  id: string
  player_id: string
  kind: MessageKind
  params: Record<string, string>
}

/** A notice that no gateway accepted for this long is outdated. */
const smsLivesMs = 24 * 3_600_000

/**
 * Sends a message to a player in the caller's transaction: to the inbox, and a delivery for each channel of its kind
 * that the player has. An event with a used key is not sent again.
 * @returns the message's id; undefined if the event was sent before
 */
export async function sendMessage(parts: MessageParts, tx: Tx, message: NewMessage): Promise<string | undefined> {
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
  if (!inserted) return undefined
  await planDeliveries(parts, tx, { id: inserted.id, player_id: playerId, kind, params })
  afterCommit(tx, () => parts.publishUnread(playerId))
  return inserted.id
}

/**
 * Writes a row for each channel of a message. Text messages about money and security leave with the transaction, others
 * by the job.
 */
async function planDeliveries(parts: MessageParts, tx: Tx, message: KeptMessage) {
  const { platform, deliveries } = parts
  const now = platform.clock.now()
  const messageClass = classOf(message.kind)
  const row = (channel: OuterChannel): Insertable<Tables['messages.delivery']> => ({
    message_id: message.id,
    channel,
    player_id: message.player_id,
    class: messageClass,
    state: 'waiting',
    created_at: now,
    next_at: now,
  })
  const has = await channelsOf(tx, message.player_id)
  const rows: Insertable<Tables['messages.delivery']>[] = [
    { ...row('push'), channel: 'inbox', state: 'delivered', next_at: null, sent_at: now, ended_at: now },
  ]
  if (has.push) rows.push(row('push'))
  if (has.email && isSentByEmail(message.kind)) rows.push({ ...row('email'), parts: 1, currency: has.currency })
  if (isSmsKind(message.kind)) {
    const isWanted = has.sms || messageClass === 'security'
    const leavesNow = isWanted && isExempt(messageClass)
    const text = await (leavesNow ? queueTextMessage : textMessageOf)(parts, tx, message)
    if (text)
      rows.push({
        ...row('sms'),
        ...(isWanted ? {} : { state: 'skipped', reason: 'switched_off', next_at: null, ended_at: now }),
        ...(leavesNow ? { next_at: null } : {}),
        parts: partsOf(text.text),
        wording: text.wording,
        currency: markets[text.market].currency,
      })
  }
  await tx.insertInto('messages.delivery').values(rows).execute()
  if (rows.some(({ next_at: nextAt }) => nextAt)) afterCommit(tx, deliveries.wake)
}

type Channels = Record<OuterChannel, boolean> & { currency: Currency | null }

/** Channels besides the inbox that a player has enabled. */
async function channelsOf(tx: Tx, playerId: string): Promise<Channels> {
  const { rows } = await sql<Channels>`
    select coalesce(choice.sms, true) as sms,
      (select currency from accounts.player_card where id = asked.player_id) as currency,
      exists (select from messages.email_address address
              where address.player_id = asked.player_id and address.came_back_at is null)
        and coalesce(choice.email, true) as email,
      exists (select from messages.push_subscription subscription where subscription.player_id = asked.player_id)
        and coalesce(choice.push, true) as push
    from (values (${playerId}::text)) as asked (player_id)
      left join messages.channel_choice choice on choice.player_id = asked.player_id`.execute(tx)
  return rows[0] ?? { sms: true, email: false, push: false, currency: null }
}

/** A message's text message in the player's language and the operator's wording, if its kind has one. */
async function textMessageOf({ accounts, portal, wordings }: MessageParts, tx: Tx, message: KeptMessage) {
  const { kind } = message
  if (!isSmsKind(kind)) return undefined
  const player = await accounts.findPlayer(message.player_id, tx)
  if (!player) return undefined
  const { preferences } = await accounts.preferences.read(player.id, tx)
  const { language } = preferences
  const { market, mobile } = player
  const how = { language, portal: portal.settings().names.portal, timeZone: markets[market].timezone }
  const live = (await wordings(tx, [kind], { market, language })).get(kind)
  const own = live && renderWordedSms(message, how, live)
  const text = own ?? renderSms(kind, message.params as MessageParams[typeof kind], how)
  return { mobile, market, language, text, wording: own === undefined ? null : (live?.version ?? null) }
}

/** Queues a message's text message, if its kind has one. */
export async function queueTextMessage(parts: MessageParts, tx: Tx, message: KeptMessage) {
  const {
    platform: { id, clock },
    sms,
  } = parts
  const text = await textMessageOf(parts, tx, message)
  if (!text) return undefined
  const { mobile, language } = text
  const now = clock.now()
  await sms.queue(tx, {
    id: id('sms'),
    kind: 'notice',
    mobile,
    language,
    messageId: message.id,
    at: now,
    expiresAt: new Date(now.getTime() + smsLivesMs),
    text: text.text,
  })
  return text
}
