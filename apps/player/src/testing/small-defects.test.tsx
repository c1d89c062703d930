import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const steps = { authenticationType: { ...reply('authenticationType'), registration_open: true, forgot_password: true } }
const lobby = {
  lobby: reply('lobby'),
  liveTables: reply('liveTables', { isEmpty: true }),
  games: reply('games', { isEmpty: true }),
  winners: reply('winners', { isEmpty: true }),
  recentGames: reply('recentGames', { isEmpty: true }),
  favourites: reply('favourites', { isEmpty: true }),
}

describe('the field of a code', () => {
  it('has the focus, and keeps every digit of a code pasted with a space', async () => {
    await openPortal(paths.forgotPassword, { ...steps, forgotPassword: reply('forgotPassword') }, { isSignedIn: false })
    const content = await main()
    fireEvent.change(await content.findByLabelText('Mobile number'), { target: { value: '812345678' } })
    fireEvent.click(content.getByRole('button', { name: 'Send the code' }))
    const code = await (await main()).findByLabelText<HTMLInputElement>(/^Code/)
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(code.maxLength).toBe(-1)
    fireEvent.change(code, { target: { value: '550 163' } })
    expect(code.value).toBe('550163')
  })
})

it('a wrong current password is reported by one sentence', async () => {
  const sentence = 'This is not your password.'
  const server = await openPortal(paths.changePassword, {})
  const content = await main()
  const answer = Response.json(
    {
      status: 'error',
      code: 'credentials_wrong',
      message: 'The mobile number or the password is wrong.',
      errors: { current_password: [sentence] },
    },
    { status: 401 },
  )
  const { fetch } = server
  const { vi } = await import('vitest')
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.includes('change-password') ? Promise.resolve(answer) : fetch(url, init),
  )
  fireEvent.change(await content.findByLabelText('Current password'), { target: { value: 'not this one' } })
  fireEvent.change(content.getByLabelText('New password'), { target: { value: 'calm-sea-at-dusk' } })
  fireEvent.click(content.getByRole('button', { name: 'Save' }))
  expect(await content.findByText(sentence)).toBeTruthy()
  expect(content.queryByText(/The mobile number or the password/)).toBeNull()
})

it('an empty list under a filter names the filter, which can be cleared', async () => {
  const server = await openPortal(`${paths.depositHistory}?state=rejected`, {})
  const content = await main()
  fireEvent.click(await content.findByRole('button', { name: 'Clear filters' }))
  expect(await content.findByText('Nothing here yet')).toBeTruthy()
  expect(server.requests.filter(({ name }) => name === 'depositHistory').at(-1)?.query['state']).toBeUndefined()
})

it('a payout account marks every empty field', async () => {
  const server = await openPortal(paths.addBank, {
    payoutAccounts: { ...(reply('payoutAccounts', { isEmpty: true }) as object), kinds: ['bank_na'] } as never,
  })
  const content = await main()
  fireEvent.click(await content.findByRole('button', { name: 'Save account' }))
  expect(await content.findAllByText('This is required')).toHaveLength(4)
  expect(server.requests.map(({ name }) => name)).not.toContain('addPayoutAccount')
})

it.each([paths.login, paths.register, paths.userEnter])('%s redirects a signed-in player home', async (path) => {
  await openPortal(path, { ...steps, ...lobby })
  const content = await main()
  expect(await content.findByRole('navigation', { name: 'Game categories' })).toBeTruthy()
  expect(content.queryByLabelText('Mobile number')).toBeNull()
})

it('a gift link is claimed once, however often the page is opened', async () => {
  const gift = { validateGift: reply('validateGift'), claimGift: reply('claimGift') }
  await openPortal(`${paths.gift}?id=gift`, gift)
  expect(await (await main()).findByText(/₹10\.00/)).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(paths.gift))
})

it('a voucher without change has no button for the change', async () => {
  const history = reply('depositHistory') as { data: object[] }
  const row = { ...history.data[0], family: 'kazang-voucher', status: 'completed', state: 'succeeded' }
  await openPortal(paths.depositHistory, {
    depositHistory: {
      ...history,
      data: [
        { ...row, id: 'pay_1', has_change: undefined },
        { ...row, id: 'pay_2', has_change: true },
      ],
    } as never,
  })
  expect(await (await main()).findAllByRole('button', { name: 'Show change voucher' })).toHaveLength(1)
})

it('an avatar that fails to load becomes the default picture', async () => {
  await openPortal(paths.home, { ...lobby, verifyToken: withUser({ avatar: '/avatars/gone.svg' }) })
  const [picture] = await waitFor(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('header img[src="/avatars/gone.svg"]')]
    expect(pictures).not.toEqual([])
    return pictures
  })
  if (picture) fireEvent.error(picture)
  expect(picture?.getAttribute('src')).toBe('/avatars/dhow.svg')
})
