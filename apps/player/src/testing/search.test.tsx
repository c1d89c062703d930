import { fireEvent, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(closePortal)

const answers = {
  games: reply('games'),
  favourites: reply('favourites'),
  winners: reply('winners'),
  recentGames: reply('recentGames'),
}

it.each([paths.topGames, paths.turboGames, `${paths.filteredGames}`, `${paths.filteredProviderGames}?provider=tern`])(
  'a search on %s is over all games',
  async (path) => {
    const server = await openPortal(path, answers)
    const content = within(await screen.findByRole('main'))
    fireEvent.change(await content.findByLabelText('Search games'), { target: { value: 'mines' } })
    await waitFor(() =>
      expect(server.requests.filter(({ name }) => name === 'games').at(-1)?.query).toEqual({ q: 'mines', limit: '60' }),
    )
  },
)

it('the magnifier leads to the field', async () => {
  await openPortal(paths.home, answers)
  fireEvent.click(await screen.findByRole('link', { name: 'Search games' }))
  const content = within(await screen.findByRole('main'))
  const field = await content.findByLabelText('Search games')
  await waitFor(() => expect(document.activeElement).toBe(field))
})
