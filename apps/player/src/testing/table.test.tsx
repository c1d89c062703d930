import { fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '../app/paths.ts'

// A portal as it was just opened: other tests have fetched the table.
vi.resetModules()
const { closePortal, openPortal, reply, screen, waitFor } = await import('./portal.tsx')
const { rowOf } = await import('../app/table.ts')

afterEach(closePortal)

const answers = {
  lobby: reply('lobby', { isEmpty: true }),
  liveTables: reply('liveTables', { isEmpty: true }),
  winners: reply('winners', { isEmpty: true }),
  games: reply('games'),
}

it('a screen whose row the lobby left out comes with its table, and stays the same one from then on', async () => {
  await openPortal(paths.home, answers, { isSignedIn: false })
  expect(rowOf(paths.allGames)).toBeUndefined()
  fireEvent.click((await screen.findAllByRole('link', { name: 'All Games' }))[0]!)
  const field = await screen.findByRole('searchbox', { name: 'Search games' })
  expect(rowOf(paths.allGames)?.access).toBe('public')
  fireEvent.change(field, { target: { value: 'dhow' } })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/all-games?q=dhow'))
  // A screen made anew would have lost the field, and the finger in it.
  expect(screen.getByRole('searchbox', { name: 'Search games' })).toBe(field)
})
