import { act, fireEvent, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { playPath } from '../app/paths.ts'
import { toolsOf } from '../features/gateway/game-messages.ts'
import { closePortal, openPortal, reply, screen, waitFor } from './portal.tsx'

const origin = 'https://studio.test'
const menu = [
  { id: 'rules', label: 'How it pays' },
  { id: 'fair', label: 'Fairness' },
]

/** The frame holds an empty page. */
const { settings } = (window as unknown as { happyDOM: { settings: { enableIframePageLoading: boolean } } }).happyDOM
let isPhone: boolean
let screenChanged: () => void
beforeEach(() => {
  isPhone = true
  settings.enableIframePageLoading = true
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        get matches() {
          return isPhone && query === '(max-width: 61.99rem)'
        },
        addEventListener: (_: string, changed: () => void) => (screenChanged = changed),
        removeEventListener() {},
      }) as never,
  )
})
afterEach(() => {
  closePortal()
  settings.enableIframePageLoading = false
  vi.restoreAllMocks()
})

/** Opens a game whose frame is empty. Returns messages sent to it, and `say`, which sends one from it. */
async function openGame() {
  const server = await openPortal(playPath('dice'), {
    getGame: reply('getGame'),
    gameHistory: reply('gameHistory'),
    launchGame: { ...(reply('launchGame') as object), url: 'about:blank', origin } as never,
  })
  const frame = await waitFor(() => {
    const found = document.querySelector('iframe')
    expect(found).not.toBeNull()
    return found!
  })
  const sent: unknown[] = []
  const postMessage = (message: unknown, to: string) => void (to === origin && sent.push(message))
  vi.spyOn(frame, 'contentWindow', 'get').mockReturnValue({ postMessage } as never)
  const say = (data: unknown, from = origin) =>
    act(() => void dispatchEvent(new MessageEvent('message', { data, origin: from })))
  return { server, frame, sent, say }
}
const button = (name: string) => within(screen.getByRole('main')).queryByRole('button', { name })

describe('on a phone', () => {
  it('the portal’s row has a game’s sound and menu, which work in the game', async () => {
    const { frame, sent, say } = await openGame()
    say({ type: 'dhow:tools', sound: false, menu })
    expect(sent).toEqual([{ type: 'dhow:tools-shown', shown: true }])
    const sound = screen.getByRole('button', { name: 'Sound' })
    expect(sound.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(sound)
    expect(sent.at(-1)).toEqual({ type: 'dhow:sound', on: true })
    // It is on once the game confirms.
    say({ type: 'dhow:tools', sound: true, menu })
    expect(screen.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('true')
    const more = screen.getByRole('button', { name: 'Menu' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(more)
    expect(more.getAttribute('aria-expanded')).toBe('true')
    const focused = vi.spyOn(frame, 'focus')
    fireEvent.click(screen.getByRole('button', { name: 'Fairness' }))
    expect(sent.at(-1)).toEqual({ type: 'dhow:open-tool', id: 'fair' })
    expect(focused).toHaveBeenCalledOnce()
    expect(button('Fairness')).toBeNull()
  })

  it('Escape closes the menu and focuses its button; a focused game closes it, too', async () => {
    const { say } = await openGame()
    say({ type: 'dhow:tools', sound: false, menu })
    const more = screen.getByRole('button', { name: 'Menu' })
    fireEvent.click(more)
    fireEvent.keyDown(screen.getByRole('button', { name: 'How it pays' }), { key: 'Escape' })
    expect(button('How it pays')).toBeNull()
    expect(document.activeElement).toBe(more)
    fireEvent.click(more)
    expect(button('How it pays')).not.toBeNull()
    fireEvent.blur(window)
    expect(button('How it pays')).toBeNull()
  })

  it('a game without tools has back, name, session and full screen', async () => {
    const { sent, say } = await openGame()
    say({ type: 'dhow:ready' })
    expect(button('Sound')).toBeNull()
    expect(button('Menu')).toBeNull()
    expect(button('Full screen')).not.toBeNull()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Games' })).toBeTruthy()
    expect(screen.getByText(/^Played for/)).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('another site cannot add tools', async () => {
    const { sent, say } = await openGame()
    say({ type: 'dhow:tools', sound: false, menu }, 'https://elsewhere.test')
    expect(button('Sound')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('a bet that was refused', () => {
  const refuse = (code: string) => ({ type: 'dhow:bet-refused', code })
  const stop = (why: string) => ({ type: 'dhow:stop-autoplay', why })

  it.each([
    ['limit_reached', 'This bet would pass one of your limits.', 'View limits', '/account-dashboard'],
    ['insufficient_funds', 'Your balance does not cover this bet.', 'Deposit', '/payment-method'],
  ])(
    'for %s is explained with the way on, stops autoplay, and is forgotten with the next round',
    async (code, text, link, path) => {
      const { sent, say } = await openGame()
      say(refuse(code))
      const notice = within(screen.getByRole('alert'))
      expect(notice.getByText(text, { exact: false })).toBeTruthy()
      expect(notice.getByRole('link', { name: link }).getAttribute('href')).toBe(path)
      expect(sent).toEqual([stop('refused')])
      say({ type: 'dhow:round-net', round: 'r1', net: 5 })
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )

  it('for the end of the game’s session opens the game again', async () => {
    const { server, sent, say } = await openGame()
    say(refuse('session_ended'))
    expect(sent).toEqual([stop('refused')])
    const launches = () => server.requests.filter(({ name }) => name === 'launchGame').length
    expect(launches()).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Open the game again' }))
    await waitFor(() => expect(launches()).toBe(2))
  })

  it('for a reason of the game alone says nothing more', async () => {
    const { sent, say } = await openGame()
    say(refuse('stake_out_of_range'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent).toEqual([])
  })
})

it('on a wide screen the game shows its own tools, also after the phone is rotated', async () => {
  const { sent, say } = await openGame()
  say({ type: 'dhow:tools', sound: false, menu })
  isPhone = false
  act(() => screenChanged())
  expect(button('Sound')).toBeNull()
  expect(button('Full screen')).not.toBeNull()
  expect(sent).toEqual([
    { type: 'dhow:tools-shown', shown: true },
    { type: 'dhow:tools-shown', shown: false },
  ])
})

it.each([
  ['a sound that is no switch', { sound: 'on', menu }],
  ['no menu', { sound: true }],
  ['an entry without a label', { menu: [{ id: 'a', label: ' ' }] }],
  ['an entry that is no object', { menu: ['Log in again'] }],
  ['a label that is a sentence', { menu: [{ id: 'a', label: 'Your session has ended. Enter your password here.' }] }],
  ['more than a menu', { menu: Array.from({ length: 7 }, (_, id) => ({ id: String(id), label: 'More' })) }],
])('tools with %s are refused', (_, message) => {
  expect(toolsOf({ type: 'dhow:tools', ...message })).toBeUndefined()
  expect(toolsOf({ type: 'dhow:tools', sound: true, menu })).toEqual({ sound: true, menu })
})
