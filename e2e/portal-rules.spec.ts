import { expect, request, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { openFront, type Front } from './front.ts'
import { newOperator } from './operator-by-api.ts'
import { fillRegistration, namibia, password, register } from './player.ts'
import { newPlayer } from './player-by-api.ts'
import * as screens from './portal-screens.ts'
import { openDhow, type Dhow } from './processes.ts'

/**
 * The rules of the portal that have nothing to do with paying, each by what provokes it on the real programs: a setting, an operator, another
 * tab, a lost line. An answer that no server of ours gives (a gateway's own page, a closed door) is given by the proxy in front.
 */
let front: Front
let dhow: Dhow
let operator: Awaited<ReturnType<typeof newOperator>>
/** Maria, signed in, as her browser was left by registering. */
let maria: Awaited<ReturnType<BrowserContext['storageState']>>
let context: BrowserContext
let page: Page
const faults: string[] = []

/** A toast may have come and gone before a busy machine has loaded the whole page: it is looked for from the start. */
const soon = { waitUntil: 'commit' } as const

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
  context = await browser.newContext({ serviceWorkers: 'block' })
  page = await newTab()
})
test.afterEach(async () => {
  front.mend()
  await context.close()
  expect(faults.splice(0)).toEqual([])
})

async function newTab(): Promise<Page> {
  const tab = await context.newPage()
  tab.on('pageerror', (error) => faults.push(error.message))
  return tab
}

/**
 * A browser of its own in which Maria is signed in; with `ends`, by a session of its own that this test may end. `clock` is for `standStill`.
 */
async function asMaria(browser: Browser, options: { clock?: boolean; ends?: boolean } = {}): Promise<void> {
  await context.close()
  context = await browser.newContext({
    storageState: options.ends ? await newSession() : maria,
    serviceWorkers: 'block',
  })
  page = await newTab()
  if (options.clock) await page.clock.install()
}

async function newSession(): Promise<typeof maria> {
  // Her browser has been here before, so that no code is asked for.
  const door = await request.newContext({ storageState: maria })
  const answer = await door.post(`${dhow.portal}/api/v1/dhow/login`, { data: { mobile: namibia.e164, password } })
  const { token: value } = (await answer.json()) as { token: string }
  const { cookies } = await door.storageState()
  await door.dispose()
  const origins = maria.origins.map(({ origin, localStorage }) => ({
    origin,
    localStorage: [...localStorage.filter(({ name }) => name !== 'token'), { name: 'token', value }],
  }))
  return { cookies, origins }
}

/** From now on the page's time goes by only as the test says, so that seconds are seconds on a busy machine too. */
async function standStill(): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
}

/** Signs in by the form; this browser has been here before, so that no code is asked for. */
async function signIn(tab: Page = page): Promise<void> {
  await tab.getByLabel('Mobile number').fill(namibia.mobile)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByRole('button', { name: 'Log in' }).click()
  await expect(tab.getByTestId('balance')).toHaveText(/N\$/)
}

