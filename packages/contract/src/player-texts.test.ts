import { describe, expect, test } from 'vitest'
import { texts as af } from './player-texts-af.ts'
import { texts as en } from './player-texts-en.ts'
import { texts as hi } from './player-texts-hi.ts'
import { fault } from './faults.ts'
import type { ChangeTextParams, WarningTextParams } from './operator-text-params.ts'
import { changeTexts } from './operator-texts-changes.ts'
import { warningTexts } from './operator-texts-reviews.ts'
import { operatorText } from './operator-texts.ts'
import type { FormTextParams, PaymentTextParams } from './player-text-params.ts'
import { formTexts } from './player-texts-forms-en.ts'
import { nameTexts } from './player-texts-names-en.ts'
import { noticeTexts } from './player-texts-notices-en.ts'
import { paymentTexts } from './player-texts-payments-en.ts'
import { refusalTexts } from './player-texts-refusals-hi.ts'
import { termTexts } from './player-texts-terms-en.ts'
import { isPlayerRefusal, refusals, refusalSentence, type PlayerRefusalCode, type RefusalCode } from './refusals.ts'
import { renderPlayerText, textOf, type PlayerTextCode, type PlayerTexts, type TextsFor } from './player-texts.ts'

const money = (amount: string, currency: string) => `${currency} ${amount}`
const write = { money, limit: money }
const { gift_claimed: _, ...withoutOne } = en
const { deposit_credited: __, ...withoutStep } = paymentTexts
const { amount_minimum: ___, ...withoutFault } = formTexts
const { otp_wrong: ____, ...withoutRefusal } = refusalTexts
const { proof_copy: _____, ...withoutFlag } = warningTexts
const { second_from: ______, ...withoutChange } = changeTexts

// Type errors expected by the compiler; `tsc` fails without them.
export const refused = [
  // @ts-expect-error a language without one of the texts
  (): PlayerTexts => withoutOne,
  // @ts-expect-error a language without one of the steps of payments
  (): TextsFor<PaymentTextParams> => withoutStep,
  // @ts-expect-error a language without one of the faults of forms
  (): TextsFor<FormTextParams> => withoutFault,
  // @ts-expect-error a language without the sentence of one of the players' refusals
  (): Record<PlayerRefusalCode, () => string> => withoutRefusal,
  // @ts-expect-error a schema's message that is in no catalogue
  () => fault('Enter a valid number'),
  // @ts-expect-error a schema's message whose text takes a parameter
  () => fault('amount_minimum'),
  // @ts-expect-error a text for an operator without its amount
  () => operatorText('stop_debt', {}),
  // @ts-expect-error a catalogue for operators without one of the risk flags
  (): TextsFor<WarningTextParams> => withoutFlag,
  // @ts-expect-error a catalogue for operators without one of the changes that wait
  (): TextsFor<ChangeTextParams> => withoutChange,
  // @ts-expect-error a risk flag with a parameter of another name
  () => operatorText('reference_seen', { status: 'rejected' }),
  // @ts-expect-error an action that the list of money actions has not
  () => operatorText('money_action', { action: 'print_money' }),
  // @ts-expect-error a text for an operator that reads a parameter which its code has not
  (): TextsFor<WarningTextParams> => ({ ...warningTexts, large: ({ amount }: { amount: string }) => amount }),
  // @ts-expect-error a code that the console's catalogue has not
  () => operatorText('very_odd', {}),
  // @ts-expect-error a reason that the list has not
  () => textOf('deposit_rejected', { reason: 'bad_weather' }),
  // @ts-expect-error a text that reads a parameter which its code has not
  (): PlayerTexts => ({ ...en, help_answered: ({ amount }: { amount: string }) => amount }),
  // @ts-expect-error a code that is in no catalogue
  () => textOf('bonus_lost', {}),
  // @ts-expect-error a parameter of another name
  () => textOf('bonus_expired', { sum: '1.00', currency: 'NAD' }),
  // @ts-expect-error a parameter too few
  () => textOf('bonus_expired', { amount: '1.00' }),
]

const codes = Object.keys(en) as PlayerTextCode[]
const params = {
  ...{ seconds: '3400', date: '2026-12-24', market: 'NA', example: '081 234 5678', wallet: 'Easy Wallet' },
  ...{ percent: '12', stake: '9.00', days: '30', times: '21', game: 'Chance', from: '90', to: '110' },
  ...{ amount: '7.00', declared: '8.00', currency: 'NAD', reference: 'REF1', digits: '1234', service: 'A-Pay' },
  ...{ status: 'EXPIRED', text: 'as typed', reason: 'other', question: 'other' },
}
/** Parameters used by a text, found by unique values. */
const shownIn = (texts: PlayerTexts, code: PlayerTextCode) =>
  Object.values(params).filter(
    (value) => !['other', 'NA'].includes(value) && renderPlayerText(texts, { code, params }, write)?.includes(value),
  )

