import { expect, test } from '@playwright/test'
import * as screens from './portal-screens.ts'
import {
  setUpPortalWorld,
  openAsMaria,
  context,
  dhow,
  front,
  go,
  hydrated,
  operator,
  page,
  path,
  stage,
  freezeClock,
  toast,
} from './portal-world.ts'

/**
 * Rules of the portal that do not concern payments, each provoked on the real programs by a setting, an operator or a country. The
 * proxy in front gives the answers that our servers never give: a gateway's own page, a refused connection.
 */
setUpPortalWorld()

test('a protected path without a token redirects home; an unknown one shows that and links to other pages', async () => {
  for (const protectedPath of ['/profile', '/Voucher-Deposit-History', '/deposit-namibia/blue-wallet-history']) {
    await page.goto(`${dhow.portal}${protectedPath}`)
    await expect.poll(() => path()).toBe('/')
  }
  const answer = await page.goto(`${dhow.portal}/voucher-deposit-history`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All Games' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
})

test('lists of games are server-rendered', async () => {
  for (const list of ['/', '/all-games', '/top-games', '/filtered-games?type=card']) {
    const html = await (await page.request.get(`${dhow.portal}${list}`)).text()
    expect([list, html.includes('href="/play/')]).toEqual([list, true])
  }
})

test('every path has a title, starts scrolled to the top, and focuses its heading', async () => {
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
  // Typing a search changes the address but not the screen.
  await page.getByRole('searchbox').fill('dhow')
  await expect(page).toHaveURL(/q=dhow/)
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('header, desktop bar, avatar menu and sidebar have the specified links', async ({ browser }) => {
  await screens.headerLoggedOut(stage())
  await openAsMaria(browser)
  await screens.headerLoggedIn(stage())
  await screens.sidebar(stage())
})

test('the first visit: a greeting, three cards, and the number that continues to the login or the registration', () =>
  screens.firstVisit(stage()))

test('the lobby: categories, stored favourites, a search in its address, providers', async ({ browser }) => {
  await openAsMaria(browser)
  await screens.lobby(stage())
})

test('the account: avatar, name, devices, password, preferences, and a forgotten password', async () => {
  await screens.account(stage())
  await screens.preferences(stage())
  await screens.forgotten(stage())
})

test('bonuses with their terms and progress, a gift announced live, and a referral link', () =>
  screens.rewards(stage()))

test('the pages show the operator’s name and licence, and the support page its contacts', () => screens.pages(stage()))

test('a slow answer shows a sentence until it arrives', async () => {
  await page.clock.install()
  await page.goto(`${dhow.portal}/terms-condition`)
  await hydrated()
  const release = front.hold('/games')
  await go('All Games')
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  const slow = page.getByRole('status').getByText('Slow connection.')
  await expect(slow).toHaveCount(0)
  await page.clock.runFor(4_100)
  await expect(slow.or(page.getByRole('status').filter({ hasText: 'Slow connection.' }))).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: /^Dhow by/ })).toBeVisible()
  await expect(page.getByText('Slow connection.')).toHaveCount(0)
})