/** The page acts. (Its own mark of that is out of sight where the test holds the clock.) */
const hydrated = (tab: Page = page) =>
  tab.waitForFunction(() => Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__react')))
const token = (tab: Page = page) => tab.evaluate(() => localStorage.getItem('token'))
const path = (tab: Page = page) => new URL(tab.url()).pathname
const toast = (text: string | RegExp, tab: Page = page) => tab.getByRole('region', { name: 'Close' }).getByText(text)
/** Goes somewhere without loading a page anew. */
const go = (name: string, tab: Page = page) =>
  tab.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
const stage = (): screens.Stage => ({ page, dhow, front, operator })
/** The live stream of the page that is opened next has begun; heard from its start, or a busy machine would miss it. */
const firstWord = () =>
  new Promise<void>((resolve) => page.on('websocket', (socket) => socket.on('framereceived', () => resolve())))
/** The live stream leads nowhere: what this tab knows, it knows from its own calls. */
const withoutStream = () => page.routeWebSocket(/\/live$/, () => undefined)

test('a protected path without a token leads home; an unknown one says so and shows ways on', async () => {
  for (const protectedPath of ['/profile', '/Voucher-Deposit-History', '/deposit-namibia/blue-wallet-history']) {
    await page.goto(`${dhow.portal}${protectedPath}`)
    await expect.poll(() => path()).toBe('/')
  }
  const answer = await page.goto(`${dhow.portal}/voucher-deposit-history`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All Games' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
})

test('lists of games come drawn, before any script', async () => {
  for (const list of ['/', '/all-games', '/top-games', '/filtered-games?type=card']) {
    const html = await (await page.request.get(`${dhow.portal}${list}`)).text()
    expect([list, html.includes('href="/play/')]).toEqual([list, true])
  }
})

test('every path has a title, begins at its top, and puts the focus on its heading', async () => {
  await page.goto(`${dhow.portal}/terms-condition`)
  await hydrated()
  await expect(page).toHaveTitle('Terms and Condition · Dhow')
  await page.evaluate(() => scrollTo(0, 5_000))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await go('How to Play')
  await expect(page).toHaveTitle('How to Play · Dhow')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 1, name: 'How to Play' })).toBeFocused()
  await go('All Games')
  await expect(page).toHaveTitle('All Games · Dhow')
  // What is typed into the search changes the address, and is no other screen.
  await page.getByRole('searchbox').fill('dhow')
  await expect(page).toHaveURL(/q=dhow/)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('header, desktop bar, avatar menu and sidebar hold what they should and lead there', async ({ browser }) => {
  await screens.headerOut(stage())
  await asMaria(browser)
  await screens.headerIn(stage())
  await screens.sidebar(stage())
})

test('the first visit: a greeting, three cards, and the number that goes on to the login or the registration', () =>
  screens.firstVisit(stage()))

test('the lobby: kinds of games, favourites that stay, a search that its address keeps, providers', async ({
  browser,
}) => {
  await asMaria(browser)
  await screens.lobby(stage())
})

test('the account: avatar, name, devices, password, preferences, and a password that was forgotten', async () => {
  await screens.account(stage())
  await screens.preferences(stage())
  await screens.forgotten(stage())
})

test('bonuses with their terms and progress, a gift told live, and a link for friends', () => screens.rewards(stage()))

test('the pages carry the operator’s name and licence; support finds what it asks for', () => screens.pages(stage()))

test('an answer that takes long is said to, until it comes', async () => {
  await page.clock.install()
  await page.goto(`${dhow.portal}/terms-condition`)
  await hydrated()
  const release = front.hold('/games')
  await go('All Games')
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  const slow = page.getByRole('status').getByText('The line is slow. We are still waiting for an answer.')
  await expect(slow).toHaveCount(0)
  await page.clock.runFor(4_100)
  await expect(slow.or(page.getByRole('status').filter({ hasText: 'The line is slow.' }))).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: /^Dhow by/ })).toBeVisible()
  await expect(page.getByText('The line is slow.')).toHaveCount(0)
})

