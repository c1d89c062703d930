/** Messages to players and how far they have come. */
export const messages = {
  title: 'Messages to the player',
  none: 'No message was sent about this yet.',
  inboxOnly: 'Inbox only',
  queued: 'Text message queued {when}',
  sent: 'Text message sent {when}',
  delivered: 'Text message delivered {when}',
  failed: 'Text message failed: {reason}',
  failures: {
    refused: 'refused by every gateway',
    expired: 'no gateway accepted it in time',
    undelivered: 'not delivered',
    unknown_number: 'unknown number',
    unreachable: 'phone unreachable',
    blocked: 'blocked by the network or the player',
  },
  read: 'Read in the portal {when}',
  unread: 'Not read in the portal yet',
  resend: 'Send again',
  resent: 'Text message queued again.',
}
