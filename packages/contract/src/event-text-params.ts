import type { Currency } from './money.ts'

type None = Record<never, string>
type Amount = { amount: string; currency: Currency }

/** Events of a player’s timeline. `until` is a time in UTC, or empty without an end; `operator` is empty for the program itself. */
export type EventTextParams = {
  event_registered: None
  event_closing_asked: None
  event_closed: None
  event_identity_verified: { document: string }
  event_identity_refused: { reason: string }
  event_identity_revoked: { reason: string }
  event_identity_expired: None
  event_sign_in: { device: string }
  event_new_device: { device: string }
  event_limit_set: Amount & { limit: string; period: string }
  event_limit_raise_asked: Amount & { limit: string; period: string }
  event_limit_removal_asked: { limit: string; period: string }
  event_block_time_out: { until: string }
  event_block_self_exclusion: { until: string }
  event_block_operator: { until: string }
  event_bonus_given: Amount
  event_bonus_completed: Amount
  event_bonus_cancelled: Amount
  event_bonus_expired: Amount
  event_bonus_taken_back: Amount
  event_gift: Amount & { title: string }
  event_help_asked: None
  event_help_answered: None
  event_help_closed: None
  /** The other parameters are those of the message. */
  event_message: { message: string }
  event_act: { operator: string; text: string }
}