test.describe('the portal as a whole', () => {
  test.afterEach(async () => {
    front.mend()
    await operator.set({ portal: { state: 'active', message: null }, auto_deposit: true })
  })

  test('a forbidden portal says so in the operator’s words, or in the default ones', async () => {
    await operator.set({ portal: { state: 'forbidden', message: 'Closed for the regatta.' } })
    const answer = await page.goto(`${dhow.portal}/`)
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
    await expect(page.getByText('Closed for the regatta.')).toBeVisible()
    await operator.set({ portal: { state: 'forbidden', message: null } })
    await page.goto(`${dhow.portal}/`)
    await expect(page.getByText('You are not authorized to access this portal.')).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  })

  test('an open tab hears of it with its next call, and comes back with a reload', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    await operator.set({ portal: { state: 'forbidden', message: 'Closed for the regatta.' } })
    await go('All Games')
    await expect(page.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
    await expect(page.getByText('Closed for the regatta.')).toBeVisible()
    await operator.set({ portal: { state: 'active', message: null } })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  })

  for (const [what, status, body, said] of [
    ['a status_code of 403 without words', 200, '{"status":"error","status_code":403}', 'Access denied.'],
    ['an HTTP 403 of a door in front', 403, '<h1>403</h1>', 'Portal API access forbidden.'],
  ] as const) {
    test(`${what} is said as specified`, async () => {
      await page.goto(`${dhow.portal}/terms-condition`)
      await hydrated()
      front.spoil('/portal-info', { status, type: body.startsWith('{') ? 'application/json' : 'text/html', body })
      front.spoil('/games', { status: 403, type: 'text/html', body: '<h1>403</h1>' })
      await go('All Games')
      await expect(page.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
      await expect(page.getByText(said)).toBeVisible()
    })
  }

  test('any other failure counts as active, and is said in words', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    front.spoil('/portal-info', { status: 500, type: 'text/plain', body: '' })
    front.spoil('/games', { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' })
    await go('All Games')
    await expect(page.getByText('Something went wrong. Try again.')).toBeVisible()
    front.mend()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Server not responding. Please try again later.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: /^Dhow by/ })).toBeVisible()
  })

  test('with deposits switched off the button says so, for five seconds, longer while it is read', async ({
    browser,
  }) => {
    await asMaria(browser, { clock: true, ends: true })
    await page.goto(`${dhow.portal}/terms-condition`)
    await expect(page.getByTestId('balance')).toHaveText('N$0.00')
    // A tab that was open before hears of it on its way.
    await operator.set({ auto_deposit: false })
    const looked = page.waitForResponse('**/player/verify-token')
    await go('Home')
    await (await looked).finished()
    const text = 'Deposits are temporarily unavailable. Please reach out to the support team.'
    await standStill()
    await page.getByRole('button', { name: 'Add coins' }).click()
    await expect(toast(text)).toBeVisible()
    expect(path()).toBe('/')
    await page.clock.runFor(4_900)
    await expect(toast(text)).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast(text)).toHaveCount(0)
    await page.getByRole('button', { name: 'Add coins' }).click()
    await page.getByRole('region', { name: 'Close' }).getByRole('button').focus()
    await page.clock.runFor(20_000)
    await expect(toast(text)).toBeVisible()
    await page.getByRole('button', { name: 'Add coins' }).focus()
    await page.clock.runFor(5_100)
    await expect(toast(text)).toHaveCount(0)
    // Good news and plain news stay for three.
    await page.clock.resume()
    await page.goto(`${dhow.portal}/payment-method`)
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await go('Menu')
    await standStill()
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).dispatchEvent('click')
    await expect(toast('You are signed out.')).toBeVisible()
    await page.clock.runFor(2_900)
    await expect(toast('You are signed out.')).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast('You are signed out.')).toHaveCount(0)
  })

  test('the operator’s addresses elsewhere stand in the menu', async () => {
    await operator.set({ social: [{ name: 'Harbour News', url: 'https://harbour.example/dhow' }] })
    await page.goto(`${dhow.portal}/menu`)
    const link = page.getByRole('main').getByRole('link', { name: 'Harbour News' })
    await expect(link).toHaveAttribute('href', 'https://harbour.example/dhow')
    await operator.set({ social: [] })
    await page.reload()
    await expect(page.getByRole('main').getByRole('link', { name: 'How to Play' })).toBeVisible()
    await expect(link).toHaveCount(0)
  })
})

test('a restricted country: any call leads to /restricted with the flag, and the way back is there once it is lifted', async () => {
  await operator.set({ countries: { restricted: ['ZZ'], unknown: 'allow' } })
  await page.goto(`${dhow.portal}/terms-condition`)
  await hydrated()
  const flag = () => page.evaluate(() => sessionStorage.getItem('restricted_redirect'))
  expect(await flag()).toBeNull()
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7', 'x-country': 'ZZ' })
  await go('All Games')
  await expect.poll(() => path()).toBe('/restricted')
  await expect(page.getByText('Access restricted from your country.')).toBeVisible()
  expect(await flag()).toBe('true')
  // Every page leads here, also one that is loaded anew.
  await page.goto(`${dhow.portal}/all-games`)
  expect(path()).toBe('/restricted')
  await hydrated()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('alert')).toHaveText('Access restricted from your country.')
  await operator.set({ countries: { restricted: [], unknown: 'allow' } })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => path()).toBe('/')
  expect(await flag()).toBeNull()
})

