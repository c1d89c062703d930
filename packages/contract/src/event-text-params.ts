import type { Currency } from './money.ts'

type None = Record<never, string>
type Amount = { amount: string; currency: Currency }

/** `by` is `player`, `operator` or `rule`; `operator` is a name or empty. */
type Author = { by: string; operator: string; reason: string }
type Limit = Author & { limit: string; period: string }

/** Events of a player’s timeline. `until` is a time in UTC, or empty without an end; `operator` is empty for automatic events. */
export type EventTextParams = {
  event_registered: None
  event_closing_asked: None
  event_closed: None
  event_identity_verified: { document: string }
  event_identity_refused: { reason: string }
  event_identity_revoked: { reason: string }
  event_identity_expired: None
  event_passkey_added: { name: string }
  event_passkey_renamed: { name: string; former: string }
  event_passkey_removed: { name: string }
  event_sign_in: { device: string }
  event_new_device: { device: string }
  event_limit_set: Amount & Limit
  event_limit_lowered: Amount & Limit & { before: string }
  event_limit_raise_asked: Amount & Limit
  event_limit_removal_asked: Limit
  event_limit_kept: Amount & Limit
  event_limit_raised: Amount & Limit & { before: string }
  event_limit_removed: Limit
  event_block_time_out: Author & { until: string }
  event_block_self_exclusion: Author & { until: string }
  event_block_operator: Author & { until: string }
  event_block_ended: Author & { block: string }
  event_bonus_given: Amount
  event_bonus_completed: Amount
  event_bonus_cancelled: Amount
  event_bonus_expired: Amount
  event_bonus_taken_back: Amount
  event_gift: Amount & { title: string }
  /** `amount` is the stake of each round. */
  event_free_rounds_given: Amount & { game: string; rounds: string }
  /** `amount` is the rounds' win. */
  event_free_rounds_used: Amount & { game: string }
  event_free_rounds_paid_out: Amount & { game: string; left: string }
  event_free_rounds_expired: Amount & { game: string; left: string }
  event_free_rounds_stopped: Amount & { game: string; left: string }
  event_tournament_rank: { title: string; rank: string }
  event_help_asked: None
  event_help_answered: None
  event_help_closed: None
  /** The other parameters are those of the message. */
  event_message: { message: string }
  event_act: { operator: string; text: string }
}
