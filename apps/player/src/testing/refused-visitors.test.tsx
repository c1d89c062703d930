import { within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen } from './portal.tsx'

afterEach(closePortal)

const { support } = (reply('portalInfo') as unknown as { settings: { support: Record<string, string> } }).settings
const words = {
  en: ['Not available in your country', 'Help and withdrawals', 'Hours: '],
  hi: ['आपके देश में उपलब्ध नहीं', 'सहायता और निकासी', 'समय: '],
  af: ['Nie in jou land beskikbaar nie', 'Hulp en onttrekkings', 'Ure: '],
} as const

it.each(['en', 'hi', 'af'] as const)(
  'a restricted country shows help, hours and how to withdraw, in %s',
  async (language) => {
    await openPortal(paths.restricted, {}, { isSignedIn: false, language })
    const main = within(await screen.findByRole('main'))
    const [title, help, hours] = words[language]
    expect(main.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(main.getByRole('heading', { level: 2, name: help })).toBeTruthy()
    expect(main.getAllByRole('link', { name: support['email'] ?? '' })[0]?.getAttribute('href')).toBe(
      `mailto:${support['email']}`,
    )
    expect(main.getByText(hours + support['hours'])).toBeTruthy()
  },
)

it('a closed portal shows its name and the same', async () => {
  await openPortal(paths.restricted, { portalInfo: { refusal: 'portal_forbidden' } }, { isSignedIn: false })
  expect(await screen.findByRole('heading', { level: 1, name: 'Forbidden' })).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByText('You are not authorized to access this portal.')).toBeTruthy()
  expect(main.getByRole('heading', { level: 2, name: 'Help and withdrawals' })).toBeTruthy()
  expect(main.getByText(`Hours: ${support['hours']}`)).toBeTruthy()
})
