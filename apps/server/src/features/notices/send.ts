import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { InternalAddressError, postOutside } from '../../platform/outside-address.ts'
import { giveUpAfterMs, leaseMs, openMailer, retryAfterMs, timeoutMs, type Mail } from '../alarms/index.ts'
import { keyOf } from './channels.ts'
import type { NoticeParts } from './parts.ts'
import type { ChannelRow, Content } from './tables.ts'

const atOnce = 20

export interface Letter {
  id: string
  title: string
  content: Content
  file: { name: string; text: string } | undefined
}

/** Sends one letter by a channel, once; returns undefined if accepted, else the reason. */
export type SendLetter = (channel: ChannelRow, letter: Letter) => Promise<OperatorText | undefined>

/** Opens the sender for e-mails and webhooks. */
export function openSender(parts: NoticeParts): SendLetter {
  const { config, clock } = parts.platform
  const { mail } = config.alarms
  const sendMail = mail && openMailer(mail.url)
  const { portal, console: consoleOrigin } = config.origins
  const host = new URL(portal).hostname

  async function byEmail(to: string, { id, title, content, file }: Letter) {
    if (!mail || !sendMail) return operatorText('notice_no_mail_server', {})
    const text = [...content.lines, '', `Portal: ${portal}`, `Console: ${consoleOrigin}`].join('\n')
    const letter: Mail = {
      messageId: `<${id}@${host}>`,
      ...{ from: mail.from, to, subject: `[${host}] ${title}`, text, file },
    }
    return sendMail(letter).then(() => undefined, mailFault)
  }

  async function byWebhook(channel: ChannelRow, { id, title, content, file }: Letter) {
    const now = clock.now()
    const attached = file ? { file_name: file.name, csv: file.text } : {}
    const body = JSON.stringify({
      type: content.type,
      timestamp: now.toISOString(),
      data: { portal, title, text: content.lines.join('\n'), ...content.data, ...attached },
    })
    const headers = {
      'content-type': 'application/json',
      ...signWebhook(webhookSecret(keyOf(parts, channel)), id, now, body),
    }
    try {
      const status = await postOutside(channel.address, { mode: config.mode, headers, body, timeoutMs })
      return status >= 200 && status < 300 ? undefined : operatorText('notice_status', { status: String(status) })
    } catch (error) {
      return operatorText(error instanceof InternalAddressError ? 'notice_inside' : 'notice_silent', {})
    }
  }

  return (channel, letter) => (channel.kind === 'email' ? byEmail(channel.address, letter) : byWebhook(channel, letter))
}

/** The mail server's own message, if any. */
function mailFault(error: unknown): OperatorText {
  const answer: unknown = error instanceof Error ? Reflect.get(error, 'response') : undefined
  return typeof answer === 'string'
    ? operatorText('notice_mail_refused', { answer: answer.slice(0, 200) })
    : operatorText('notice_silent', {})
}

/** Sends due rows, which several servers share. A row that no channel accepted within a day has failed. */
export async function sendDue(parts: NoticeParts, send: SendLetter): Promise<void> {
  const due = await claimDue(parts)
  await Promise.all(
    due.map(async ({ channel, tries, triedFrom, letter, lease }) => {
      const failure = stopOf(channel) ?? (await send(channel, letter))
      const now = parts.platform.clock.now()
      const isOver = !channel.active || now.getTime() - triedFrom.getTime() > giveUpAfterMs
      const after =
        failure === undefined
          ? { state: 'sent' as const, next_at: null, sent_at: now, ended_at: now, failure: null, file: null }
          : {
              failure: JSON.stringify(failure),
              ...(isOver
                ? { state: 'failed' as const, next_at: null, ended_at: now }
                : { next_at: new Date(now.getTime() + retryAfterMs(tries)) }),
            }
      await parts.platform.db.kysely
        .updateTable('notices.delivery')
        .set({ ...after, tries: tries + 1 })
        .where('id', '=', letter.id)
        // Another server may have claimed it by now.
        .where('next_at', '=', lease)
        .execute()
    }),
  )
}

/** Nothing is sent to a channel that is off or removed. */
function stopOf({ active, removed_at: removedAt }: ChannelRow): OperatorText | undefined {
  if (removedAt !== null) return operatorText('notice_channel_removed', {})
  return active ? undefined : operatorText('notice_channel_off', {})
}

async function claimDue({ platform: { db, clock } }: NoticeParts) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const lease = new Date(now.getTime() + leaseMs)
    const rows = await tx
      .selectFrom('notices.delivery')
      .select(['id', 'channel_id', 'title', 'content', 'file', 'file_name', 'tries', 'tried_from'])
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    await tx.updateTable('notices.delivery').set({ next_at: lease }).where('id', 'in', ids).execute()
    const named = new Set(rows.map((row) => row.channel_id))
    const channels = await tx
      .selectFrom('notices.channel')
      .selectAll()
      .where('id', 'in', [...named])
      .execute()
    const byId = new Map(channels.map((channel) => [channel.id, channel]))
    return rows.flatMap(({ id, title, content, file, file_name: name, channel_id: channelId, tries, tried_from }) => {
      const channel = byId.get(channelId)
      const attached = file === null || name === null ? undefined : { name, text: file }
      return channel
        ? [{ channel, tries, triedFrom: tried_from, lease, letter: { id, title, content, file: attached } }]
        : []
    })
  })
}
