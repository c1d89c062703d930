import type { NoticeTextParams } from './player-text-params.ts'
import type { TextsFor } from './player-texts.ts'

/** Notices for players in Afrikaans. */
export const noticeTexts: TextsFor<NoticeTextParams> = {
  gift_claimed: () => 'Geskenk ontvang',
  prize_credited: () => 'Prys by jou saldo gevoeg',
  free_rounds_given: () => 'Jy het gratis rondtes',
  bonus_completed: ({ amount, currency }, { money }) =>
    `Jou bonus van ${money(amount, currency)} is nou deel van jou kontantsaldo.`,
  bonus_cancelled: ({ amount, currency }, { money }) => `Jou bonus van ${money(amount, currency)} is gekanselleer.`,
  bonus_expired: ({ amount, currency }, { money }) => `Jou bonus van ${money(amount, currency)} het verval.`,
  bonus_reversed: ({ amount, currency }, { money }) =>
    `Jou bonus van ${money(amount, currency)} is saam met sy deposito teruggedraai.`,
  reward_approved: ({ amount, currency }, { money }) =>
    `Jou beloning van ${money(amount, currency)} is goedgekeur. Jy kan dit nou neem.`,
  reward_refused: ({ amount, currency }, { money }) =>
    `Jou beloning van ${money(amount, currency)} is nie goedgekeur nie. Kontak asseblief die hulpspan.`,
  referral_paid: ({ amount, currency }, { money }) =>
    `Jou vriend het begin speel: ${money(amount, currency)} is by jou saldo gevoeg.`,
  help_answered: () => 'Ons het jou vraag beantwoord.',
  limit_set: () => 'Jou perk geld van nou af.',
  limit_pending: () => 'Jy kan hierdie verandering oor 24 uur bevestig.',
  limit_kept: () => 'Jou perk het nie verander nie.',
  limit_raised: () => 'Jou nuwe perk geld van nou af.',
  break_started: () => 'Jou blaaskans het begin. Jy kan steeds onttrek.',
  self_excluded: () => 'Jy is van spel uitgesluit. Jy kan steeds onttrek.',
}
