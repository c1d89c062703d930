import { fireEvent, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '../app/paths.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

afterEach(() => {
  closePortal()
  history.replaceState(null, '', '/')
})

const hash = 'a'.repeat(64)
const page = (binding: boolean) => ({
  getContentPage: {
    status: 'success',
    page: {
      ...{ version: 'cvr_1', hash, title: 'Our own terms', since: '2026-11-21T09:00:00.000Z', binding },
      blocks: [
        { kind: 'heading', lines: [[{ text: 'Money' }]] },
        { kind: 'paragraph', lines: [[{ text: '<b>as typed</b> ' }, { text: 'your bonus', href: '/bonus' }]] },
        { kind: 'bullets', lines: [[{ text: 'one', style: 'strong' }], [{ text: 'two' }]] },
      ],
    },
  } as never,
})
const main = async () => within(await screen.findByRole('main'))

it('the operator’s page replaces the built-in one, as plain text', async () => {
  await openPortal(paths.terms, page(true), { isSignedIn: false })
  const content = await main()
  expect(await content.findByRole('heading', { name: 'Our own terms' })).toBeTruthy()
  expect(content.getByText('<b>as typed</b>')).toBeTruthy()
  expect(content.getByRole('link', { name: 'your bonus' }).getAttribute('href')).toBe('/bonus')
  expect(content.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two'])
  expect(content.queryByRole('button', { name: 'I accept these terms' })).toBeNull()
})

it('without one the built-in page is shown', async () => {
  await openPortal(paths.terms, {}, { isSignedIn: false })
  expect(await (await main()).findByRole('heading', { level: 1, name: /Terms/ })).toBeTruthy()
})

it('a signed-in player accepts the binding version by its hash, and sees when', async () => {
  const asked = { status: 'success', to_accept: { version: 'cvr_1', hash, title: 'Our own terms' }, accepted: [] }
  const accepted_at = '2026-11-21T10:00:00.000Z'
  const row = { version: 'cvr_1', number: 1, title: 'Our own terms', market: null, language: 'en', hash, accepted_at }
  const server = await openPortal(paths.terms, {
    ...page(true),
    ownTerms: asked as never,
    acceptTerms: { status: 'success', accepted_at },
  })
  const content = await main()
  const button = await content.findByRole('button', { name: 'I accept these terms' })
  server.answers.ownTerms = { ...asked, to_accept: null, accepted: [row] } as never
  fireEvent.click(button)
  expect(await content.findByText(/You accepted these terms on/)).toBeTruthy()
  const sent = server.requests.find(({ name }) => name === 'acceptTerms')
  expect(sent?.body).toEqual({ version: 'cvr_1', hash })
})

it('signing in opens new binding terms first', async () => {
  const answers = {
    ...page(true),
    login: reply('login'),
    ownTerms: {
      status: 'success',
      to_accept: { version: 'cvr_1', hash, title: 'Our own terms' },
      accepted: [],
    } as never,
  }
  // Sign-in reads the browser's address to see whether the player has navigated away.
  history.replaceState(null, '', paths.login)
  await openPortal(paths.login, answers, { isSignedIn: false })
  const content = await main()
  fireEvent.change(content.getByLabelText(/Mobile/), { target: { value: '811234567' } })
  fireEvent.change(content.getByLabelText('Password'), { target: { value: 'calm-sea-at-dusk' } })
  fireEvent.click(content.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(paths.terms))
})

describe('the lobby that was drawn for everybody', () => {
  const banner = (title: string) => ({ id: title, title, text: `${title} text`, to: '/bonus', picture: null })
  const notice = (text: string) => ({ id: text, text, to: null })
  const lobby = (own: object) => ({ ...reply('lobby', { isEmpty: true }), own }) as never
  const drawn = { by_player: true, notices: [notice('For all')], banners: [banner('Drawn'), banner('Other')], rows: [] }
  const links = async () => {
    const names = (await main()).getAllByRole('link').map((link) => link.getAttribute('aria-label'))
    return names.filter((name) => name !== null)
  }

  it('keeps the places of its banners empty for a player until theirs are known', async () => {
    const own = {
      notices: [notice('For me too')],
      banners: [banner('Mine'), banner('Other'), banner('More')],
      rows: [],
    }
    const server = await openPortal(paths.home, { lobby: 'pending' }, { page: { lobby: lobby(drawn) } })
    expect((await main()).getAllByText('For all')[0]).toBeTruthy()
    expect(await links()).not.toContain('Drawn')
    closePortal()
    expect(server.requests.filter(({ name }) => name === 'lobby')).toHaveLength(1)
    await openPortal(paths.home, { lobby: lobby(own) }, { page: { lobby: lobby(drawn) } })
    await waitFor(async () => expect(await links()).toEqual(['Mine', 'Other', 'More']))
  })

  it('has the way to safe play in the place of a banner that a player does not get', async () => {
    const barred = { notices: drawn.notices, banners: [], rows: [] }
    await openPortal(paths.home, { lobby: lobby(barred) }, { page: { lobby: lobby(drawn) } })
    await waitFor(async () => expect(await links()).toEqual(['Play safely', 'Play safely']))
  })

  it('greets a player with a notice beyond those for everybody', async () => {
    const own = { notices: [notice('For all'), notice('Only for me')], banners: [], rows: [] }
    await openPortal(paths.home, { lobby: lobby(own) }, { page: { lobby: lobby(drawn) } })
    expect(await (await main()).findByText('Only for me')).toBeTruthy()
  })

  it('is as drawn for visitors', async () => {
    await openPortal(paths.home, { lobby: 'pending' }, { isSignedIn: false, page: { lobby: lobby(drawn) } })
    await waitFor(async () => expect(await links()).toEqual(['Drawn', 'Other']))
    expect((await main()).getByText('For all')).toBeTruthy()
  })
})

it('the inbox has the operator’s wording of the screen’s language, and else the standard text', async () => {
  const at = '2026-11-21T09:00:00.000Z'
  const message = (id: string, kind: string, params: object) => ({
    ...{ id, kind, params, about: null, created_at: at, is_read: true },
  })
  const server = await openPortal(paths.messages, {
    playerMessages: {
      ...{ status: 'success', next_cursor: null, unread: 0 },
      messages: [
        message('msg_2', 'gift_claimed', { amount: '5.00', currency: 'NAD' }),
        message('msg_1', 'password_changed', {}),
      ],
      wordings: [{ kind: 'gift_claimed', title: 'A gift for you', text: 'Enjoy {amount}.' }],
    } as never,
  })
  const content = await main()
  expect(await content.findByRole('heading', { name: 'A gift for you' })).toBeTruthy()
  expect(content.getByText('Enjoy N$5.00.')).toBeTruthy()
  expect(content.getByRole('heading', { name: 'Password changed' })).toBeTruthy()
  const sent = server.requests.find(({ name }) => name === 'playerMessages')
  expect(sent?.query).toMatchObject({ language: 'en' })
})