test('what several fields of a call refuse is said together, each sentence once', async () => {
  const shown = page.getByRole('main').getByRole('alert').getByRole('paragraph')
  const refused = `${dhow.portal}/filtered-provider-games?provider=${'x'.repeat(41)}&q=${'y'.repeat(65)}`
  await page.goto(refused)
  await expect(shown).toHaveText('Invalid input')
  // A server with a sentence of its own for one of the fields.
  front.spoil('/games', { instead: [/"q":\["[^"]*"\]/, '"q":["Too many words","Invalid input"]'] })
  await page.reload()
  await expect(shown).toHaveText('Invalid input Too many words')
  front.mend()
})

test.describe('the session', () => {
  test('a token that is none is removed at the start', async () => {
    // Nothing runs at this address, or it would find the token itself, and say it where nobody looks.
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate(() => localStorage.setItem('token', 'no-such-token'))
    await page.goto(`${dhow.portal}/profile`, soon)
    await expect(toast('Invalid session.')).toBeVisible()
    await expect.poll(() => path()).toBe('/')
    expect(await token()).toBeNull()
  })

  test('a check that fails otherwise signs out; a server that is away does not', async ({ browser }) => {
    await asMaria(browser, { ends: true })
    front.spoil('/player/verify-token', 'cut')
    await page.goto(`${dhow.portal}/`)
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await token()).not.toBeNull()
    front.spoil('/player/verify-token', { status: 500, type: 'text/plain', body: '' })
    const told = page.waitForResponse('**/player/logout')
    await page.reload(soon)
    await expect(toast('Token check failed.')).toBeVisible()
    expect((await told).ok()).toBe(true)
    expect(await token()).toBeNull()
  })

  test('over on the way somewhere: the message, the token gone, after 3 s the login, and back', async ({ browser }) => {
    await asMaria(browser, { clock: true, ends: true })
    await withoutStream()
    await page.goto(`${dhow.portal}/account-dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    const profile = page.getByRole('main').getByRole('link', { name: 'Profile' })
    await expect(profile).toBeVisible()
    await page.waitForLoadState('networkidle')
    // From here on no call leaves by itself: the first that is refused chooses the words.
    await standStill()
    const ended = await page.request.post(`${dhow.portal}/api/v1/dhow/player/logout`, {
      headers: { authorization: `Bearer ${await token()}` },
      data: {},
    })
    expect(ended.ok()).toBe(true)
    // A pointer that comes near fetches ahead, and is told in other words.
    await profile.dispatchEvent('click')
    // Its way there takes some turns of the page's own, which are not the test's matter.
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(toast('Session expired. Redirecting to login...')).toBeVisible({ timeout: 100 })
    }).toPass({ timeout: 20_000 })
    expect(await token()).toBeNull()
    await page.clock.runFor(2_500)
    expect(path()).toBe('/profile')
    await page.clock.runFor(500)
    await expect.poll(() => path()).toBe('/login')
    await page.clock.resume()
    await expect(page.getByText('Please login again.')).toBeVisible()
    await signIn()
    await expect.poll(() => path()).toBe('/profile')
  })

  test('ended on another device: this one hears of it at once', async ({ browser }) => {
    await asMaria(browser, { clock: true, ends: true })
    const stream = firstWord()
    await page.goto(`${dhow.portal}/profile`)
    await expect(page.getByText('this device')).toBeVisible()
    await stream
    await standStill()
    await page.request.post(`${dhow.portal}/api/v1/dhow/player/logout`, {
      headers: { authorization: `Bearer ${await token()}` },
      data: {},
    })
    await expect(toast('Session expired.')).toBeVisible()
    await page.clock.runFor(3_100)
    await expect.poll(() => path()).toBe('/login')
  })

  test('a player who is suspended is signed out with the reason, and again at the next start', async ({ browser }) => {
    await context.close()
    context = await browser.newContext({ serviceWorkers: 'block' })
    page = await newTab()
    const sifa = await newPlayer(dhow, { name: 'sifa.n', mobile: '+264812000077' })
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate((value) => localStorage.setItem('token', value), sifa.token)
    const stream = firstWord()
    await page.goto(`${dhow.portal}/profile`)
    await stream
    const id = await operator.findPlayer('sifa.n')
    await operator.setActive(id, false)
    const text = 'This account is not active. Please reach out to the support team.'
    await expect(toast(text)).toBeVisible()
    await expect.poll(() => token()).toBeNull()
    await page.evaluate((value) => localStorage.setItem('token', value), sifa.token)
    await page.goto(`${dhow.portal}/profile`, soon)
    await expect(toast(text)).toBeVisible()
    await expect.poll(() => path()).toBe('/')
    expect(await token()).toBeNull()
  })

  test('two tabs agree: who signs out in one is out in both, and in again in both', async ({ browser }) => {
    await asMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/`)
    const other = await newTab()
    await other.goto(`${dhow.portal}/profile`)
    await expect(other.getByTestId('balance')).toHaveText('N$0.00')
    // The browser draws a tab that lies behind another once a second.
    await page.bringToFront()
    await go('Menu')
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => path(other)).toBe('/')
    await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible()
    await page.getByRole('link', { name: 'Log in' }).click()
    await signIn()
    await expect(other.getByTestId('balance')).toHaveText('N$0.00')
  })

  test('who goes on by the header before the sign-in has come to its end is not taken back', async ({ browser }) => {
    await asMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/menu`)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    const release = front.hold('/api/v1/dhow/player/preferences')
    await signIn()
    await page.getByRole('button', { name: 'Add coins' }).click()
    await expect.poll(() => path()).toBe('/payment-method')
    const answered = page.waitForResponse('**/player/preferences')
    release()
    await (await answered).finished()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(path()).toBe('/payment-method')
  })

  test('logout ends here even where nobody answers', async ({ browser }) => {
    await asMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/menu`)
    await expect(page.getByTestId('balance')).toHaveText('N$0.00')
    await context.setOffline(true)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await token()).toBeNull()
    expect(path()).toBe('/')
  })

  test('a profile that does not come is said to be missing, with a way to try again', async ({ browser }) => {
    await asMaria(browser)
    await page.goto(`${dhow.portal}/menu`)
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).hover()
    front.spoil('/player/profile', 'cut')
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByText(/^Failed to load profile\./)).toBeVisible()
    front.mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Failed to load profile\./)).toHaveCount(0)
  })
})

