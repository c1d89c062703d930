import { fireEvent, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(closePortal)

const answers = {
  games: reply('games'),
  lobby: reply('lobby'),
  liveTables: reply('liveTables'),
  favourites: reply('favourites'),
  winners: reply('winners'),
  recentGames: reply('recentGames'),
}

it.each([paths.topGames, paths.turboGames, `${paths.filteredGames}`, `${paths.filteredProviderGames}?provider=tern`])(
  'a search on %s covers all games',
  async (path) => {
    const server = await openPortal(path, answers)
    const content = within(await screen.findByRole('main'))
    fireEvent.change(await content.findByLabelText('Search games'), { target: { value: 'mines' } })
    await waitFor(() =>
      expect(server.requests.filter(({ name }) => name === 'games').at(-1)?.query).toEqual({ q: 'mines', limit: '60' }),
    )
  },
)

it('the search icon focuses the field', async () => {
  await openPortal(paths.home, answers)
  fireEvent.click((await screen.findAllByRole('link', { name: 'Search games' }))[0]!)
  const content = within(await screen.findByRole('main'))
  const field = await content.findByLabelText('Search games')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('a search with results is offered again as a recent search, until it is cleared', async () => {
  await openPortal(`${paths.topGames}?q=mines`, answers)
  fireEvent.click((await within(await screen.findByRole('main')).findAllByRole('link', { name: / by / }))[0]!)
  await openPortal(paths.home, answers, { keeps: true })
  fireEvent.click((await screen.findAllByRole('link', { name: 'Search games' }))[0]!)
  const content = within(await screen.findByRole('main'))
  fireEvent.click(await content.findByRole('button', { name: 'mines' }))
  await waitFor(() => expect(content.getByLabelText<HTMLInputElement>('Search games').value).toBe('mines'))
  await openPortal(paths.home, answers, { keeps: true })
  fireEvent.click((await screen.findAllByRole('link', { name: 'Search games' }))[0]!)
  fireEvent.click(await within(await screen.findByRole('main')).findByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('button', { name: 'mines' })).toBeNull()
})

it('a search without results says so and offers the top games', async () => {
  await openPortal(`${paths.topGames}?q=zebra`, { ...answers, games: reply('games', { isEmpty: true }) })
  const content = within(await screen.findByRole('main'))
  const sentence = await content.findByText('No game has “zebra” in its name. Perhaps one of these?')
  // A nested paragraph would end the outer one, so the page would differ from the server's.
  expect(sentence.closest('p')?.parentElement?.closest('p')).toBeNull()
})

it('results with a similar spelling are marked as such', async () => {
  await openPortal(`${paths.topGames}?q=mnies`, {
    ...answers,
    games: { ...(reply('games') as object), is_similar: true } as never,
  })
  const content = within(await screen.findByRole('main'))
  expect(await content.findByText('No game is called “mnies”. These are spelled alike:')).toBeTruthy()
})

it('the sandbox’s invented games are hidden in a list until switched on', async () => {
  const server = await openPortal(paths.allGames, answers)
  const asked = () => server.requests.filter(({ name }) => name === 'games').at(-1)?.query
  const content = within(await screen.findByRole('main'))
  const toggle = await content.findByRole('switch', { name: /^Sandbox providers/ })
  await waitFor(() => expect(asked()).toEqual({ sandbox: 'hide', limit: '60' }))
  fireEvent.click(toggle)
  await waitFor(() => expect(asked()).toEqual({ limit: '60' }))
  expect(screen.getByTestId('address').textContent).toBe(`${paths.allGames}?sandbox=show`)
})
