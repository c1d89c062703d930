import { textOf } from '@dhow/contract/player-texts'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const verifyToken = withUser({ market: 'NA', currency: 'NAD', chips: '370.00' })
const sample = (reply('getDeposit') as { deposit: object }).deposit
const voucher = {
  ...sample,
  ...{ id: 'pay_1', family: 'kazang-voucher', method_text: textOf('method_voucher', {}), currency: 'NAD' },
  ...{
    declared_amount: '150.00',
    credited_amount: '150.00',
    utr: '•••• 1234',
    status: 'completed',
    state: 'succeeded',
  },
  ...{ reason: null, question: null, choice: null, can_cancel: false, continue_url: null, has_change: undefined },
}
const open = { ...voucher, credited_amount: null, status: 'processing', state: 'unknown' }
const answers = (deposit: object) => ({ verifyToken, getDeposit: { status: 'success', deposit } as never })

/** Redeems a voucher that becomes the given deposit. */
async function redeem(deposit: object, message: string) {
  const check = reply('voucherCheck') as { data: { voucher: object } }
  const done = reply('voucherRedeem') as { data: object }
  await openPortal(paths.voucher, {
    ...answers(deposit),
    profile: reply('profile'),
    voucherCheck: {
      ...check,
      data: { ...check.data, voucher: { ...check.data.voucher, amount: '150.00', currency: 'NAD' } },
    } as never,
    voucherRedeem: { ...done, message, data: { ...done.data, deposit, has_change: false } } as never,
  })
  const content = await main()
  fireEvent.change(await content.findByLabelText('Voucher number'), { target: { value: '1234567890123456' } })
  fireEvent.click(content.getByRole('button', { name: 'Check voucher' }))
  fireEvent.click(await content.findByRole('button', { name: 'Add N$150.00 to my balance' }))
  return content
}

/** Returns from a payment service's page. */
async function returnFromService(deposit: object) {
  await openPortal(`${paths.paymentReturn}?transaction=TXN1`, {
    ...answers(deposit),
    aPayStatus: { status: 'success', msg: '', deposit } as never,
  })
  return main()
}

describe('a credited deposit', () => {
  it.each([
    ['by voucher', () => redeem(voucher, 'The voucher was added to your balance.')],
    ['at a service', () => returnFromService(voucher)],
  ])('%s is announced once, with its amount, the new balance and a link to the games', async (_way, pay) => {
    const content = await pay()
    expect(await content.findByRole('heading', { name: 'Your deposit was added.' })).toBeTruthy()
    expect(content.getAllByText('N$150.00')).toHaveLength(1)
    expect(content.getByText('New balance')).toBeTruthy()
    expect(content.queryByText(/added to your balance/)).toBeNull()
    expect(content.getByRole('link', { name: 'Play now' }).getAttribute('href')).toBe(paths.home)
    expect(content.getByRole('link', { name: 'View status' }).getAttribute('href')).toBe('/payments/pay_1')
  })
})

describe('a deposit that is still open', () => {
  it('opens at its top, even after a scrolled form', async () => {
    const scroll = vi.spyOn(globalThis, 'scrollTo')
    const content = await redeem(open, 'The issuer has not answered yet.')
    await content.findByText('The issuer has not answered yet.')
    expect(scroll).toHaveBeenLastCalledWith(0, 0)
  })

  it('links to its status also in a browser whose scrollTo returns a promise', async () => {
    const scroll = vi.spyOn(globalThis, 'scrollTo')
    scroll.mockReturnValue(Object(Promise.resolve()))
    const content = await redeem(open, 'The issuer has not answered yet.')
    fireEvent.click(await content.findByRole('link', { name: 'View status' }))
    await waitFor(() => expect(content.queryByRole('link', { name: 'View status' })).toBeNull())
    expect(screen.queryByText('Something went wrong.')).toBeNull()
    scroll.mockRestore()
  })

  it('by voucher shows once why it is waiting', async () => {
    const message = 'The issuer has not answered yet.'
    const content = await redeem(open, message)
    expect(await content.findAllByText(message)).toHaveLength(1)
    expect(content.queryByText(/^We are checking your payment/)).toBeNull()
    expect(content.queryByRole('link', { name: 'Play now' })).toBeNull()
  })

  it('at a service is polled, and offers no other payment', async () => {
    const content = await returnFromService(open)
    expect(await content.findByText(/^We are checking your payment with the payment service\./)).toBeTruthy()
    expect(content.queryByRole('link', { name: 'Choose a payment method' })).toBeNull()
  })
})