test.describe('signing in and registering', () => {
  const steps = { open: true, otp: true, new_device_otp: true, forgot_password: true }
  test.afterEach(() => operator.set({ registration: steps }))

  test('the steps that the operator has switched off are not offered', async () => {
    await operator.set({ registration: { ...steps, open: false, forgot_password: false } })
    await page.goto(`${dhow.portal}/login`)
    await expect(page.getByText('Forgot your password?')).toHaveCount(0)
    await expect(page.getByText('New here? Open an account')).toHaveCount(0)
    await page.goto(`${dhow.portal}/register`)
    await expect(page.getByText('New accounts are not opened at the moment.')).toBeVisible()
    await page.goto(`${dhow.portal}/forgot-password`)
    await expect(page.getByText('A password cannot be reset here.')).toBeVisible()
  })

  test('a number without an account gets the answer of one that has it; the code can be asked for again in time', async () => {
    await page.clock.install()
    const leads: string[] = []
    for (const mobile of ['081 200 0001', namibia.mobile]) {
      await page.goto(`${dhow.portal}/forgot-password`)
      await hydrated()
      await page.getByLabel('Mobile number').fill(mobile)
      await page.getByRole('button', { name: 'Send the code' }).click()
      await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
      expect(path()).toBe('/forgototp')
      leads.push((await page.getByRole('main').innerText()).replace(mobile, 'the number'))
    }
    expect(leads[0]).toBe(leads[1])
    await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code')
    await standStill()
    const waiting = page.getByRole('button', { name: /^Send again in \d+ s$/ })
    await expect(waiting).toBeDisabled()
    const seconds = Number(/\d+/.exec(await waiting.innerText())?.[0])
    await page.clock.runFor(3_000)
    await expect(page.getByRole('button', { name: `Send again in ${seconds - 3} s` })).toBeDisabled()
    await page.clock.runFor((seconds - 3) * 1_000)
    await expect(page.getByRole('button', { name: 'Send the code again' })).toBeEnabled()
  })

  test('the rules of a password are shown while it is typed, and the server’s own beside the field', async () => {
    await page.goto(`${dhow.portal}/register`)
    await hydrated()
    // What is missing is said all at once.
    await page.getByRole('button', { name: 'Sign up' }).click()
    for (const text of [
      'Use 3 to 20 letters, digits, dots or underscores',
      'Enter your mobile number',
      'Use at least 8 characters',
      'Please accept the terms to go on.',
    ])
      await expect(page.getByText(text)).toBeVisible()
    await page.getByLabel('Player name').fill('Ndapewa_1')
    await page.getByLabel('Mobile number').fill('081 200 0009')
    const field = page.getByLabel('Password', { exact: true })
    const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await field.fill('short')
    await expect(rule('At least 8 characters')).toHaveAttribute('data-kept', 'false')
    await field.fill('with ndapewa_1 inside')
    await expect(rule('At least 8 characters')).toHaveAttribute('data-kept', 'true')
    await expect(rule('Without your name or number')).toHaveAttribute('data-kept', 'false')
    await field.fill('812000009 and more')
    await expect(rule('Without your name or number')).toHaveAttribute('data-kept', 'false')
    await field.fill('abcdefghij')
    await page.getByRole('checkbox', { name: /18 or older/ }).check()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Use something less regular than a run of keys')).toBeVisible()
  })
})

