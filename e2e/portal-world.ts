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

/** The world that journeys about the portal itself share. */
export let front: Front
export let dhow: Dhow
export let operator: Awaited<ReturnType<typeof newOperator>>
/** Maria, signed in, as her browser was left by registering. */
let maria: Awaited<ReturnType<BrowserContext['storageState']>>
export let context: BrowserContext
export let page: Page
/** Uncaught errors of a page: none, unless a test expects and clears them. */
export const faults: string[] = []

/** A toast may have come and gone before a busy machine has loaded the whole page: it is looked for from the start. */
export const soon = { waitUntil: 'commit' } as const

/** The tests of a file live in one world: programs of their own, an operator, Maria, and for each test a browser that nobody has used. */
export function livesInPortal(): void {
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
    await inBrowser(browser)
  })
  test.afterEach(async () => {
    front.mend()
    await context.close()
    expect(faults.splice(0)).toEqual([])
  })
}

export async function newTab(): Promise<Page> {
  const tab = await context.newPage()
  tab.on('pageerror', (error) => faults.push(error.message))
  return tab
}

/** From now on `page` is a tab of another browser. */
export async function inBrowser(browser: Browser, options: BrowserContextOptions = {}): Promise<void> {
  await context?.close()
  context = await browser.newContext({ ...options, serviceWorkers: 'block' })
  page = await newTab()
}

/**
 * A browser of its own in which Maria is signed in; with `ends`, by a session of its own that this test may end. `clock` is for `standStill`.
 */
export async function asMaria(browser: Browser, options: { clock?: boolean; ends?: boolean } = {}): Promise<void> {
  await inBrowser(browser, { storageState: options.ends ? await newSession() : maria })
  if (options.clock) await page.clock.install()
}

async function newSession(): Promise<typeof maria> {
  // Her browser has been here before, so that no code is asked for.
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

/** From now on only the test advances the page's time, so that seconds are seconds on a busy machine too. */
export async function standStill(): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** Signs in by the form; this browser has been here before, so that no code is asked for. */
export async function signIn(tab: Page = page): Promise<void> {
  await tab.getByLabel('Mobile number').fill(namibia.mobile)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByTestId('balance')).toHaveText(/N\$/)
}

/** The page handles input. (Its own mark of that is out of sight where the test holds the clock.) */
export const hydrated = (tab: Page = page) =>
  tab.waitForFunction(() => Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__react')))
export const token = (tab: Page = page) => tab.evaluate(() => localStorage.getItem('token'))
export const path = (tab: Page = page) => new URL(tab.url()).pathname
export const toast = (text: string | RegExp, tab: Page = page) =>
  tab.getByRole('region', { name: 'Close' }).getByText(text)
/** Goes somewhere without loading a page anew. */
export const go = (name: string, tab: Page = page) =>
  tab.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
export const stage = (): Stage => ({ page, dhow, front, operator })
/** Waits for the live stream of the page that is opened next; listens from the start, or a busy machine would miss it. */
export const firstWord = () =>
  new Promise<void>((resolve) => page.on('websocket', (socket) => socket.on('framereceived', () => resolve())))
/** The live stream leads nowhere: what this tab knows, it knows from its own calls. */
export const withoutStream = () => page.routeWebSocket(/\/live$/, () => undefined)
