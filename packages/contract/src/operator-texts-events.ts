import type { EventTextParams } from './event-text-params.ts'
import { reasonText } from './message-reasons.ts'
import { renderMessage } from './message-texts.ts'
import type { TextsFor } from './player-texts.ts'

const until = (time: string) => (time === '' ? 'without an end' : `until ${time} UTC`)
const documents: Record<string, string> = {
  national_id: 'a national id',
  passport: 'a passport',
  driving_licence: 'a driving licence',
}
const limits: Record<string, string> = { deposit: 'deposits', stake: 'stakes', loss: 'losses' }
const limitOf = ({ limit, period }: { limit: string; period: string }) => `${limits[limit] ?? limit} a ${period}`

/** Events of a player’s timeline, in English, beside the steps of payments. */
export const eventTexts: TextsFor<EventTextParams> = {
  event_registered: () => 'Registered.',
  event_closing_asked: () => 'Asked to close the account.',
  event_closed: () => 'The account was closed.',
  event_identity_verified: ({ document }) => `Identity verified by ${documents[document] ?? document}.`,
  event_identity_refused: ({ reason }) => `Identity refused: ${reasonText('en', 'identity', reason)}`,
  event_identity_revoked: ({ reason }) => `Identity revoked: ${reasonText('en', 'identity', reason)}`,
  event_identity_expired: () => 'The document of the identity expired.',
  event_sign_in: ({ device }) => `Signed in on ${device}.`,
  event_new_device: ({ device }) => `Signed in on a new device: ${device}.`,
  event_limit_set: ({ amount, currency, ...which }, { money }) =>
    `Limit of ${limitOf(which)} set to ${money(amount, currency)}.`,
  event_limit_raise_asked: ({ amount, currency, ...which }, { money }) =>
    `Asked to raise the limit of ${limitOf(which)} to ${money(amount, currency)}.`,
  event_limit_removal_asked: (which) => `Asked to remove the limit of ${limitOf(which)}.`,
  event_block_time_out: ({ until: time }) => `Took a break ${until(time)}.`,
  event_block_self_exclusion: ({ until: time }) => `Excluded themselves ${until(time)}.`,
  event_block_operator: ({ until: time }) => `Play was blocked by an operator ${until(time)}.`,
  event_bonus_given: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} given.`,
  event_bonus_completed: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} completed.`,
  event_bonus_cancelled: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} cancelled.`,
  event_bonus_expired: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} expired.`,
  event_bonus_taken_back: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} taken back.`,
  event_gift: ({ amount, currency, title }, { money }) => `Gift of ${money(amount, currency)} claimed: ${title}.`,
  event_help_asked: () => 'Asked a question.',
  event_help_answered: () => 'An operator answered the question.',
  event_help_closed: () => 'The question was closed.',
  event_message: ({ message, ...params }, { money }) =>
    renderMessage({ kind: message, params }, 'en', { money, time: (instant) => instant })?.title ?? message,
  event_act: ({ operator, text }) => `${operator === '' ? 'The program' : operator}: ${text}`,
}
