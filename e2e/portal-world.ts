import {
  expect,
  request,
  test,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { openFront, type Front } from './front.ts'
import { newOperator } from './operator-by-api.ts'
import { namibia, password, register } from './player.ts'
import type { Stage } from './portal-screens.ts'
import { openDhow, type Dhow } from './processes.ts'

/** The world that journeys about the portal share. */
export let front: Front
export let dhow: Dhow
export let operator: Awaited<ReturnType<typeof newOperator>>
/** Maria, signed in: the state of her browser after registration. */
let maria: Awaited<ReturnType<BrowserContext['storageState']>>
export let context: BrowserContext
export let page: Page
/** Uncaught errors of a page: none, unless a test expects and clears them. */
export const faults: string[] = []

/** On a busy machine a toast may appear and close before the page has loaded, so watch for it from the start. */
export const soon = { waitUntil: 'commit' } as const

/** Shares one world among the tests of a file: its programs, an operator, Maria, and a fresh browser for each test. */
export function setUpPortalWorld(): void {
  test.beforeAll(async ({ browser }) => {
    front = await openFront()
    dhow = await openDhow({
      front,
      env: { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'x-country', REQUESTS_PER_MINUTE: '100000' },
    })
    operator = await newOperator(dhow)
    const first = await browser.newContext()
    const tab = await first.newPage()
    await register(tab, dhow, namibia)
    maria = await first.storageState()
    await first.close()
  })
  test.afterAll(async () => {
    await dhow?.close()
    await front?.close()
  })

  test.beforeEach(async ({ browser }) => {
    await openBrowserTab(browser)
  })
  test.afterEach(async () => {
    front.clearFaults()
    await context.close()
    expect(faults.splice(0)).toEqual([])
  })
}

export async function newTab(): Promise<Page> {
  const tab = await context.newPage()
  tab.on('pageerror', (error) => faults.push(error.message))
  return tab
}

/** Sets `page` to a tab of another browser. */
export async function openBrowserTab(browser: Browser, options: BrowserContextOptions = {}): Promise<void> {
  await context?.close()
  context = await browser.newContext({ ...options, serviceWorkers: 'block' })
  page = await newTab()
}

/**
 * Opens a separate browser signed in as Maria; with `ends`, in a new session that the test may end. `clock` is for `freezeClock`.
 */
export async function openAsMaria(browser: Browser, options: { clock?: boolean; ends?: boolean } = {}): Promise<void> {
  await openBrowserTab(browser, { storageState: options.ends ? await newSession() : maria })
  if (options.clock) await page.clock.install()
}

async function newSession(): Promise<typeof maria> {
  // Her browser is known, so no code is asked for.
  const visitor = await request.newContext({ storageState: maria })
  const answer = await visitor.post(`${dhow.portal}/api/v1/dhow/login`, { data: { mobile: namibia.e164, password } })
  const { token: value } = (await answer.json()) as { token: string }
  const { cookies } = await visitor.storageState()
  await visitor.dispose()
  const origins = maria.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: [...localStorage.filter(({ name }) => name !== 'token'), { name: 'token', value }],
  }))
  return { cookies, origins }
}

/** Freezes the page's clock: only the test advances it, so that seconds are exact on a busy machine. */
export async function freezeClock(): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** Signs in by the form; this browser is known, so no code is asked for. */
export async function signIn(tab: Page = page): Promise<void> {
  await tab.getByLabel('Mobile number').fill(namibia.mobile)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(tab.getByTestId('balance')).toHaveText(/N\$/)
}

/** Waits until the page handles input. (Its own mark of that is hidden while the test holds the clock.) */
export const hydrated = (tab: Page = page) =>
  tab.waitForFunction(() => Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__react')))
export const token = (tab: Page = page) => tab.evaluate(() => localStorage.getItem('token'))
export const path = (tab: Page = page) => new URL(tab.url()).pathname
export const toast = (text: string | RegExp, tab: Page = page) =>
  tab.getByRole('region', { name: 'Close' }).getByText(text)
/** Navigates without a page load. */
export const go = (name: string, tab: Page = page) =>
  tab.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
export const stage = (): Stage => ({ page, dhow, front, operator })
/** Waits for the live stream of the next page; listens from the start, since a busy machine could miss it. */
export const waitForLiveStream = () =>
  new Promise<void>((resolve) => page.on('websocket', (socket) => socket.on('framereceived', () => resolve())))
/** Cuts the live stream: this tab gets updates only from its own calls. */
export const blockLiveStream = () => page.routeWebSocket(/\/live$/, () => undefined)
