import { describe, expect, it } from 'vitest'
import { messageSamples } from './message-samples.ts'
import {
  isSmsKind,
  messageLanguages,
  outsideFormats,
  renderMessage,
  renderSms,
  smsFormats,
  type MessageKind,
} from './message-texts.ts'
import {
  renderOwn,
  renderWorded,
  renderWordedSms,
  wordedKinds,
  writtenEachTime,
  type WordedKind,
} from './message-wordings.ts'
import {
  isGraveKind,
  outsideLinks,
  standardWording,
  wordingFaults,
  type WordingPlace,
} from './message-wording-rules.ts'
import { smsSize } from './sms-parts.ts'

const samples = messageSamples('NAD')
const paramsOf = (kind: WordedKind): Record<string, string> => ({ ...samples[kind] })
const timeZone = 'Africa/Windhoek'
const formats = outsideFormats(timeZone)
const place = (kind: WordedKind, more: Partial<WordingPlace> = {}): WordingPlace => ({
  ...{ kind, language: 'en', market: null, portal: 'Dhow' },
  ...more,
})
const inEach = wordedKinds.flatMap((kind) => messageLanguages.map((language) => [kind, language] as const))

describe('the standard text of a message', () => {
  it.each(inEach)('%s in %s is a wording without faults that says the same', (kind, language) => {
    const standard = standardWording(kind, language)
    const params = paramsOf(kind)
    expect(wordingFaults(place(kind, { language }), standard, 'https://play.example')).toEqual({})
    expect(renderOwn({ kind, params }, language, formats, standard)).toEqual(
      renderMessage({ kind, params }, language, formats),
    )
    const how = { language, portal: 'Dhow', timeZone }
    const sms = isSmsKind(kind) ? renderSms(kind, samples[kind], how) : undefined
    expect(renderWordedSms({ kind, params }, how, standard)).toBe(sms)
  })

  it('says what is owed of a reversed deposit only if something is', () => {
    const own = standardWording('deposit_reversed', 'en')
    const text = (owed: string) =>
      renderOwn({ kind: 'deposit_reversed', params: { ...paramsOf('deposit_reversed'), owed } }, 'en', formats, own)
        ?.text
    expect(text('5.00')).toMatch(/You owe N\$5\.00 of it; your next deposits pay it first\.$/)
    expect(text('0.00')).not.toMatch(/owe| $/)
  })

  it('exists for every kind except those written each time', () => {
    const all = Object.keys(samples) as MessageKind[]
    expect([...wordedKinds, ...writtenEachTime].toSorted()).toEqual(all.toSorted())
  })
})

