import { fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

const sample = (reply('lobby') as unknown as { shelves: { games: object[] }[] }).shelves[0]!.games[0]!
const game = (slug: string, more: object = {}) => ({
  ...sample,
  id: `game_${slug}`,
  slug,
  name: slug,
  sandbox: undefined,
  is_new: undefined,
  down: undefined,
  ...more,
})
const shelves = [
  { code: 'crash', games: [game('dhow', { categories: ['crash'] }), game('flare', { categories: ['crash'] })] },
  { code: 'live', games: [game('roulette', { categories: ['live'] })] },
  { code: 'new', games: [game('reef', { categories: ['turbo'], is_new: true })] },
]
const answers = {
  lobby: { status: 'success', shelves, providers: [] } as never,
  liveTables: {
    status: 'success',
    tables: [
      { slug: 'dhow', closes_in_ms: 9_000, last: [{ text: '2.10×', tone: 'a' }], players: 3 },
      { slug: 'roulette', closes_in_ms: null, last: [{ text: '17', tone: 'c' }], players: 1 },
    ],
  } as never,
  games: reply('games'),
  favourites: reply('favourites', { isEmpty: true }),
  recentGames: reply('recentGames', { isEmpty: true }),
  winners: reply('winners', { isEmpty: true }),
  getGame: reply('getGame'),
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(closePortal)

const open = async (options = {}) => {
  const server = await openPortal(paths.home, answers, options)
  return { server, main: within(await screen.findByRole('main')) }
}

describe('a rail', () => {
  it('is navigated with the arrow keys, and stops at its ends', async () => {
    const { main } = await open({ isSignedIn: false })
    const rail = within(await main.findByRole('region', { name: 'Crash Games' }))
    const [first, second] = rail.getAllByRole('link', { name: / by / })
    first!.focus()
    fireEvent.keyDown(first!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second!, { key: 'ArrowLeft' })
    expect(document.activeElement).toBe(first)
  })
})

describe('a tile', () => {
  it('of a shared table has the seconds left to bet, the last results and the players of the round', async () => {
    const { main } = await open({ isSignedIn: false })
    const tile = within(await main.findByRole('region', { name: 'Crash Games' })).getByRole('link', { name: /^dhow/ })
    await waitFor(() => expect(tile.textContent).toMatch(/[789] s/))
    expect(tile.textContent).toContain('3 playing')
    expect(tile.textContent).toContain('Last results: 2.10×')
  })

  it('marks a running round as live and a new game as new', async () => {
    const { main } = await open({ isSignedIn: false })
    const live = within(await main.findByRole('region', { name: 'Live tables' })).getByRole('link', {
      name: /^roulette/,
    })
    await waitFor(() => expect(live.textContent).toContain('1 playing'))
    expect(live.textContent).toContain('live')
    expect(main.getByRole('link', { name: /^reef/ }).textContent).toContain('new')
  })

  it('does not show the return to player', async () => {
    const { main } = await open({ isSignedIn: false })
    expect((await main.findByRole('region', { name: 'Crash Games' })).textContent).not.toContain('%')
  })

  it.each([
    ['a finger that scrolls', 0, 'touch'],
    ['a pointer', 1, 'mouse'],
  ])('under %s prefetches the game %s times', async (_by, times, pointerType) => {
    const { server, main } = await open({ isSignedIn: false })
    const tile = (await main.findAllByRole('link', { name: /^flare/ }))[0]!
    if (pointerType === 'touch') fireEvent.touchStart(tile)
    fireEvent.pointerOver(tile, { pointerType })
    await waitFor(() => expect(server.requests.filter(({ name }) => name === 'getGame').length).toBe(times))
    // A request by touch would have been sent by now, too.
    fireEvent.pointerOver(main.getAllByRole('link', { name: /^reef/ })[0]!, { pointerType: 'mouse' })
    await waitFor(() => expect(server.requests.filter(({ name }) => name === 'getGame').length).toBe(times + 1))
  })
})

describe('the strip', () => {
  it('links guests to the three cards, and signed-in players to the bonuses', async () => {
    const { main } = await open({ isSignedIn: false })
    expect((await main.findByRole('link', { name: 'Show me' })).getAttribute('href')).toBe(paths.startingPage)
    closePortal()
    const { main: own } = await open()
    expect((await own.findByRole('link', { name: 'Bonuses' })).getAttribute('href')).toBe(paths.bonus)
  })
})

it('the first shelves have the player’s games; a new player gets the top games', async () => {
  const { main } = await open()
  const regions = async () => (await main.findAllByRole('region')).map((one) => one.getAttribute('aria-label'))
  await waitFor(async () => expect((await regions())[0]).toBe('Top games'))
  closePortal()
  const server = await openPortal(paths.home, {
    ...answers,
    recentGames: reply('recentGames'),
    favourites: reply('favourites'),
  })
  const again = within(await screen.findByRole('main'))
  await waitFor(() =>
    expect(again.getAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Continue playing',
      'Favourites',
      'Crash Games',
      'Live tables',
      'New games',
    ]),
  )
  expect(document.cookie).toContain('dhow_liked=yes')
  expect(server.requests.map(({ name }) => name)).not.toContain('winners')
})

it('links to the operator’s channels have our own icons', async () => {
  const info = reply('portalInfo') as unknown as { settings: object }
  const social = ['WhatsApp', 'Instagram', 'YouTube', 'Facebook'].map((name) => ({
    name,
    url: `https://example.com/${name}`,
  }))
  const settings = { ...info.settings, social, auto_deposit: 1 }
  const verify = reply('verifyToken') as unknown as object
  await openPortal(paths.menu, { ...answers, verifyToken: { ...verify, portal_settings: settings } as never })
  const main = within(await screen.findByRole('main'))
  const links = await main.findByRole('list', { name: 'Follow us' })
  const shown = [...links.querySelectorAll('a')].map((one) => [
    one.title,
    one.textContent,
    one.querySelectorAll('span').length,
  ])
  expect(shown).toEqual(social.map(({ name }) => [name, '', 1]))
})