test('what is typed before the program has come stays, and is never sent in an address', async () => {
  const release = front.hold('/assets/')
  await page.goto(`${dhow.portal}/login`)
  await page.getByLabel('Mobile number').fill('0812345678')
  await page.getByLabel('Password', { exact: true }).fill('a secret of mine')
  await page.getByRole('button', { name: 'Log in' }).click()
  expect(page.url()).toBe(`${dhow.portal}/login`)
  await expect(page.getByLabel('Mobile number')).toHaveValue('0812345678')
  release()
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret of mine')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('The mobile number or the password is not right.')).toBeVisible()
})

test('who reads on before the program has come is left there, and so is who loads a page anew', async () => {
  const release = front.hold('/assets/')
  await page.goto(`${dhow.portal}/all-games`)
  await page.evaluate(() => scrollTo(0, 1_500))
  release()
  const isLeft = async () => {
    await hydrated()
    // A jump would come with the frame after the one that is drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(() => scrollY)
  }
  expect(await isLeft()).toBe(1_500)
  await page.reload()
  expect(await isLeft()).toBe(1_500)
})

test.describe('a gift link', () => {
  const pending = () => page.evaluate(() => sessionStorage.getItem('pending_gift_code'))

  test('waits through signing in, is claimed right after it, and is gone', async ({ browser }) => {
    await asMaria(browser)
    const code = await operator.newGift('15')
    await page.goto(`${dhow.portal}/`)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await expect(page.getByText('Log in or sign up, and the gift is yours.')).toBeVisible()
    expect(await pending()).toBe(code)
    // Another way to the form keeps it too.
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await signIn()
    await expect(page.getByRole('main').getByText(/^Gift claimed successfully · N\$15\.00$/)).toBeVisible()
    await expect(page.getByTestId('balance')).toHaveText('N$15.00')
    await expect.poll(pending).toBeNull()
    // A link that never was.
    await page.goto(`${dhow.portal}/gift_envelope?id=${'X'.repeat(code.length)}`)
    await expect(page.getByRole('main').getByText('Gift link invalid, used, or claim failed.')).toBeVisible()
    await expect.poll(pending).toBeNull()
  })

  test('waits through registering just so; where nobody says why it cannot be had, the portal’s own words do', async () => {
    const code = await operator.newGift('15')
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    const kaino = { ...namibia, mobile: '081 200 0079', e164: '+264812000079' }
    await fillRegistration(page, dhow, kaino, 'kaino.n')
    await expect(page.getByRole('main').getByText(/^Gift claimed successfully · N\$15\.00$/)).toBeVisible()
    await expect(page.getByTestId('balance')).toHaveText('N$15.00')
    await expect.poll(pending).toBeNull()
    front.spoil('/gift-envelope/', 'empty')
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await expect(page.getByRole('main').getByText('Gift link invalid, used, or claim failed.')).toBeVisible()
    await expect.poll(pending).toBeNull()
  })
})