describe('a wording', () => {
  const good = standardWording('deposit_rejected', 'en')
  const codes = (change: Partial<typeof good>, more: Partial<WordingPlace> = {}) => {
    const faults = wordingFaults(place('deposit_rejected', more), { ...good, ...change }, 'https://play.example')
    return Object.entries(faults).flatMap(([field, texts]) => texts.map(({ code, params }) => [field, code, params]))
  }

  it.each<[string, Partial<typeof good>, unknown[]]>([
    ['empty', { text: ' ' }, ['text', 'text_required', {}]],
    ['without its reason', { text: 'No {amount}.' }, ['text', 'wording_params_missing', { params: '{reason}' }]],
    [
      'with a parameter of another message',
      { text: '{amount} {reason} {device}' },
      ['text', 'wording_params_unknown', { params: '{device}', known: '{amount}, {reason}' }],
    ],
    ['with half a brace', { text: '{amount} {reason} {' }, ['text', 'wording_braces', {}]],
    ['with capitals in braces', { text: '{amount} {reason} {Amount}' }, ['text', 'wording_braces', {}]],
    ['with an amount in its title', { title: '{amount} refused' }, ['title', 'wording_title_params', {}]],
    ['with a long title', { title: 'x'.repeat(61) }, ['title', 'wording_long', { most: '60', length: '61' }]],
    [
      'with a link elsewhere',
      { text: '{amount} {reason} See https://evil.example/x' },
      ['text', 'wording_link', { address: 'https://evil.example/x', host: 'play.example' }],
    ],
    [
      'with a reason in its text message',
      { sms: '{amount} {reason}' },
      ['sms', 'wording_params_unknown', { params: '{reason}', known: '{amount}' }],
    ],
    [
      'with a long text message',
      { sms: `{amount} ${'x'.repeat(300)}` },
      ['sms', 'wording_sms_parts', { most: '2', parts: '3', foreign: '' }],
    ],
    [
      'with a text message that one character makes long',
      { sms: `{amount} ${'x'.repeat(140)}’` },
      ['sms', 'wording_sms_parts', { most: '2', parts: '3', foreign: '’' }],
    ],
  ])('%s is refused', (_what, change, fault) => {
    expect(codes(change)).toEqual([fault])
  })

  it('is measured with the longest values, not as it is typed', () => {
    const text = `{amount} {reason} ${'x'.repeat(520)}`
    expect(text.length).toBeLessThan(600)
    expect(codes({ text })).toMatchObject([['text', 'wording_long', { most: '600' }]])
  })

  it('with a value that a message lacks gives way to the standard text', () => {
    const message = { kind: 'deposit_rejected', params: { ...paramsOf('deposit_rejected') } }
    const own = { title: 'Own', text: 'Own {device}' }
    expect(renderWorded(message, 'en', formats, own)?.title).toBe('Deposit not credited')
    expect(renderWorded(message, 'en', formats, { title: 'Own', text: 'Own {amount}' })?.text).toBe(
      'Own N$9,999,999.99',
    )
  })

  it('fills a value only once, even if the value looks like a parameter', () => {
    const message = { kind: 'passkey_added', params: { name: '{name} {amount}' } }
    expect(renderOwn(message, 'en', formats, { title: 'Own', text: 'New: {name}.' })?.text).toBe(
      'New: {name} {amount}.',
    )
  })
})

describe('links', () => {
  it.each([
    'Read https://play.example/messages now.',
    'Read play.example/terms-condition, then answer.',
    'It is at PLAY.EXAMPLE.',
    '(https://play.example)',
    'Rs 5.00 at 18.30, e.g. today. Next sentence.',
  ])('to the portal alone are kept: %s', (text) => {
    expect(outsideLinks(text, 'https://play.example')).toEqual([])
  })

  it.each([
    'https://evil.example',
    'play.example.evil.example',
    'https://play.example@evil.example/',
    'http://play.example/',
    'evil.example/https://play.example',
    'www.evil.example',
    'mail@evil.example',
    'tg://resolve?domain=evil',
    'http://10.0.0.1/x',
    'раураl.example',
  ])('elsewhere are found: %s', (text) => {
    expect(outsideLinks(`See ${text} today`, 'https://play.example')).not.toEqual([])
  })
})

describe('a text message', () => {
  it.each([
    ['a'.repeat(160), 'GSM-7', 1],
    ['a'.repeat(161), 'GSM-7', 2],
    ['a'.repeat(306), 'GSM-7', 2],
    ['a'.repeat(307), 'GSM-7', 3],
    // The euro counts twice, and no character is divided: 152 + 2 do not fit into a part of 153.
    ['€'.repeat(80), 'GSM-7', 1],
    [`${'a'.repeat(159)}€`, 'GSM-7', 2],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3],
    ['क'.repeat(70), 'UCS-2', 1],
    ['क'.repeat(71), 'UCS-2', 2],
    ['😀'.repeat(35), 'UCS-2', 1],
    ['😀'.repeat(67), 'UCS-2', 3],
  ])('has its parts counted as a gateway bills them (%#)', (text, alphabet, parts) => {
    expect(smsSize(text)).toMatchObject({ alphabet, parts })
  })

  it('names the characters outside the GSM alphabet', () => {
    expect(smsSize('It’s “fine”').foreign).toEqual(['’', '“', '”'])
  })
})

it('messages about money, sign-in, identity and limits are published by two people', () => {
  const alone = wordedKinds.filter((kind) => !isGraveKind(kind))
  expect(alone).toEqual(['free_rounds_ending', 'help_answered', 'complaint_decided'])
})

it('amounts in a text message use only the GSM alphabet', () => {
  expect(smsFormats('en', timeZone).money('5.00', 'INR')).toBe('Rs 5.00')
})
