import type { Calls } from '@dhow/contract/calls'
import { refusalSentence, type RefusalCode } from '@dhow/contract/refusals'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

interface FormRow {
  path: string
  isSignedIn: boolean
  fields: Record<string, string>
  /** Labels of boxes to tick. */
  ticks?: readonly RegExp[]
  button: string
  call: keyof Calls
  refusal: RefusalCode
  /** Throws until the result of a success is shown. */
  expectDone: () => void
}

const steps = { authenticationType: { ...reply('authenticationType'), registration_open: true, forgot_password: true } }
const password = 'calm-sea-at-dusk'
/** Calls of the screens after the forms. */
const next = {
  devices: reply('devices'),
  profile: reply('profile'),
  games: reply('games'),
  winners: reply('winners'),
  recentGames: reply('recentGames'),
  favourites: reply('favourites'),
}
const expectSignedIn = () => {
  expect(localStorage.getItem('token')).toBe('Sample text')
  expect(screen.getByTestId('balance').textContent).toBe('₹10.00')
}

const rows: readonly FormRow[] = [
  {
    ...{ path: paths.login, isSignedIn: false, button: 'Log in', call: 'login', refusal: 'credentials_wrong' },
    fields: { 'Mobile number': '812345678', Password: password },
    expectDone: expectSignedIn,
  },
  {
    ...{ path: paths.register, isSignedIn: false, button: 'Sign up', call: 'register', refusal: 'player_name_taken' },
    fields: { 'Player name': 'maria.n', 'Mobile number': '812345678', Password: password },
    ticks: [/^I am 18 or older/],
    expectDone: expectSignedIn,
  },
  {
    ...{ path: paths.forgotPassword, isSignedIn: false, button: 'Send the code', call: 'forgotPassword' },
    refusal: 'otp_too_soon',
    fields: { 'Mobile number': '812345678' },
    expectDone: () => expect(screen.getByLabelText(/Code/)).toBeTruthy(),
  },
  {
    ...{ path: paths.changePassword, isSignedIn: true, button: 'Save', call: 'changePassword' },
    refusal: 'credentials_wrong',
    fields: { 'Current password': 'an-old-password', 'New password': password },
    expectDone: () => expect(screen.getAllByText(/changed/i)).not.toEqual([]),
  },
  {
    ...{ path: paths.profileEdit, isSignedIn: true, button: 'Save', call: 'updateProfile' },
    refusal: 'player_name_taken',
    fields: { 'Player name': 'maria.n' },
    expectDone: () => expect(screen.getByText('Logged-in devices')).toBeTruthy(),
  },
  {
    ...{ path: paths.voucher, isSignedIn: true, button: 'Check voucher', call: 'voucherCheck' },
    refusal: 'too_many_requests',
    fields: { 'Voucher number': '1234567890123456' },
    expectDone: () => expect(screen.getAllByText(/₹10\.00/)).not.toHaveLength(1),
  },
]

const main = async () => within(await screen.findByRole('main'))

async function fillAndSend({ fields, ticks = [], button }: FormRow) {
  const form = await main()
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(await form.findByLabelText(label), { target: { value } })
  for (const label of ticks) fireEvent.click(form.getByRole('checkbox', { name: label }))
  fireEvent.click(form.getByRole('button', { name: button }))
}

afterEach(closePortal)

describe.each(rows)('the form of $path', (row) => {
  it('shows a refusal and keeps what was typed', async () => {
    const answers = { ...steps, [row.call]: { refusal: row.refusal } }
    const server = await openPortal(row.path, answers, { isSignedIn: row.isSignedIn })
    await fillAndSend(row)
    const form = await main()
    expect(await form.findAllByText(refusalSentence(row.refusal))).not.toEqual([])
    expect(server.requests.map(({ name }) => name)).toContain(row.call)
    for (const [label, value] of Object.entries(row.fields))
      expect(form.getByLabelText<HTMLInputElement>(label).value).toBe(value)
    expect(form.getByRole<HTMLButtonElement>('button', { name: row.button }).disabled).toBe(false)
  })

  it('sends once and shows that it is busy', async () => {
    const server = await openPortal(row.path, { ...steps, [row.call]: 'pending' }, { isSignedIn: row.isSignedIn })
    await fillAndSend(row)
    const sent = () => server.requests.filter(({ name }) => name === row.call)
    await waitFor(() => expect(sent()).toHaveLength(1))
    const button = (await main()).getAllByRole('button').find((one) => one.getAttribute('type') === 'submit')!
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect(sent()).toHaveLength(1)
  })

  it('continues once the server accepts', async () => {
    const answers = { ...steps, ...next, [row.call]: reply(row.call) }
    await openPortal(row.path, answers, { isSignedIn: row.isSignedIn })
    await fillAndSend(row)
    await waitFor(() => row.expectDone())
  })
})

describe('the gift link', () => {
  const claim = { validateGift: reply('validateGift') }

  it('shows that the gift is being claimed, then its amount', async () => {
    const server = await openPortal(`${paths.gift}?id=gift`, { ...claim, claimGift: 'pending' })
    expect(await (await main()).findAllByRole('status')).not.toEqual([])
    await waitFor(() => expect(server.requests.map(({ name }) => name)).toContain('claimGift'))
    await openPortal(`${paths.gift}?id=gift`, { ...claim, claimGift: reply('claimGift') })
    expect((await (await main()).findByText(/₹10\.00/)).textContent).toContain('₹10.00')
  })

  it('shows why a gift cannot be claimed', async () => {
    await openPortal(`${paths.gift}?id=gift`, { ...claim, claimGift: { refusal: 'gift_invalid' } })
    expect(await (await main()).findByText(refusalSentence('gift_invalid'))).toBeTruthy()
  })
})
