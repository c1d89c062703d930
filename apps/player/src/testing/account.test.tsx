import { fireEvent, within } from '@testing-library/react'
import type { PlayLimit } from '@dhow/contract/limits'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(closePortal)

const main = async () => within(await screen.findByRole('main'))
const kinds = ['deposit', 'stake', 'loss'] as const
const periods = ['day', 'week', 'month'] as const

/** All limits, unset except for the given ones. */
const limitsWith = (...set: (Pick<PlayLimit, 'kind' | 'period'> & Partial<PlayLimit>)[]) =>
  kinds.flatMap((kind) =>
    periods.map((period) => ({
      ...{ kind, period, amount: null, used: '20.00', remaining: null, pending: null },
      ...{ resets_at: '2026-12-01T00:00:00.000Z' },
      ...set.find((row) => row.kind === kind && row.period === period),
    })),
  )

const open = (limits: object[], also = {}) =>
  openPortal(paths.accountDashboard, {
    accountDashboard: { ...(reply('accountDashboard') as object), limits, block: null } as never,
    devices: reply('devices'),
    ...also,
  })

describe('the account', () => {
  it('is one page: money, playing safely, security and preferences', async () => {
    await open(limitsWith())
    const content = await main()
    const names = ['Money', 'Playing safely', 'Security', 'Preferences']
    for (const name of names) expect(await content.findByRole('heading', { level: 2, name })).toBeTruthy()
    expect(
      within(content.getByRole('navigation', { name: 'Account' }))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(names)
    expect(content.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe(paths.changePassword)
    expect(await content.findByRole('button', { name: 'Log out everywhere' })).toBeTruthy()
  })

  it('groups the limits of a kind, with a sentence and a bar for each set one', async () => {
    await open(limitsWith({ kind: 'deposit', period: 'week', amount: '500.00', used: '200.00' }))
    const content = await main()
    expect(await content.findByText('₹200.00 of ₹500.00 used this week')).toBeTruthy()
    expect(content.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))).toContain(
      'Weekly deposit limit',
    )
    expect(content.getAllByText('No limit. ₹20.00 this month.')).toHaveLength(2)
    expect(content.getAllByRole('button', { name: /^(Set a limit|Change): / })).toHaveLength(3)
  })

  it('sets a limit of the chosen period', async () => {
    const server = await open(limitsWith(), { setLimit: reply('setLimit') })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Set a limit: Losses' }))
    fireEvent.change(content.getByLabelText('Limit'), { target: { value: 'month' } })
    fireEvent.change(content.getByLabelText('New limit (₹)'), { target: { value: '300' } })
    fireEvent.click(content.getByRole('button', { name: 'Save' }))
    await waitFor(() => {
      const sent = server.requests.find(({ name }) => name === 'setLimit')
      expect(sent?.body).toEqual({ kind: 'loss', period: 'month', amount: '300' })
    })
  })
})

it('the history of rounds can be filtered by a played game', async () => {
  const played = reply('recentGames') as { games: object[] }
  const games = ['mines', 'dhow'].map((slug) => ({ ...played.games[0], slug, name: `Game ${slug}` }))
  const server = await openPortal(paths.gameHistory, {
    gameHistory: reply('gameHistory'),
    recentGames: { ...played, games } as never,
  })
  const content = await main()
  fireEvent.change(await content.findByLabelText('Game'), { target: { value: 'mines' } })
  await waitFor(() =>
    expect(server.requests.filter(({ name }) => name === 'gameHistory').at(-1)?.query['game']).toBe('mines'),
  )
  expect(screen.getByTestId('address').textContent).toBe(`${paths.gameHistory}?game=mines`)
})

describe('the file of one’s own data', () => {
  it('shows a failed download and can be requested again', async () => {
    const server = await open(limitsWith(), { playerData: { refusal: 'too_many_requests' } })
    const content = await main()
    fireEvent.click(await content.findByRole('button', { name: 'Download my data' }))
    expect((await content.findByRole('alert')).textContent).toBe(
      'The file could not be downloaded. Try again later; you can download it five times an hour.',
    )
    fireEvent.click(content.getByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(server.requests.filter(({ name }) => name === 'playerData')).toHaveLength(2))
  })
})
