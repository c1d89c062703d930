import { describe, expect, it } from 'vitest'
import { words } from '../../shared/words/en/money.ts'
import { isVoucherNumber, voucherTextFault } from './voucher-text.ts'
import { methodsOfStep, stepOf } from './wizard-steps.ts'

const methods = [
  'namibia',
  'e-wallet',
  'easy wallet',
  'blue wallet',
  'nedbank wallet',
  'access money',
  'easypay',
  'apay',
].map((name): { name: string; redirect?: boolean } => ({ name }))

describe('the wizard', () => {
  it('starts with the transfer step at any address', () => {
    expect(stepOf('step3')).toBe('step3')
    expect(stepOf(null)).toBe('step1')
    expect(stepOf('step4')).toBe('step1')
  })

  it('has a tab each for transfers, wallets and vouchers, and no redirect', () => {
    expect(methodsOfStep(methods, 'step1')).toEqual([{ name: 'namibia' }])
    const connected = [...methods, { name: 'kudu-pay', redirect: true }]
    expect(methodsOfStep(connected, 'step2')).toHaveLength(5)
    expect(methodsOfStep(methods, 'step3')).toEqual([{ name: 'easypay' }])
  })
})

describe('the field for an amount or a voucher number', () => {
  const range = { min: 5, max: 5_000 }
  it.each([
    ['', 'Amount is required'],
    ['abc', 'Enter a valid number'],
    ['4', 'Minimum allowed is N$ 5'],
    ['5001', 'Maximum allowed is N$ 5,000'],
    ['150', 'This looks like an amount. Enter the voucher number, 10 to 20 digits.'],
    ['0012345678', undefined],
    ['0012 3456-7890 1234', undefined],
  ])('the error for %s is: %s', (text, sentence) =>
    expect(voucherTextFault(words.deposit, text, range, 'NAD')).toBe(sentence),
  )

  it.each([
    ['123456789', false],
    ['1234567890', true],
    ['123456789012345678901', false],
    ['12345.67890', false],
  ])('%s is a voucher number: %s', (text, is) => expect(isVoucherNumber(text)).toBe(is))
})
