import { refusalSentence } from '@dhow/contract/refusals'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const steps = { authenticationType: { ...reply('authenticationType'), registration_open: true, forgot_password: true } }
const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await (await main()).findByLabelText(label), { target: { value } })

describe('a code of six digits', () => {
  const open = async (verifyOtp: 'pending' | { refusal: 'otp_wrong' }) => {
    const answers = { ...steps, forgotPassword: reply('forgotPassword'), verifyOtp }
    const server = await openPortal(paths.forgotPassword, answers, { isSignedIn: false })
    await type('Mobile number', '812345678')
    fireEvent.click((await main()).getByRole('button', { name: 'Send the code' }))
    await (await main()).findByLabelText(/^Code/)
    return () => server.requests.filter(({ name }) => name === 'verifyOtp').map(({ body }) => body)
  }

  it('is sent with the last digit, and not before', async () => {
    const sent = await open('pending')
    await type(/^Code/, '12345')
    expect(sent()).toEqual([])
    await type(/^Code/, '123456')
    await waitFor(() => expect(sent()).toMatchObject([{ otp: '123456' }]))
  })

  it('is sent when pasted with a space, and once while the request runs', async () => {
    const sent = await open('pending')
    await type(/^Code/, '550 163')
    await waitFor(() => expect(sent()).toMatchObject([{ otp: '550163' }]))
    await type(/^Code/, '55016')
    await type(/^Code/, '550164')
    expect(sent()).toHaveLength(1)
  })

  it('stays for correction when wrong, and is sent again when complete', async () => {
    const sent = await open({ refusal: 'otp_wrong' })
    await type(/^Code/, '123456')
    const content = await main()
    expect(await content.findAllByText(refusalSentence('otp_wrong'))).not.toEqual([])
    expect(content.getByLabelText<HTMLInputElement>(/^Code/).value).toBe('123456')
    expect(sent()).toHaveLength(1)
    await type(/^Code/, '12345')
    await type(/^Code/, '123457')
    await waitFor(() => expect(sent()).toMatchObject([{ otp: '123456' }, { otp: '123457' }]))
  })
})

describe('a code beside other fields', () => {
  const money = { verifyToken: withUser({ market: 'IN', currency: 'INR' }), payoutAccounts: reply('payoutAccounts') }
  const limits = { min: '100.00', max: '5000.00' }
  const withdrawOptions = { ...reply('withdrawOptions'), currency: 'INR', available: '300.00', limits, stops: [] }

  it('focuses an empty amount instead of sending', async () => {
    const server = await openPortal(paths.withdrawIndia, { ...money, withdrawOptions: withdrawOptions as never })
    await (await main()).findByLabelText(/^Amount/)
    await type(/^Code/, '123456')
    const content = await main()
    expect(document.activeElement).toBe(content.getByLabelText(/^Amount/))
    expect(content.queryByRole('alert')).toBeNull()
    expect(server.requests.map(({ name }) => name)).not.toContain('requestWithdrawal')
  })

  it('sends the withdrawal once it has an amount', async () => {
    const answers = { ...money, withdrawOptions: withdrawOptions as never, requestWithdrawal: 'pending' as const }
    const server = await openPortal(paths.withdrawIndia, answers)
    await (await main()).findByLabelText(/^Amount/)
    await type(/^Amount/, '200')
    await type(/^Code/, '123456')
    const sent = () => server.requests.filter(({ name }) => name === 'requestWithdrawal')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toMatchObject({ amount: '200', otp: '123456' })
  })

  it('sends no payout account with an empty field', async () => {
    const server = await openPortal(paths.addBank, money)
    await (await main()).findByLabelText('Account holder')
    await type(/^Code/, '123456')
    expect(document.activeElement).toBe((await main()).getByLabelText('Account holder'))
    expect(server.requests.map(({ name }) => name)).not.toContain('addPayoutAccount')
  })
})