describe('texts for players', () => {
  test.each([
    ['hi', hi],
    ['af', af],
  ])('%s shows the same parameters as English', (_language, texts) => {
    for (const code of codes) expect([code, shownIn(texts, code)]).toEqual([code, shownIn(en, code)])
  })

  test('a changed wording in the catalogue also changes texts sent before', () => {
    const sent = textOf('bonus_expired', { amount: '7.00', currency: 'NAD' })
    expect(renderPlayerText(en, sent, write)).toBe('Your bonus of NAD 7.00 has expired.')
    const changed: PlayerTexts = { ...en, bonus_expired: ({ amount }) => `Gone: ${amount}` }
    expect(renderPlayerText(changed, sent, write)).toBe('Gone: 7.00')
  })

  test('an unknown code of a newer server gives no text', () => {
    expect(renderPlayerText(en, { code: 'constructor', params: {} }, write)).toBeUndefined()
  })

  test('no language repeats the English', () => {
    // "Bank" is the same word in Afrikaans.
    for (const code of codes.filter((one) => one !== 'line_bank')) {
      const english = renderPlayerText(en, { code, params }, write)
      expect(renderPlayerText(hi, { code, params }, write)).not.toBe(english)
      expect(renderPlayerText(af, { code, params }, write)).not.toBe(english)
    }
  })

  test('one day is no days, and a bonus that is staked once is not staked times', () => {
    const terms = (texts: PlayerTexts, times: string, days: string) =>
      renderPlayerText(texts, textOf('bonus_wagering', { times, days }), write)
    expect(terms(en, '1', '1')).toBe('Stake the bonus once within 1 day, and it becomes cash.')
    expect(terms(en, '2', '7')).toBe('Stake 2 times the bonus within 7 days, and it becomes cash.')
    expect(terms(af, '1', '1')).toBe('Sit die bonus een keer in binne 1 dag, en dit word kontant.')
    expect(terms(hi, '1', '7')).toBe('7 दिन के भीतर बोनस के बराबर दांव लगाएँ, और यह नकद बन जाता है।')
    const within = (texts: PlayerTexts, days: string) =>
      renderPlayerText(texts, textOf('bonus_claim_within', { days }), write)
    expect([within(en, '1'), within(en, '3')]).toEqual([
      'Claim it within 1 day of the deposit.',
      'Claim it within 3 days of the deposit.',
    ])
    expect(within(af, '1')).toBe('Eis dit binne 1 dag ná die deposito.')
  })

  test('a text typed by a person is unchanged in every language', () => {
    const written = textOf('text', { text: 'Closed for the regatta.' })
    for (const texts of [en, hi, af]) expect(renderPlayerText(texts, written, write)).toBe('Closed for the regatta.')
  })

  test('no code is in two groups of the catalogue', () => {
    const groups = [noticeTexts, paymentTexts, formTexts, termTexts, nameTexts, refusalTexts].flatMap(Object.keys)
    expect(groups.toSorted()).toEqual(codes.toSorted())
  })

  test('a wait is written in the units of the language, rounded up', () => {
    const wait = (texts: PlayerTexts, seconds: string) =>
      renderPlayerText(texts, textOf('wait_code', { seconds }), write)
    expect(wait(en, '1')).toBe('You can ask for another code in 1 second.')
    expect(wait(en, '3400')).toBe('You can ask for another code in 57 minutes.')
    expect(wait(en, '7201')).toBe('You can ask for another code in 3 hours.')
    expect(wait(af, '30')).toBe('Jy kan oor 30 sekondes nog ’n kode vra.')
    expect(wait(hi, '3400')).toBe('आप 57 मिनट बाद दूसरा कोड माँग सकते हैं।')
  })
})

describe('refusals', () => {
  test('each has a sentence, with its code or in the catalogues', () => {
    for (const code of Object.keys(refusals) as RefusalCode[]) {
      expect([code, refusalSentence(code)]).toEqual([code, expect.stringMatching(/\S{3}/)])
      expect([code, Object.hasOwn(en, code)]).toEqual([code, isPlayerRefusal(code) || code === 'player_suspended'])
    }
  })
})
