import { depositFamilies } from '@dhow/contract/deposit-families'
import type { DepositStop } from '@dhow/contract/payments'
import type { ContractAnswers } from '@dhow/client/testing/contract-server'
import type { Calls } from '@dhow/contract/calls'
import { textOf } from '@dhow/contract/player-texts'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths, playPath } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const stopped = (...stops: DepositStop[]): ContractAnswers<Calls> => ({
  depositOptions: { status: 'success', stops },
})
const onBreak: DepositStop = { code: 'on_break', applies_to: 'all', until: '2026-11-27T10:00:00.000Z' }
const threeOpen: DepositStop = { code: 'too_many_open_deposits', applies_to: 'transfers', until: null }

const methodsOf = (...names: string[]) => {
  const answer = reply('paymentMethods') as { methods: object[] }
  return {
    ...answer,
    methods: names.map((name, id) => ({
      ...answer.methods[0],
      ...{ id, name, display_name: name, display_name_text: textOf('text', { text: name }), redirect: false },
    })),
  } as never
}

describe('during a break', () => {
  it.each([
    [paths.paymentMethod, { paymentMethods: methodsOf('easypay') }],
    [paths.voucher, {}],
    [paths.deposit, { staticDepositMethods: reply('staticDepositMethods'), portalSetting: reply('portalSetting') }],
    [`${paths.depositStatic}?step=step3`, { staticDepositMethods: reply('staticDepositMethods') }],
  ] as const)('%s shows the end of the stop, and offers a withdrawal and no form', async (path, answers) => {
    await openPortal(path, { ...stopped(onBreak), staticPaymentDetail: { refusal: 'deposits_blocked' }, ...answers })
    const content = await main()
    expect(await content.findAllByText(/^You are taking a break until .*27 Nov/)).not.toEqual([])
    expect(content.getAllByRole('link', { name: 'Withdraw' })).not.toEqual([])
    expect(content.queryByRole('button', { name: /^Proceed|^Check voucher|^Submit deposit/ })).toBeNull()
    expect(content.queryAllByRole('textbox')).toEqual([])
  })

  it('a game shows the end of the stop, instead of an error', async () => {
    const limits = reply('getLimits', { isEmpty: true }) as object
    await openPortal(playPath('dhow'), {
      getGame: reply('getGame'),
      launchGame: { refusal: 'play_blocked' },
      getLimits: {
        ...limits,
        block: { kind: 'time_out', from: '2026-11-20T10:00:00.000Z', until: onBreak.until },
      } as never,
    })
    const content = await main()
    expect(await content.findByText(/^You are taking a break until .*27 Nov/)).toBeTruthy()
    expect(content.getByRole('link', { name: 'Withdraw' })).toBeTruthy()
    expect(content.queryByText('The game could not be opened.')).toBeNull()
  })
})

it('a closed game shows the reason and a link to the others', async () => {
  await openPortal(playPath('dhow'), { getGame: reply('getGame'), launchGame: { refusal: 'provider_down' } })
  const content = await main()
  expect((await content.findByRole('link', { name: 'Back to the games' })).getAttribute('href')).toBe(paths.allGames)
  expect(content.queryByText('The game could not be opened.')).toBeNull()
})

