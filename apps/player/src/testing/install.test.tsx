import type { ContractAnswers } from '@dhow/client/testing/contract-server'
import type { Calls } from '@dhow/contract/calls'
import { depositFamilies } from '@dhow/contract/deposit-families'
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths, playPath } from '../app/paths.ts'
import { recordRefusal, recordVisit, installKey, isQuiet, readMemory } from '../features/portal/install-memory.ts'
import type { Language } from '../shared/words/words.tsx'
import { closePortal, openPortal, reply, screen, waitFor, withUser } from './portal.tsx'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let idle: (() => void)[]
let isStandalone: boolean
beforeEach(() => {
  idle = []
  isStandalone = false
  Object.assign(window, { requestIdleCallback: (start: () => void) => idle.push(start), cancelIdleCallback() {} })
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isStandalone && query === '(display-mode: standalone)',
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  )
})
afterEach(() => {
  closePortal()
  window.dhowInstall = undefined
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name)
  vi.restoreAllMocks()
})

/** The browser's install prompt, answered with `outcome`. */
function dispatchInstallPrompt(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  window.dhowInstall = Object.assign(new Event('beforeinstallprompt'), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  return prompt
}

const deposits = (count: number): ContractAnswers<Calls> => {
  const answer = reply('depositHistory') as { data: object[] }
  return { depositHistory: { ...answer, data: Array.from({ length: count }, () => answer.data[0]) } as never }
}
const block = (row: object | null): ContractAnswers<Calls> => ({
  getLimits: { ...(reply('getLimits') as object), block: row } as never,
})
const onBreak = block({ kind: 'time_out', from: '2026-11-20T10:00:00.000Z', until: '2099-01-01T10:00:00.000Z' })
const excluded = block({ kind: 'self_exclusion', from: '2026-11-20T10:00:00.000Z', until: null })

/** Stores earlier visits; the last one ended an hour ago. */
const remember = (visits: number, awayMinutes = 60) =>
  localStorage.setItem(
    installKey,
    JSON.stringify({ visits, seenMs: Date.now() - awayMinutes * minuteMs, quietUntilMs: 0 }),
  )
const memory = () => readMemory(localStorage.getItem(installKey))

/** Opens the portal for a player without a break, unless `answers` differ. */
const open = (path: string, answers: ContractAnswers<Calls> = {}, options: object = {}) =>
  openPortal(path, { ...block(null), ...answers }, { keeps: true, ...options })

/** Waits for idle callbacks, then runs them. */
async function runIdleCallbacks() {
  await waitFor(() => expect(idle).not.toEqual([]))
  act(() => idle.splice(0).forEach((start) => start()))
}
const offer = () => screen.findByRole('complementary', { name: 'Install the portal' })
const isOffered = () => screen.queryByRole('complementary', { name: 'Install the portal' }) !== null
/** Waits until the offer has made a call. */
const settled = (server: Awaited<ReturnType<typeof open>>, name: string) =>
  waitFor(() => expect(server.requests.map((request) => request.name)).toContain(name))

describe('the offer to install the portal', () => {
  it('is shown on the third visit, when idle, and opens the browser’s prompt', async () => {
    remember(2)
    const prompt = dispatchInstallPrompt()
    await open(paths.menu)
    await waitFor(() => expect(idle).not.toEqual([]))
    await act(async () => void (await import('../features/portal/install-offer.tsx')))
    expect([isOffered(), memory().visits]).toEqual([false, 2])
    await runIdleCallbacks()
    const aside = await offer()
    expect(aside.textContent).toContain('to your home screen')
    expect(prompt).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Install' }))
    await waitFor(() => expect(isOffered()).toBe(false))
    expect(prompt).toHaveBeenCalledOnce()
    expect(memory()).toMatchObject({ visits: 3, quietUntilMs: null })
  })

  it('is shown after the second credited deposit, on an earlier visit', async () => {
    dispatchInstallPrompt()
    const server = await open(paths.menu, deposits(2))
    await runIdleCallbacks()
    await offer()
    expect(server.requests.find(({ name }) => name === 'depositHistory')?.query).toEqual({
      state: 'completed',
      limit: '2',
    })
  })

  it('is shown if the browser’s prompt arrives later', async () => {
    remember(2)
    await open(paths.menu)
    await runIdleCallbacks()
    expect(isOffered()).toBe(false)
    dispatchInstallPrompt()
    act(() => void dispatchEvent(new Event('beforeinstallprompt')))
    await offer()
  })

  it('is not shown on the second visit with one credited deposit', async () => {
    remember(1)
    dispatchInstallPrompt()
    const server = await open(paths.menu, deposits(1))
    await runIdleCallbacks()
    await settled(server, 'depositHistory')
    await waitFor(() => expect(memory().visits).toBe(2))
    expect(isOffered()).toBe(false)
    expect(server.requests.map(({ name }) => name)).not.toContain('getLimits')
  })

  it.each([
    ['on a break', onBreak],
    ['who is excluded', excluded],
    ['whose breaks are not known', { getLimits: 'unreachable' }],
  ] as [string, ContractAnswers<Calls>][])('does not come to a player %s', async (_, answers) => {
    remember(5)
    dispatchInstallPrompt()
    const server = await open(paths.menu, { ...answers, ...deposits(2) })
    await runIdleCallbacks()
    await settled(server, 'getLimits')
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    expect(isOffered()).toBe(false)
  })

  it.each([
    ['a game', playPath('dhow'), { getGame: reply('getGame'), launchGame: { refusal: 'provider_down' } }],
    [
      'a form',
      depositFamilies['manual-namibia'].formPath,
      {
        verifyToken: withUser({ market: 'NA', currency: 'NAD' }),
        manualNamibiaPaymentDetails: reply('manualNamibiaPaymentDetails'),
      },
    ],
  ] as [string, string, ContractAnswers<Calls>][])('does not come inside %s', async (_, path, answers) => {
    remember(5)
    dispatchInstallPrompt()
    const server = await open(path, answers)
    await runIdleCallbacks()
    await waitFor(() => expect(memory().visits).toBe(6))
    expect(server.requests.map(({ name }) => name)).not.toContain('getLimits')
    expect(isOffered()).toBe(false)
  })

  it.each([
    ['to a visitor', () => undefined, false],
    ['where it is installed', () => (isStandalone = true), true],
    ['where the browser cannot', () => (window.dhowInstall = undefined), true],
  ] as [string, () => unknown, boolean][])(
    'does not come %s, nor is its code fetched',
    async (_, prepare, isSignedIn) => {
      remember(5)
      dispatchInstallPrompt()
      prepare()
      await open(paths.menu, {}, { isSignedIn })
      await screen.findByRole('main')
      if (isSignedIn) await runIdleCallbacks()
      await act(async () => new Promise((resolve) => setTimeout(resolve)))
      expect(isOffered()).toBe(false)
      expect(memory().visits).toBe(5)
    },
  )

  it.each([
    ['Not now', 90 * dayMs],
    ['Don’t ask again', null],
  ] as const)('is hidden after “%s”, and stays hidden', async (answer, quietMs) => {
    remember(5)
    dispatchInstallPrompt()
    await open(paths.menu)
    await runIdleCallbacks()
    await offer()
    fireEvent.click(screen.getByRole('button', { name: answer }))
    expect(isOffered()).toBe(false)
    const kept = memory()
    const now = Date.now()
    expect(isQuiet(kept, now)).toBe(true)
    expect(isQuiet(kept, now + 89 * dayMs)).toBe(true)
    expect(isQuiet(kept, now + 91 * dayMs)).toBe(quietMs === null)
    const server = await open(paths.menu)
    await runIdleCallbacks()
    await waitFor(() => expect(memory().seenMs).toBeGreaterThanOrEqual(now))
    expect(server.requests.map(({ name }) => name)).not.toContain('getLimits')
    expect(isOffered()).toBe(false)
  })

  it('stays hidden for 90 days after a refusal of the browser’s prompt', async () => {
    remember(5)
    dispatchInstallPrompt('dismissed')
    await open(paths.menu)
    await runIdleCallbacks()
    await offer()
    fireEvent.click(screen.getByRole('button', { name: 'Install' }))
    await waitFor(() => expect(memory().quietUntilMs).toBeGreaterThan(Date.now() + 89 * dayMs))
  })

  it.each([
    ['en', 'Install the portal', 'Share → Add to Home Screen'],
    ['hi', 'पोर्टल इंस्टॉल करें', 'शेयर करें → होम स्क्रीन में जोड़ें'],
    ['af', 'Installeer die portaal', 'Deel (Share) → Voeg by tuisskerm (Add to Home Screen)'],
  ] as [Language, string, string][])(
    'says how to do it by hand in Safari on a phone (%s)',
    async (language, name, way) => {
      remember(2)
      const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1'
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari)
      await open(paths.menu, {}, { language })
      await runIdleCallbacks()
      const aside = await screen.findByRole('complementary', { name })
      expect(aside.textContent).toContain(way)
      expect(aside.querySelectorAll('button')).toHaveLength(2)
    },
  )
})

describe('a visit', () => {
  const first = readMemory(null)
  it('starts after half an hour away', () => {
    const once = recordVisit(first, dayMs)
    expect(once.visits).toBe(1)
    const again = recordVisit(once, dayMs + 29 * minuteMs)
    expect(again.visits).toBe(1)
    expect(recordVisit(again, dayMs + 58 * minuteMs).visits).toBe(1)
    expect(recordVisit(again, dayMs + 59 * minuteMs).visits).toBe(2)
  })

  it.each(['', '{', '[]', '{"visits":"3"}', '{"visits":3,"seenMs":null,"quietUntilMs":0}'])(
    'is counted from the start if %j is stored',
    (kept) => expect(readMemory(kept)).toEqual(first),
  )

  it('continues after a refusal', () => {
    const refused = recordRefusal({ visits: 4, seenMs: dayMs, quietUntilMs: 0 }, true, dayMs)
    expect(readMemory(JSON.stringify(recordVisit(refused, 2 * dayMs)))).toEqual({
      visits: 5,
      seenMs: 2 * dayMs,
      quietUntilMs: null,
    })
  })
})
