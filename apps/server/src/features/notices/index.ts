import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { checkIntervalMs } from '../alarms/index.ts'
import { addChannel, changeChannel, channelNames, listChannels, removeChannel, renewSecret } from './channels.ts'
import { addRule, changeRule, listRules, removeRule } from './edit-rules.ts'
import { countUnread, deliveriesAbout, listDeliveries, listNotices, markRead, retryDelivery } from './list-notices.ts'
import { queueSending } from './outbox.ts'
import type { NoticeParts } from './parts.ts'
import { openSender, sendDue } from './send.ts'
import { testChannel } from './test-channel.ts'
import { watchRules } from './watch.ts'

export type { Watched } from './parts.ts'
export { deliveryReply } from './list-notices.ts'

export type Notices = ReturnType<typeof openNotices>

/**
 * Notices to staff: each server evaluates the rules at intervals; alarms are shown in the console and sent once for all
 * servers, by the e-mail addresses and webhooks configured in the console.
 */
export function openNotices(parts: NoticeParts) {
  const { platform } = parts
  const send = openSender(parts)

  async function run() {
    await watchRules(parts)
    await sendDue(parts, send)
  }
  const stop = every(platform, 'notices', checkIntervalMs, run)

  return {
    /** Evaluates, writes and sends now. */
    run,
    ...bind(parts, {
      list: listNotices,
      unread: countUnread,
      markRead,
      deliveries: listDeliveries,
      retry: retryDelivery,
    }),
    channels: {
      ...bind(parts, { list: listChannels, names: channelNames, add: addChannel, change: changeChannel }),
      ...bind(parts, { remove: removeChannel, renewSecret }),
      /** Sends a test now. @throws Refusal `not_found` */
      test: (by: StaffSession, channelId: string) => testChannel(parts, send, by, channelId),
    },
    rules: bind(parts, { list: listRules, add: addRule, change: changeRule, remove: removeRule }),
    /** Adds a sending to the outbox, in the caller's transaction. */
    queue: bind(platform, { queueSending }).queueSending,
    /** Sendings about these subjects, oldest first. */
    about: (aboutIds: readonly string[]) => deliveriesAbout(platform.db.kysely, aboutIds),
    /** Whether e-mails can be sent. */
    hasMailServer: platform.config.alarms.mail !== undefined,
    close: stop,
  }
}
