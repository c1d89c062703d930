import { describe, expect, it } from 'vitest'
import {
  messageLanguages,
  renderMessage,
  renderSms,
  smsKinds,
  type MessageKind,
  type MessageParams,
} from './message-texts.ts'
import { messageReasons } from './message-reasons.ts'

/** Longest possible values of each kind. */
const money = (currency: 'NAD' | 'INR') => ({ amount: '9999999.99', currency })
const samples = (currency: 'NAD' | 'INR'): MessageParams => ({
  deposit_credited: money(currency),
  deposit_credited_other: { ...money(currency), declared: '1000000.00' },
  deposit_rejected: { ...money(currency), reason: 'third_party_payer' },
  deposit_question: { ...money(currency), question: 'find_reference', answer_by: '2026-11-24T12:30:00.000Z' },
  deposit_expired: money(currency),
  deposit_reversed: { ...money(currency), reason: 'fraud_suspected', owed: '9999999.99' },
  withdrawal_paid: { ...money(currency), reference: 'BANK-REFERENCE-1' },
  withdrawal_failed: { ...money(currency), reason: 'bank_refused' },
  withdrawal_returned: money(currency),
  withdrawal_rejected: { ...money(currency), reason: 'not_verified' },
  withdrawal_cancelled: money(currency),
  debt_opened: money(currency),
  debt_repaid: { ...money(currency), left: '100.00' },
  debt_written_off: money(currency),
  win_held: money(currency),
  win_paid: money(currency),
  win_refused: money(currency),
  withdrawal_approved: money(currency),
  gift_claimed: money(currency),
  tournament_prize: { ...money(currency), name: 'A weekend of calm', rank: '100' },
  tournament_prize_open: { ...money(currency), name: 'A weekend of calm', rank: '100' },
  free_rounds_given: {
    ...money(currency),
    game: 'Harbour Twenty-One',
    rounds: '100',
    until: '2026-12-01T09:00:00.000Z',
  },
  free_rounds_ending: { game: 'Harbour Twenty-One', left: '3', until: '2026-12-01T09:00:00.000Z' },
  bonus_given: { ...money(currency), required: '1000000.00', until: '2026-12-24T12:30:00.000Z' },
  bonus_completed: money(currency),
  bonus_cancelled: money(currency),
  bonus_expired: money(currency),
  bonus_reversed: money(currency),
  referral_paid: money(currency),
  reward_approved: money(currency),
  reward_refused: money(currency),
  limit_set: { ...money(currency), limit: 'deposit', period: 'month' },
  limit_removed: { limit: 'loss', period: 'week' },
  new_device: { device: 'Chrome on Android' },
  password_changed: {},
  passkey_added: { name: 'Chrome on Android' },
  passkey_removed: { name: 'Chrome on Android' },
  closing_asked: { until: '2026-12-24T12:30:00.000Z' },
  closing_kept: {},
  account_closed: {},
  account_reopened: {},
  identity_verified: {},
  identity_refused: { reason: 'unreadable' },
  identity_revoked: { reason: 'expired' },
  email_added: { address: 'z••••@e••••.com' },
  email_changed: { address: 'z••••@e••••.com', before: 'a••••@o••••.net' },
  email_removed: { address: 'z••••@e••••.com' },
  email_bounced: { address: 'z••••@e••••.com' },
  help_answered: { conversation: 'hlp_1' },
  complaint_decided: { conversation: 'hlp_1', number: 'NA-2026-0001' },
  offer: {
    title_en: 'Weekend bonus',
    text_en: 'Deposit this weekend and get a bonus of 50 percent.',
    title_hi: 'सप्ताहांत बोनस',
    text_hi: 'इस सप्ताहांत जमा करें और 50 प्रतिशत बोनस पाएँ।',
    title_af: 'Naweekbonus',
    text_af: 'Deponeer hierdie naweek en kry ’n bonus van 50 persent.',
  },
  campaign: { title: 'A weekend', text: 'Come and play.' },
})
const kinds = Object.keys(samples('NAD')) as MessageKind[]
const how = { money: (amount: string, currency: string) => `${currency} ${amount}`, time: (instant: string) => instant }

/** GSM 03.38, the basic table. */
const gsm =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

const smsTexts = smsKinds.flatMap((kind) =>
  messageLanguages.flatMap((language) =>
    (['NAD', 'INR'] as const).map(
      (currency) =>
        [
          kind,
          language,
          currency,
          renderSms(kind, samples(currency)[kind], { language, portal: 'Dhow', timeZone: 'Africa/Windhoek' }),
        ] as const,
    ),
  ),
)

describe('text messages', () => {
  it.each(smsTexts)(
    '%s in %s with %s is short, and uses the GSM alphabet if possible',
    (_kind, language, _currency, text) => {
      const foreign = [...text].filter((letter) => !gsm.includes(letter))
      if (language !== 'hi') expect(foreign).toEqual([])
      expect(text.length).toBeLessThanOrEqual(language === 'hi' ? 134 : 160)
      expect(text).toMatch(/^Dhow: /)
      expect(text).not.toMatch(/https?:|www\.|\.\w{2,}\//)
    },
  )

  it('state a deadline in the market’s time zone', () => {
    const { deposit_question: params } = samples('INR')
    const text = renderSms('deposit_question', params, { language: 'en', portal: 'Dhow', timeZone: 'Asia/Kolkata' })
    expect(text).toBe(
      'Dhow: We have a question about your deposit of Rs 99,99,999.99. Please log in and answer by 24/11 18:00.',
    )
  })
})

describe('the inbox', () => {
  it.each(kinds)('renders %s with all its values in every language, differently', (kind) => {
    const params = samples('NAD')[kind] as unknown as Record<string, string>
    const texts = messageLanguages.map((language) => renderMessage({ kind, params }, language, how))
    // Limits have translated names.
    const values = { money: params['amount'] && 'NAD 9999999.99', time: params['until'], device: params['device'] }
    const addresses = { address: params['address'], before: params['before'] }
    for (const text of texts) {
      for (const value of Object.values({ ...values, ...addresses }))
        if (value !== undefined) expect(text?.text).toContain(value)
      expect(`${text?.title} ${text?.text}`).not.toMatch(/undefined|\{|\}|null/)
    }
    // The operator's own text is the same in all languages.
    expect(new Set(texts.map((text) => text?.title)).size).toBe(kind === 'campaign' ? 1 : 3)
  })

  it('is empty for an unknown kind of a newer server', () => {
    expect(renderMessage({ kind: 'unheard_of', params: {} }, 'en', how)).toBeUndefined()
  })

  it('falls back to the general reason for an unknown code', () => {
    const params = { amount: '1.00', currency: 'NAD', owed: '0.00', reason: 'limit_exceeded' }
    expect(renderMessage({ kind: 'deposit_reversed', params }, 'en', how)?.text).toContain(
      messageReasons.deposit_reversed.other.en,
    )
  })
})