it('a break starts only after a confirmation of its end', async () => {
  const server = await openPortal(paths.accountDashboard, {
    accountDashboard: { ...(reply('accountDashboard') as object), block: null } as never,
    takeTimeOut: reply('takeTimeOut'),
  })
  const content = await main()
  const sent = () => server.requests.filter(({ name }) => name === 'takeTimeOut')
  fireEvent.click(await content.findByRole('button', { name: 'Take the break' }))
  expect(await content.findByText(/^Take a break until .*\? It cannot be ended early\.$/)).toBeTruthy()
  expect(sent()).toHaveLength(0)
  fireEvent.click(content.getByRole('button', { name: 'Not now' }))
  expect(content.queryByText(/^Take a break until/)).toBeNull()
  fireEvent.click(content.getByRole('button', { name: 'Take the break' }))
  fireEvent.click(content.getByRole('button', { name: 'Take the break' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
})

describe('with as many open deposits as are allowed', () => {
  it('the account numbers are not shown', async () => {
    await openPortal(depositFamilies['manual-namibia'].formPath, {
      ...stopped(threeOpen),
      verifyToken: withUser({ market: 'NA', currency: 'NAD' }),
      manualNamibiaPaymentDetails: reply('manualNamibiaPaymentDetails'),
    })
    const content = await main()
    expect(await content.findByText(/^You have several open deposits\./)).toBeTruthy()
    expect(content.queryByText('Your deposit code')).toBeNull()
  })

  it('the chooser offers the methods still open', async () => {
    await openPortal(paths.paymentMethod, { ...stopped(threeOpen), paymentMethods: methodsOf('easypay', 'namibia') })
    const content = await main()
    expect(await content.findByText(/^You have several open deposits\./)).toBeTruthy()
    expect(content.getAllByRole('button', { name: /^Proceed/ })).toHaveLength(1)
  })
})

it('the chooser lists the last used method first, with usual durations', async () => {
  const answer = methodsOf('easypay', 'namibia', 'e-wallet') as { methods: object[] }
  const [voucher, bank, wallet] = answer.methods.map((row) => ({
    ...row,
    usual_minutes: undefined,
    last_used: undefined,
  }))
  const methods = [voucher, { ...bank, usual_minutes: 200 }, { ...wallet, usual_minutes: 4, last_used: true }]
  await openPortal(paths.paymentMethod, { paymentMethods: { ...answer, methods } as never })
  const rows = (await (await main()).findAllByRole('button', { name: /^Proceed/ })).map((button) =>
    button.closest('li'),
  )
  expect(rows.map((row) => row?.querySelector('h2')?.textContent)).toEqual(['e-wallet', 'easypay', 'namibia'])
  expect(rows.map((row) => row?.querySelector('strong')?.textContent)).toEqual([
    'usually 4 min',
    undefined,
    'usually 4 h',
  ])
  expect((await main()).getAllByText('Last used')).toHaveLength(1)
})

it('the chooser names the bonus that a deposit opens', async () => {
  const bonuses = reply('bonuses') as { offers: object[] }
  const offers = bonuses.offers.map((offer) => ({ ...offer, title: 'First deposit 100 %', state: 'needs_deposit' }))
  await openPortal(paths.paymentMethod, {
    paymentMethods: methodsOf('easypay'),
    bonuses: { ...bonuses, offers } as never,
  })
  const content = await main()
  expect(await content.findByText(/First deposit 100 %/)).toBeTruthy()
  expect(content.getByRole('link', { name: 'Terms of the bonus' }).getAttribute('href')).toBe(paths.bonus)
})

it('the page on responsible gaming names limits, breaks, exclusion and a helpline', async () => {
  await openPortal(paths.responsible)
  await (await main()).findByText(/limits for deposits/)
  const text = screen.getByRole('main').textContent ?? ''
  for (const named of ['limits for deposits', 'a break of 1 to 42 days', 'self-exclusion', '061 232 221', '14416'])
    expect(text).toContain(named)
  expect((await main()).getByRole('link', { name: 'Account' }).getAttribute('href')).toBe(paths.accountDashboard)
})

describe('a withdrawal', () => {
  const options = {
    ...(reply('withdrawOptions') as object),
    currency: 'INR',
    available: '300.00',
    limits: { min: '50.00', max: '5000.00' },
    stops: [],
  }
  it.each([
    ['400', 'You can withdraw up to ₹300.00.'],
    ['20', 'Minimum allowed is ₹ 50'],
    ['', 'Amount is required'],
  ])('of %s is refused before a text message is sent', async (amount, sentence) => {
    const server = await openPortal(paths.withdrawIndia, {
      verifyToken: withUser({ market: 'IN', currency: 'INR' }),
      withdrawOptions: options as never,
      payoutAccounts: reply('payoutAccounts'),
      sendOtp: reply('sendOtp'),
    })
    const content = await main()
    fireEvent.change(await content.findByLabelText(/^Amount/), { target: { value: amount } })
    fireEvent.click(content.getByRole('button', { name: 'Send me a code' }))
    expect(await content.findByText(sentence)).toBeTruthy()
    expect(server.requests.map(({ name }) => name)).not.toContain('sendOtp')
  })

  it('asks for a new code if its amount changed after the code was sent', async () => {
    const server = await openPortal(paths.withdrawIndia, {
      verifyToken: withUser({ market: 'IN', currency: 'INR' }),
      withdrawOptions: options as never,
      payoutAccounts: reply('payoutAccounts'),
      sendOtp: reply('sendOtp'),
    })
    const content = await main()
    const type = (label: RegExp, value: string) =>
      fireEvent.change(content.getByLabelText(label), { target: { value } })
    await content.findByLabelText(/^Amount/)
    type(/^Amount/, '200')
    fireEvent.click(content.getByRole('button', { name: 'Send me a code' }))
    expect(await content.findByText('We sent a code to your mobile.')).toBeTruthy()
    expect(server.requests.find(({ name }) => name === 'sendOtp')?.body).toMatchObject({
      type: 'withdraw',
      amount: '200',
    })
    type(/^Code/, '12345')
    type(/^Amount/, '250')
    expect(content.getByRole('status').textContent).toBe('You changed the amount or the account. Ask for a new code.')
    expect(content.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('')
  })

  it.each([
    ['300.00', 'Whole balance: ₹300.00', '300.00'],
    ['9000.50', 'Largest amount: ₹5,000.00', '5000.00'],
  ])('of all of %s takes one tap', async (available, label, value) => {
    await openPortal(paths.withdrawIndia, {
      verifyToken: withUser({ market: 'IN', currency: 'INR' }),
      withdrawOptions: { ...options, available } as never,
      payoutAccounts: reply('payoutAccounts'),
    })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: label }))
    expect(content.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe(value)
  })

  it('is refused before any form while another is open', async () => {
    await openPortal(paths.withdrawIndia, {
      verifyToken: withUser({ market: 'IN', currency: 'INR' }),
      withdrawOptions: {
        ...options,
        stops: [{ code: 'withdrawal_open', text: { code: 'withdrawal_open', params: {} } }],
      } as never,
      payoutAccounts: reply('payoutAccounts'),
    })
    const content = await main()
    expect(await content.findByText(/^You have an open withdrawal\./)).toBeTruthy()
    expect(content.queryByRole('button', { name: 'Send me a code' })).toBeNull()
  })
})

describe('a withdrawal of who is not verified', () => {
  it.each([paths.withdraw, paths.withdrawNamibia])(
    'is stopped at %s with the place where a document is sent',
    async (path) => {
      const stops = [{ code: 'tier_too_low', text: textOf('tier_too_low', {}) }]
      await openPortal(path, {
        withdrawOptions: { ...(reply('withdrawOptions') as object), stops } as never,
        payoutAccounts: reply('payoutAccounts'),
      })
      const content = await main()
      expect(await content.findByText(/send a photo of your document under Help/)).toBeTruthy()
      expect(content.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe(paths.help)
    },
  )
})

describe('a payment abandoned at its service’s page', () => {
  const deposit = {
    ...(reply('getDeposit') as { deposit: object }).deposit,
    id: 'pay_1',
    status: 'pending',
    state: 'pending',
    method: 'A-Pay',
    method_text: textOf('text', { text: 'A-Pay' }),
    declared_amount: '0.00',
    credited_amount: null,
    question: null,
    choice: null,
    can_cancel: true,
    continue_url: 'https://pay.test/order',
  }

  it('can be continued and cancelled', async () => {
    const server = await openPortal('/payments/pay_1', {
      getDeposit: { status: 'success', deposit } as never,
      paymentHelp: reply('paymentHelp'),
      cancelDeposit: reply('cancelDeposit'),
    })
    const content = await main()
    const link = await content.findByRole('link', { name: 'Continue payment' })
    expect(link.getAttribute('href')).toBe('https://pay.test/order')
    fireEvent.click(content.getByRole('button', { name: 'Cancel deposit' }))
    fireEvent.click(content.getByRole('button', { name: 'Cancel deposit' }))
    await waitFor(() => expect(server.requests.map(({ name }) => name)).toContain('cancelDeposit'))
  })

  it('is listed as open, without an amount', async () => {
    const history = reply('depositHistory') as object
    await openPortal(paths.whereIsMyMoney, { depositHistory: { ...history, data: [deposit] } as never })
    const content = await main()
    expect(await content.findAllByText('A-Pay')).not.toEqual([])
    expect(content.queryByText(/0\.00/)).toBeNull()
  })
})
