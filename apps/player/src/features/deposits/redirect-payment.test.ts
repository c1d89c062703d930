import { describe, expect, it } from 'vitest'
import { pageOfService } from '../../shared/service-page.ts'
import { returnAddress } from './redirect-payment.ts'

describe('a redirect payment', () => {
  it.each([
    ['https://pay.example/p/1', 'https://pay.example/p/1'],
    ['http://127.0.0.1:8083/pay/1', 'http://127.0.0.1:8083/pay/1'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,hello', undefined],
    ['/pay/1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('to %s opens %s', (url, page) => expect(pageOfService(url)).toBe(page))

  it('returns to the portal with its reference', () =>
    expect(returnAddress('https://dhow.example', 'TXN17')).toBe(
      'https://dhow.example/payment-return?transaction=TXN17',
    ))

  it('of a service other than A-Pay has the service’s name in its address', () =>
    expect(returnAddress('https://dhow.example', 'TXN17', 'kudu-pay')).toBe(
      'https://dhow.example/payment-return?transaction=TXN17&service=kudu-pay',
    ))
})