test.describe('a screen whose file does not come', () => {
  test('after 120 s it is said, with a way to try again', async () => {
    await page.clock.install()
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    const release = front.hold('/assets/games-screen')
    await standStill()
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/all-games"]')!.click())
    await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible()
    await page.clock.runFor(119_900)
    await expect(page.getByText('This page did not come in time.')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(page.getByText('This page did not come in time.')).toBeVisible()
    await page.clock.resume()
    release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  })

  test('while the server is away it is said, and the screen comes by itself once the server is back', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    await page.route('**/assets/games-screen*', (route) => route.abort())
    await page.route('**/portal-info*', (route) => route.abort())
    await go('All Games')
    await expect(page.getByText('Server not responding. Please try again later.')).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
    faults.splice(0)
  })

  test('a new deployment under an open tab takes nobody’s way: the new page is shown', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    const answers: number[] = []
    page.on(
      'response',
      (answer) => void (answer.url().includes('/assets/games-screen') && answers.push(answer.status())),
    )
    // The old file is gone from the server, which answers for the new ones only.
    front.spoil('/assets/games-screen', {
      status: 404,
      type: 'application/json',
      body: '{"status":"error"}',
      once: true,
    })
    await go('All Games')
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
    expect(path()).toBe('/all-games')
    // The server's drawing of the screen is there before its program is.
    await expect.poll(() => answers).toEqual([404, 200])
  })
})

test('a screen that breaks says so, and leaves the rest of the portal as it is', async ({ browser }) => {
  await asMaria(browser)
  // A phone whose calendar is broken: whatever writes a date fails.
  await page.addInitScript(() => {
    Intl.DateTimeFormat = function () {
      throw new RangeError('no calendar')
    } as unknown as typeof Intl.DateTimeFormat
  })
  await page.goto(`${dhow.portal}/profile`)
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await go('All Games')
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  faults.splice(0)
})

test('a file that cannot be fetched is said to be tried again', async ({ browser }) => {
  await asMaria(browser)
  await page.goto(`${dhow.portal}/transaction-history`)
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download (CSV)' }).click()
  await expect(toast('Something went wrong. Please try again.')).toBeVisible()
})

