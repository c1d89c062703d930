import type { MessageKind } from '@dhow/contract/message-texts'
import type { Attempts } from '../../platform/attempts.ts'
import { bind } from '../../platform/bind.ts'
import type { Db } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Portal } from '../portal/index.ts'
import type { Sms } from '../sms/index.ts'
import type { Staff } from '../staff/index.ts'
import { changeChannels, readChannels } from './deliveries/choices.ts'
import type { ChannelSenders } from './deliveries/deliver-one.ts'
import { openDeliveries } from './deliveries/index.ts'
import { listAll } from './deliveries/list-all.ts'
import { readCosts } from './deliveries/read-costs.ts'
import { deliveryPages, listDeliveries } from './deliveries/read-deliveries.ts'
import { retryDelivery } from './deliveries/retry-delivery.ts'
import { sendOffer } from './deliveries/send-offer.ts'
import { findEmail } from './email/addresses.ts'
import { askAddress, confirmAddress, removeAddress } from './email/change-address.ts'
import { listLetters, sendLetters } from './email/letters.ts'
import { openMailServer } from './email/mail-server.ts'
import { receiveReport } from './email/receive-report.ts'
import { sendEmail } from './email/send-email.ts'
import { stopOffers } from './email/unsubscribe.ts'
import { listTextMessages } from './list-text-messages.ts'
import { openPushKeyOnce } from './push/push-key.ts'
import { sendPush } from './push/send-push.ts'
import { addSubscription, removeSubscription } from './push/subscriptions.ts'
import { openInbox } from './read-inbox.ts'
import { sendMessage } from './send-message.ts'
import { openStaffMessages } from './staff-messages.ts'
import type { LiveWording, SentWording, WordingPlace } from './worded.ts'

export interface MessageParts {
  platform: Platform
  portal: Portal
  accounts: Accounts
  staff: Staff
  sms: Sms
  secrets: Secrets
  attempts: Attempts
  /** False for players on a break, excluded, blocked or suspended, who get no advertising. */
  mayGetOffers(playerId: string): Promise<boolean>
  /** Operators' live wordings of these kinds, by kind. */
  wordings(reader: Db, kinds: readonly MessageKind[], place: WordingPlace): Promise<ReadonlyMap<string, LiveWording>>
  /** Wordings by version. */
  wordingsSent(reader: Db, versions: readonly string[]): Promise<SentWording[]>
  publishUnread(playerId: string): void
  deliveries: { wake(): void }
}

export { noteTextMessage } from './deliveries/change-delivery.ts'

export type Messages = ReturnType<typeof openMessages>

/**
 * Messages to players about their money: stored in the portal's inbox, and sent as a text message for important kinds.
 */
export function openMessages(opened: Omit<MessageParts, 'publishUnread' | 'deliveries'>) {
  const inbox = openInbox(opened)
  const handOver = openMailServer(opened.platform)
  const pushKey = openPushKeyOnce(opened.platform, opened.secrets)
  const senders: ChannelSenders = {
    email: (due) => sendEmail(parts, handOver, due),
    push: (due) => sendPush(parts, pushKey, due),
  }
  const deliveries = openDeliveries(opened.platform, () => parts, {
    ...senders,
    letters: async (given) => (handOver ? sendLetters(given, handOver) : undefined),
  })
  const parts: MessageParts = { ...opened, publishUnread: inbox.publishUnread, deliveries }

  return {
    inbox,
    ...bind(parts, {
      /** Sends a message in the transaction of its event; `key` identifies the event, which sends once. */
      send: sendMessage,
      /** Text messages sent to a player with notices. */
      textMessages: listTextMessages,
      channels: readChannels,
      changeChannels,
      deliveriesOfPlayer: listDeliveries,
      deliveryPages,
      allDeliveries: listAll,
      retryDelivery,
      addPush: addSubscription,
      removePush: removeSubscription,
      sendOffer,
      costs: readCosts,
      askEmail: askAddress,
      confirmEmail: confirmAddress,
      removeEmail: removeAddress,
      /** A player's confirmed e-mail address in full; null without one. */
      findEmail,
      emailLetters: listLetters,
      receiveEmailReport: receiveReport,
      /** Stops offers by an e-mail's unsubscribe token. */
      stopOffers,
    }),
    /** Public key of web push, for a browser's subscription. */
    pushKey: async () => (await pushKey()).publicKey,
    /** Delivers everything due and waits for it. */
    sendDue: deliveries.sendDue,
    close: deliveries.close,
    ...openStaffMessages(parts),
  }
}
