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

const authorOf = ({ by, operator }: { by: string; operator: string }) =>
  by === 'player' ? 'The player' : by === 'rule' ? 'A rule' : operator === '' ? 'An operator' : operator

/** Events of a player’s timeline in English, except steps of payments. */
export const eventTexts: TextsFor<EventTextParams> = {
  event_registered: () => 'Registered.',
  event_closing_asked: () => 'Asked to close the account.',
  event_closed: () => 'The account was closed.',
  event_identity_verified: ({ document }) => `Identity verified by ${documents[document] ?? document}.`,
  event_identity_refused: ({ reason }) => `Identity refused: ${reasonText('en', 'identity', reason)}`,
  event_identity_revoked: ({ reason }) => `Identity revoked: ${reasonText('en', 'identity', reason)}`,
  event_identity_expired: () => 'The document of the identity expired.',
  event_passkey_added: ({ name }) => `Added the passkey “${name}”.`,
  event_passkey_renamed: ({ name, former }) => `Renamed the passkey “${former}” to “${name}”.`,
  event_passkey_removed: ({ name }) => `The passkey “${name}” was removed.`,
  event_sign_in: ({ device }) => `Signed in on ${device}.`,
  event_new_device: ({ device }) => `Signed in on a new device: ${device}.`,
  event_limit_set: ({ amount, currency, ...limit }, { money }) =>
    `${authorOf(limit)} set the limit of ${limitOf(limit)} to ${money(amount, currency)}.`,
  event_limit_lowered: ({ amount, currency, before, ...limit }, { money }) =>
    `${authorOf(limit)} lowered the limit of ${limitOf(limit)} from ${money(before, currency)} to ${money(amount, currency)}.`,
  event_limit_raise_asked: ({ amount, currency, ...limit }, { money }) =>
    `${authorOf(limit)} asked to raise the limit of ${limitOf(limit)} to ${money(amount, currency)}.`,
  event_limit_removal_asked: (limit) => `${authorOf(limit)} asked to remove the limit of ${limitOf(limit)}.`,
  event_limit_kept: ({ amount, currency, ...limit }, { money }) =>
    `${authorOf(limit)} kept the limit of ${limitOf(limit)} at ${money(amount, currency)}; no change is waiting.`,
  event_limit_raised: ({ amount, currency, before, ...limit }, { money }) =>
    `${authorOf(limit)} raised the limit of ${limitOf(limit)} from ${money(before, currency)} to ${money(amount, currency)}, after the wait.`,
  event_limit_removed: (limit) => `${authorOf(limit)} removed the limit of ${limitOf(limit)}, after the wait.`,
  event_block_time_out: ({ until: time, ...by }) =>
    by.reason === 'closing'
      ? `${authorOf(by)} closes the account; play and deposits are stopped.`
      : `${authorOf(by)} took a break ${until(time)}.`,
  event_block_self_exclusion: ({ until: time, ...by }) => `${authorOf(by)} chose self-exclusion ${until(time)}.`,
  event_block_operator: ({ until: time, ...by }) =>
    `${authorOf(by)} blocked play ${until(time)}${by.reason === '' ? '' : `: ${by.reason}`}.`,
  event_block_ended: ({ block, ...by }) =>
    block === 'operator'
      ? `${authorOf(by)} ended the block of play${by.reason === '' ? '' : `: ${by.reason}`}.`
      : `${authorOf(by)} ended the stop of play of a closing account.`,
  event_bonus_given: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} given.`,
  event_bonus_completed: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} completed.`,
  event_bonus_cancelled: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} cancelled.`,
  event_bonus_expired: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} expired.`,
  event_bonus_taken_back: ({ amount, currency }, { money }) => `Bonus of ${money(amount, currency)} reversed.`,
  event_gift: ({ amount, currency, title }, { money }) => `Gift of ${money(amount, currency)} claimed: ${title}.`,
  event_free_rounds_given: ({ game, rounds, amount, currency }, { money }) =>
    `Free rounds given: ${rounds} of ${game} at ${money(amount, currency)}.`,
  event_free_rounds_used: ({ game, amount, currency }, { money }) =>
    `Free rounds of ${game} used up; ${money(amount, currency)} won.`,
  event_free_rounds_paid_out: ({ game, left, amount, currency }, { money }) =>
    `Free rounds of ${game} ended by their largest win of ${money(amount, currency)}; ${left} left.`,
  event_free_rounds_expired: ({ game, left, amount, currency }, { money }) =>
    `Free rounds of ${game} expired; ${left} left, ${money(amount, currency)} won.`,
  event_free_rounds_stopped: ({ game, left, amount, currency }, { money }) =>
    `Free rounds of ${game} taken back; ${left} left, ${money(amount, currency)} won.`,
  event_tournament_rank: ({ title, rank }) => `Finished in place ${rank} of the tournament ${title}.`,
  event_help_asked: () => 'Asked a question.',
  event_help_answered: () => 'An operator answered the question.',
  event_help_closed: () => 'The question was closed.',
  event_message: ({ message, ...params }, { money }) =>
    renderMessage({ kind: message, params }, 'en', { money, time: (instant) => instant })?.title ?? message,
  event_act: ({ operator, text }) => `${operator === '' ? 'The program' : operator}: ${text}`,
}
