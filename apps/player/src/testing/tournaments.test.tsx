import { fireEvent, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { paths, tournamentPath } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

afterEach(() => {
  closePortal()
  history.replaceState(null, '', '/')
})

const now = '2026-12-01T09:59:20.000Z'
const contest = {
  ...{
    id: 'trn_1',
    name: 'Calm seas',
    names: { af: 'Kalm see' },
    currency: 'NAD',
    phase: 'running',
    payout: 'by_itself',
  },
  ...{ starts_at: '2026-12-01T09:00:00.000Z', ends_at: '2026-12-01T12:30:00.000Z', points_by: 'multiplier' },
  ...{ best_rounds: 3, unit: null, day_cap: null, least_stake: '1.00', games: null, claim_until: null },
  ...{ prizes: ['30.00', '20.00', '10.00', '10.00'], own: null },
}
const own = {
  ...{ rank: 2, points: 1_250, rounds: 7, shows_name: false, number: 1234 },
  ...{ joined_at: '2026-12-01T09:30:00.000Z', prize: null },
}
const answer = (change: object = {}, leaders: object[] = []) =>
  ({ status: 'success', now, tournament: { ...contest, ...change }, leaders }) as never
const main = async () => within(await screen.findByRole('main'))
const path = tournamentPath('trn_1')

it('the list has running ones before coming ones, with the time left by the server’s clock and the player’s place', async () => {
  const coming = { ...contest, id: 'trn_2', name: 'Later', phase: 'coming', starts_at: '2026-12-03T11:00:00.000Z' }
  const tournaments = [{ ...contest, own }, coming]
  await openPortal(paths.tournaments, { tournaments: { status: 'success', now, tournaments } as never })
  const content = await main()
  expect(await content.findByRole('heading', { name: 'Calm seas' })).toBeTruthy()
  expect(content.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Running',
    'Upcoming',
  ])
  expect(content.getByText(/in 2 h 30 min/)).toBeTruthy()
  expect(content.getByText(/in 2 d 1 h/)).toBeTruthy()
  expect(content.getByText('12.50×')).toBeTruthy()
  expect(content.getByRole('link', { name: 'Rules and ranking: Calm seas' }).getAttribute('href')).toBe(path)
})

it('an empty list shows a sentence', async () => {
  await openPortal(paths.tournaments, { tournaments: reply('tournaments', { isEmpty: true }) })
  expect(await (await main()).findByText('No tournaments now')).toBeTruthy()
})

it('rules and prizes are sentences, and a player joins hidden unless they choose otherwise', async () => {
  const server = await openPortal(path, { tournament: answer(), joinTournament: answer({ own }) })
  const content = await main()
  expect(
    await content.findByText('Your 3 highest multipliers are added up: the win divided by the stake.'),
  ).toBeTruthy()
  expect(content.getByText('A larger stake does not give more points.')).toBeTruthy()
  expect(content.getByText('Places 3 to 4').nextElementSibling?.textContent).toBe('N$10.00')
  server.answers.tournament = answer({ own })
  fireEvent.click(content.getByRole('button', { name: 'Join' }))
  expect(await content.findByText('Others see “Player 1234”.')).toBeTruthy()
  expect(server.requests.find(({ name }) => name === 'joinTournament')?.body).toEqual({ shows_name: false })
})

it('the ranking has the names that players chose, and leaving takes one tap', async () => {
  const leaders = [
    { rank: 1, points: 2_000, name: 'maria', number: 5678, is_own: false },
    { rank: 2, points: 1_250, name: null, number: 1234, is_own: true },
  ]
  const server = await openPortal(path, { tournament: answer({ own }, leaders), leaveTournament: answer() })
  const content = await main()
  expect(await content.findByText('Player 1234 (you)')).toBeTruthy()
  expect(content.getByText('maria')).toBeTruthy()
  server.answers.tournament = answer({}, leaders.slice(0, 1))
  fireEvent.click(content.getByRole('button', { name: 'Leave' }))
  expect(await content.findByRole('button', { name: 'Join' })).toBeTruthy()
})

it('a prize is claimed with one button, and a refusal is shown', async () => {
  const prize = { amount: '30.00', state: 'open' }
  const over = { phase: 'ended', payout: 'claim', claim_until: '2027-01-01T12:00:00.000Z' }
  const server = await openPortal(path, {
    tournament: answer({ ...over, own: { ...own, rank: 1, prize } }),
    claimPrize: { refusal: 'balance_limit' },
  })
  const content = await main()
  fireEvent.click(await content.findByRole('button', { name: 'Claim N$30.00' }))
  expect(await content.findByRole('alert')).toBeTruthy()
  server.answers.claimPrize = answer()
  server.answers.tournament = answer({ ...over, own: { ...own, rank: 1, prize: { ...prize, state: 'paid' } } })
  fireEvent.click(content.getByRole('button', { name: 'Claim N$30.00' }))
  expect(await content.findByText('Your prize of N$30.00 was added to your balance.')).toBeTruthy()
  expect(content.queryByRole('button', { name: 'Leave' })).toBeNull()
})

it('a visitor sees all of it, and logs in to join', async () => {
  await openPortal(path, { tournament: answer() }, { isSignedIn: false })
  expect((await (await main()).findByRole('link', { name: 'Log in to join' })).getAttribute('href')).toBe(paths.login)
})