test.describe('the portal as a whole', () => {
  test.afterEach(async () => {
    front.clearFaults()
    await operator.set({ portal: { state: 'active', message: null }, auto_deposit: true })
  })

  test('a forbidden portal shows the operator’s text, or the default one', async () => {
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

  test('an open tab shows it after its next call, and recovers with a reload', async () => {
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

  test('maintenance is 503 with its expected end, and an open tab returns by itself', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await operator.set({ portal: { state: 'maintenance', message: null, until } })
    await go('All Games')
    await expect(page.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
    await expect(page.getByText('Your money is safe.')).toBeVisible()
    await expect(page.locator('time')).toHaveAttribute('datetime', until)
    const answer = await page.goto(`${dhow.portal}/`)
    expect(answer?.status()).toBe(503)
    expect(Number(answer?.headers()['retry-after'])).toBeGreaterThan(3_500)
    await expect(page.getByText(/^Expected back: /)).toBeVisible()
    await expect(page.getByText('Forbidden')).toHaveCount(0)
    await operator.set({ portal: { state: 'active', message: null } })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('banner')).toBeVisible()
  })

  for (const [what, status, body, sentence] of [
    ['a status_code of 403 without words', 200, '{"status":"error","status_code":403}', 'Access denied.'],
    ['an HTTP 403 of a proxy in front', 403, '<h1>403</h1>', 'Portal API access forbidden.'],
  ] as const) {
    test(`${what} shows the specified sentence`, async () => {
      await page.goto(`${dhow.portal}/terms-condition`)
      await hydrated()
      front.injectFault('/portal-info', { status, type: body.startsWith('{') ? 'application/json' : 'text/html', body })
      front.injectFault('/games', { status: 403, type: 'text/html', body: '<h1>403</h1>' })
      await go('All Games')
      await expect(page.getByRole('heading', { name: 'Forbidden' })).toBeVisible()
      await expect(page.getByText(sentence)).toBeVisible()
    })
  }

  test('any other failure counts as active and shows a sentence', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    front.injectFault('/portal-info', { status: 500, type: 'text/plain', body: '' })
    front.injectFault('/games', { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' })
    await go('All Games')
    await expect(page.getByText('Something went wrong. Try again.')).toBeVisible()
    front.clearFaults()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Server not responding. Please try again later.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: /^Dhow by/ })).toBeVisible()
  })

  test('with deposits switched off the button shows that for five seconds, longer while it is focused', async ({
    browser,
  }) => {
    await openAsMaria(browser, { clock: true, ends: true })
    await page.goto(`${dhow.portal}/terms-condition`)
    await expect(page.getByTestId('balance')).toHaveText('N$0.00')
    // An already open tab learns of it with its next call.
    await operator.set({ auto_deposit: false })
    const looked = page.waitForResponse('**/player/verify-token')
    await go('Home')
    await (await looked).finished()
    const text = 'Deposits are temporarily unavailable. Please reach out to the support team.'
    await freezeClock()
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
    // Success and neutral messages stay for three seconds.
    await page.clock.resume()
    await page.goto(`${dhow.portal}/payment-method`)
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
    await go('Menu')
    await freezeClock()
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).dispatchEvent('click')
    await expect(toast('You are logged out.')).toBeVisible()
    await page.clock.runFor(2_900)
    await expect(toast('You are logged out.')).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast('You are logged out.')).toHaveCount(0)
  })

  test('the operator’s external links are in the menu', async () => {
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

test('a restricted country: any call redirects to /restricted with the flag, and a link back appears once it is lifted', async () => {
  await operator.set({ countries: { restricted: ['ZW'], unknown: 'allow' } })
  await page.goto(`${dhow.portal}/terms-condition`)
  await hydrated()
  const flag = () => page.evaluate(() => sessionStorage.getItem('restricted_redirect'))
  expect(await flag()).toBeNull()
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7', 'x-country': 'ZW' })
  await go('All Games')
  await expect.poll(() => path()).toBe('/restricted')
  await expect(page.getByText('Access restricted from your country.')).toBeVisible()
  expect(await flag()).toBe('true')
  // Every page redirects here, also after a reload.
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

test('refusals of several fields are shown together, each sentence once', async () => {
  const shown = page.getByRole('main').getByRole('alert').getByRole('paragraph')
  const refused = `${dhow.portal}/filtered-provider-games?provider=${'x'.repeat(41)}&q=${'y'.repeat(65)}`
  await page.goto(refused)
  await expect(shown).toHaveText('Invalid input')
  // One of the fields has a sentence written by the server.
  const texts = '"q":[{"code":"text","params":{"text":"Too many words"}},{"code":"input_invalid","params":{}}]'
  front.injectFault('/games', { instead: [/"q":\[\{[^\]]*\]/, texts] })
  await page.reload()
  await expect(shown).toHaveText('Too many words Invalid input')
  front.clearFaults()
})
