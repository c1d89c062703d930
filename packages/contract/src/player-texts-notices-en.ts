import type { NoticeTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Notices for players in English. */
export const noticeTexts: TextsFor<NoticeTextParams> = {
  gift_claimed: () => 'Gift claimed successfully',
  prize_credited: () => 'Prize added to your balance',
  free_rounds_given: () => 'You have free rounds',
  bonus_completed: ({ amount, currency }, { money }) =>
    `Your bonus of ${money(amount, currency)} is now part of your cash balance.`,
  bonus_cancelled: ({ amount, currency }, { money }) => `Your bonus of ${money(amount, currency)} was cancelled.`,
  bonus_expired: ({ amount, currency }, { money }) => `Your bonus of ${money(amount, currency)} has expired.`,
  bonus_reversed: ({ amount, currency }, { money }) =>
    `Your bonus of ${money(amount, currency)} was reversed together with its deposit.`,
  reward_approved: ({ amount, currency }, { money }) =>
    `Your reward of ${money(amount, currency)} was approved. You can claim it now.`,
  reward_refused: ({ amount, currency }, { money }) =>
    `Your reward of ${money(amount, currency)} was not approved. Please reach out to the support team.`,
  referral_paid: ({ amount, currency }, { money }) =>
    `Your friend has started playing: ${money(amount, currency)} was added to your balance.`,
  help_answered: () => 'We answered your question.',
  limit_set: () => 'Your limit applies from now on.',
  limit_pending: () => 'You can confirm this change in 24 hours.',
  limit_kept: () => 'Your limit has not changed.',
  limit_raised: () => 'Your new limit applies from now on.',
  break_started: () => 'Your break has started. You can still withdraw.',
  self_excluded: () => 'You are excluded from play. You can still withdraw.',
}
