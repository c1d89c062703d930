import { describe, expect, it } from 'vitest'
import { methods } from '../deposits/index.ts'
import { hasExpired, nextCheckMs, safeReturnUrl, servicesOf, voucherDigits } from './rules.ts'

const minutes = (kind: 'voucher' | 'redirect') => {
  const waits: number[] = []
  for (let wait = nextCheckMs(kind, 0); wait !== undefined; wait = nextCheckMs(kind, waits.length))
    waits.push(wait / 60_000)
  return waits
}

describe('a payment without a callback', () => {
  it('by a voucher is checked for a day at growing intervals', () =>
    expect(minutes('voucher')).toEqual([0.25, 1, 5, 15, 60, 360, 1_440]))

  it('at a page is checked for a day, expires, and is checked daily for a week', () => {
    expect(minutes('redirect')).toEqual([1, 5, 15, 60, 360, ...Array<number>(8).fill(1_440)])
    expect([5, 6].map(hasExpired)).toEqual([false, true])
  })
})

it('no payment service has the number or the code of a family of deposits', () => {
  const all = [...methods, ...servicesOf({ paymentServices: [] })]
  for (const field of ['id', 'code'] as const)
    expect(new Set(all.map((method) => method[field])).size, field).toBe(all.length)
})

describe('the return address', () => {
  const portal = 'https://play.dhow.example'
  it.each(['/', '/payment-method?status=x', `${portal}/deposit`, 'HTTPS://PLAY.dhow.example/deposit'])(
    '%s is accepted',
    (text) => expect(safeReturnUrl(text, portal)?.startsWith(`${portal}/`)).toBe(true),
  )
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\tevil',
    ' /x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
    `${portal}.evil.example`,
    `${portal}@evil.example`,
    `https://user@play.dhow.example/`,
    `https://evil.example/?${portal}`,
    'http://play.dhow.example/',
    'https://play.dhow.example:444/',
    'https://plаy.dhow.example/',
    'https://play.dhow.example%2f.evil.example/',
    'ftp://play.dhow.example/',
    'play.dhow.example',
    '',
    '\u0000/',
    'https://play。dhow.example.evil/',
    ...['//', '///', '////', '/\\', '\\/', '\t//', '\n//', '/\r/', '/\t/', ' //', '\u0085//', '\u007f/'].map(
      (s) => `${s}evil.example`,
    ),
    ...['HTTPS', 'https ', 'blob:https', 'view-source:https', 'wss', 'file', 'intent', 'about'].map(
      (s) => `${s}://evil.example/`,
    ),
    ...['@', ':443@', '.', '%00.', '%2e', ':80:443', '%40', '\\@'].map((s) => `${portal}${s}evil.example/`),
    ...['https:\\\\evil.example', 'https:/evil.example', 'https:///evil.example', 'http:evil.example'],
    ...['vbscript:x', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', 'mailto:a@evil.example', 'tel:1'],
  ])('%j leads elsewhere', (text) => expect(safeReturnUrl(text, portal)).toBeUndefined())
})

describe('the digits of a voucher', () => {
  it('keep leading zeros', () => expect(voucherDigits('0000000000000042')).toBe('0000000000000042'))
})