test.describe('languages', () => {
  test('the browser’s own list, then a choice that stays; refusals of the server in the same words', async ({
    browser,
  }) => {
    await context.close()
    context = await browser.newContext({ locale: 'hi-IN', serviceWorkers: 'block' })
    page = await newTab()
    await page.goto(`${dhow.portal}/login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(page.getByRole('heading', { level: 1, name: 'फिर से स्वागत है' })).toBeVisible()
    await page.goto(`${dhow.portal}/menu`)
    await hydrated()
    await page.getByRole('button', { name: 'Afrikaans' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')
    await page.goto(`${dhow.portal}/login`)
    await hydrated()
    await page.getByLabel('Selfoonnommer').fill('081 200 0001')
    await page.getByLabel('Wagwoord', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Teken in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Die selfoonnommer of die wagwoord is nie reg nie.')
  })

  test('a choice follows its player to a device that has made none', async ({ browser }) => {
    const mobile = '081 200 0078'
    const kauna = await newPlayer(dhow, { name: 'kauna.s', mobile: '+264812000078' })
    await page.goto(`${dhow.portal}/`)
    await page.evaluate((value) => localStorage.setItem('token', value), kauna.token)
    await page.goto(`${dhow.portal}/menu`)
    await expect(page.getByTestId('balance')).toHaveText(/N\$/)
    const saved = page.waitForResponse('**/player/preferences')
    await page.getByRole('button', { name: 'Afrikaans' }).click()
    expect((await saved).ok()).toBe(true)
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')

    await context.close()
    context = await browser.newContext({ serviceWorkers: 'block' })
    page = await newTab()
    await page.goto(`${dhow.portal}/login`)
    await hydrated()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByLabel('Mobile number').fill(mobile)
    await page.getByLabel('Password', { exact: true }).fill('calm-sea-at-dusk')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByLabel('Code').fill(await dhow.codeFor('+264812000078'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')
    await expect(page.getByTestId('balance')).toHaveText(/N\$/)
    expect(path()).toBe('/')
  })

  test('the English lobby fetches no word of another language', async () => {
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(`${dhow.portal}/`)
    await hydrated()
    await page.waitForLoadState('networkidle')
    const scripts = files.filter((file) => file.endsWith('.js') && file.startsWith('/assets/'))
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      const text = await (await page.request.get(`${dhow.portal}${script}`)).text()
      // The name of the language itself stands in the switch.
      expect([script, text.replace('हिन्दी', '').match(/[\u0900-\u097f]+/)]).toEqual([script, null])
    }
  })
})

test.describe('what a visit costs', () => {
  /** Bytes that came over the line for a page, its calls and its stream, headers included. */
  async function costOf(address: string): Promise<number> {
    const line = await context.newCDPSession(page)
    let bytes = 0
    line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    line.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length))
    await line.send('Network.enable')
    await page.goto(`${dhow.portal}${address}`)
    await hydrated()
    await page.waitForLoadState('networkidle')
    await line.detach()
    test.info().annotations.push({ type: address, description: `${bytes} bytes` })
    return bytes
  }

  for (const saver of [true, false]) {
    test(`${saver ? 'with' : 'without'} the saver, a page costs under 30 kB after the first visit`, async ({
      browser,
    }) => {
      await asMaria(browser)
      if (saver) {
        await page.goto(`${dhow.portal}/menu`)
        await hydrated()
        await page.getByRole('button', { name: 'Save data' }).click()
        await expect(page.getByText('Data saver is on')).toBeVisible()
      }
      for (const address of ['/', '/deposit-history', '/transaction-history']) {
        await page.goto(`${dhow.portal}${address}`)
        // Only the lobby still fetches, its pictures, once it acts.
        await (address === '/' ? page.waitForLoadState('networkidle') : hydrated())
        const bytes = await costOf(address)
        expect(bytes).toBeGreaterThan(2_000)
        expect(bytes).toBeLessThan(30_000)
      }
      await page.goto(`${dhow.portal}/`)
      await hydrated()
      expect((await page.getByRole('main').locator('img').count()) > 0).toBe(!saver)
    })
  }

  test('the browser’s own hint is heard, and the switch is stronger', async ({ browser }) => {
    await context.close()
    context = await browser.newContext({ extraHTTPHeaders: { 'save-data': 'on' }, serviceWorkers: 'block' })
    page = await newTab()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(`${dhow.portal}/`)
    await hydrated()
    await expect(page.getByRole('link', { name: /^Dhow by/ }).first()).toBeVisible()
    // Nothing is fetched ahead either, however near a link comes.
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Menu' }).hover()
    await page.waitForLoadState('networkidle')
    expect(fetched.filter((file) => file.startsWith('/tiles/') || file.includes('/menu-'))).toEqual([])
    await go('Menu')
    await page.getByRole('button', { name: 'Save data' }).click()
    await expect(page.getByText('Data saver is on')).toHaveCount(0)
    await page.goto(`${dhow.portal}/`)
    await expect(page.getByRole('main').locator('img').first()).toBeVisible()
  })
})

test('full screen is entered and left by its button', async ({ browser }) => {
  await asMaria(browser)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${dhow.portal}/`)
  await expect(page.getByTestId('balance')).toHaveText(/N\$/)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(false)
})
