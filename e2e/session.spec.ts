import { expect, test } from '@playwright/test'
import { fillRegistration, namibia } from './player.ts'
import { newPlayer } from './player-by-api.ts'
import {
  setUpPortalWorld,
  openAsMaria,
  context,
  dhow,
  waitForLiveStream,
  front,
  go,
  hydrated,
  openBrowserTab,
  newTab,
  operator,
  page,
  path,
  signIn,
  soon,
  freezeClock,
  toast,
  token,
  blockLiveStream,
} from './portal-world.ts'

/** Sessions: signing in and registering, ending a session here and elsewhere, and state that survives a sign-in. */
setUpPortalWorld()

test.describe('the session', () => {
  test('an invalid token is removed at the start', async () => {
    // This address has no script: elsewhere the page would handle the token itself, and the test would not see the sentence.
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate(() => localStorage.setItem('token', 'no-such-token'))
    await page.goto(`${dhow.portal}/profile`, soon)
    await expect(toast('Invalid session.')).toBeVisible()
    await expect.poll(() => path()).toBe('/')
    expect(await token()).toBeNull()
  })

  test('any other failed check signs out; an unreachable server does not', async ({ browser }) => {
    await openAsMaria(browser, { ends: true })
    front.injectFault('/player/verify-token', 'cut')
    await page.goto(`${dhow.portal}/`)
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    expect(await token()).not.toBeNull()
    front.injectFault('/player/verify-token', { status: 500, type: 'text/plain', body: '' })
    const logoutAnswer = page.waitForResponse('**/player/logout')
    await page.reload(soon)
    await expect(toast('Token check failed.')).toBeVisible()
    expect((await logoutAnswer).ok()).toBe(true)
    expect(await token()).toBeNull()
  })

  test('expired during navigation: the message, the token removed, the login after 3 s, and back', async ({
    browser,
  }) => {
    await openAsMaria(browser, { clock: true, ends: true })
    await blockLiveStream()
    await page.goto(`${dhow.portal}/account-dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    const profile = page.getByRole('main').getByRole('link', { name: 'Profile' })
    await expect(profile).toBeVisible()
    await page.waitForLoadState('networkidle')
    // From here on no call is sent by itself: the first refused one decides the message.
    await freezeClock()
    const ended = await page.request.post(`${dhow.portal}/api/v1/dhow/player/logout`, {
      headers: { authorization: `Bearer ${await token()}` },
      data: {},
    })
    expect(ended.ok()).toBe(true)
    // A pointer coming near would prefetch, with another request.
    await profile.dispatchEvent('click')
    // The navigation takes several turns of the event loop.
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

  test('ended on another device: this one shows it at once', async ({ browser }) => {
    await openAsMaria(browser, { clock: true, ends: true })
    const stream = waitForLiveStream()
    await page.goto(`${dhow.portal}/profile`)
    await expect(page.getByText('this device')).toBeVisible()
    await stream
    await freezeClock()
    await page.request.post(`${dhow.portal}/api/v1/dhow/player/logout`, {
      headers: { authorization: `Bearer ${await token()}` },
      data: {},
    })
    await expect(toast('Session expired.')).toBeVisible()
    await page.clock.runFor(3_100)
    await expect.poll(() => path()).toBe('/login')
  })

  test('a suspended player is signed out with the reason, and again at the next start', async ({ browser }) => {
    await openBrowserTab(browser)
    const sifa = await newPlayer(dhow, { name: 'sifa.n', mobile: '+264812000077' })
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate((value) => localStorage.setItem('token', value), sifa.token)
    const stream = waitForLiveStream()
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

  test('signing out or in affects every open tab', async ({ browser }) => {
    await openAsMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/`)
    const other = await newTab()
    await other.goto(`${dhow.portal}/profile`)
    await expect(other.getByTestId('balance')).toHaveText('N$0.00')
    // The browser renders a background tab once a second.
    await page.bringToFront()
    await go('Menu')
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => path(other)).toBe('/')
    await expect(other.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await signIn()
    await expect(other.getByTestId('balance')).toHaveText('N$0.00')
  })

  test('a click in the header during a sign-in is not overridden by the sign-in', async ({ browser }) => {
    await openAsMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/menu`)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
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

  test('logout works here even without an answer', async ({ browser }) => {
    await openAsMaria(browser, { ends: true })
    await page.goto(`${dhow.portal}/menu`)
    await expect(page.getByTestId('balance')).toHaveText('N$0.00')
    await context.setOffline(true)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    expect(await token()).toBeNull()
    expect(path()).toBe('/')
  })

  test('a profile that fails to load shows that, with a retry button', async ({ browser }) => {
    await openAsMaria(browser)
    await page.goto(`${dhow.portal}/menu`)
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).hover()
    front.injectFault('/player/profile', 'cut')
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByText(/^Failed to load profile\./)).toBeVisible()
    front.clearFaults()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Failed to load profile\./)).toHaveCount(0)
  })
})

test.describe('signing in and registering', () => {
  const steps = { open: true, otp: true, new_device_otp: true, forgot_password: true }
  test.afterEach(() => operator.set({ registration: steps }))

  test('steps that the operator has switched off are not offered', async () => {
    await operator.set({ registration: { ...steps, open: false, forgot_password: false } })
    await page.goto(`${dhow.portal}/login`)
    await expect(page.getByText('Forgot your password?')).toHaveCount(0)
    await expect(page.getByText('New here? Open an account')).toHaveCount(0)
    await page.goto(`${dhow.portal}/register`)
    await expect(page.getByText('Registration is closed at the moment.')).toBeVisible()
    await page.goto(`${dhow.portal}/forgot-password`)
    await expect(page.getByText('A password cannot be reset here.')).toBeVisible()
  })

  test('an unknown number gets the same answer as a known one; the code can be requested again after a wait', async () => {
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
    await freezeClock()
    const waiting = page.getByRole('button', { name: /^Send again in \d+ s$/ })
    await expect(waiting).toBeDisabled()
    const seconds = Number(/\d+/.exec(await waiting.innerText())?.[0])
    await page.clock.runFor(3_000)
    await expect(page.getByRole('button', { name: `Send again in ${seconds - 3} s` })).toBeDisabled()
    await page.clock.runFor((seconds - 3) * 1_000)
    await expect(page.getByRole('button', { name: 'Send the code again' })).toBeEnabled()
  })

  test('password rules are shown while typing, and the server’s refusal beside the field', async () => {
    await page.goto(`${dhow.portal}/register`)
    await hydrated()
    // All missing fields are reported at once.
    await page.getByRole('button', { name: 'Sign up' }).click()
    for (const text of [
      'Use 3 to 20 letters, digits, dots or underscores',
      'Enter your mobile number',
      'Use at least 8 characters',
      'Please accept the terms to continue.',
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
    await expect(page.getByText('Do not use a sequence such as 12345678 or qwertyui')).toBeVisible()
  })
})

test('text typed before the script has loaded stays, and is never sent in a URL', async () => {
  const release = front.hold('/assets/')
  await page.goto(`${dhow.portal}/login`)
  await page.getByLabel('Mobile number').fill('0812345678')
  await page.getByLabel('Password', { exact: true }).fill('a secret of mine')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  expect(page.url()).toBe(`${dhow.portal}/login`)
  await expect(page.getByLabel('Mobile number')).toHaveValue('0812345678')
  release()
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a secret of mine')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('The mobile number or the password is wrong.')).toBeVisible()
})

test('the scroll position stays while the script loads, and after a reload', async () => {
  const release = front.hold('/assets/')
  await page.goto(`${dhow.portal}/all-games?sandbox=show`)
  await page.evaluate(() => scrollTo(0, 600))
  release()
  /** Position of a list tile on the screen: tiles further up that are not rendered yet have only an estimated height. */
  const topOf = async (game: string) => {
    await hydrated()
    // A jump would appear in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const box = await page.locator('main li', { has: page.locator(`a[href="/play/${game}"]`) }).boundingBox()
    return box?.y ?? Infinity
  }
  const top = await topOf('roulette')
  expect(await page.evaluate(() => scrollY)).toBe(600)
  // Visible on the screen, not elsewhere in the list.
  expect([top > 0, top < 740]).toEqual([true, true])
  await page.reload()
  expect(Math.abs((await topOf('roulette')) - top)).toBeLessThan(60)
})

test.describe('a gift link', () => {
  const pending = () => page.evaluate(() => sessionStorage.getItem('pending_gift_code'))

  test('survives signing in, is claimed right after it, and is cleared', async ({ browser }) => {
    await openAsMaria(browser)
    const code = await operator.newGift('15')
    await page.goto(`${dhow.portal}/`)
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await expect(page.getByText('Log in or sign up, and the gift is yours.')).toBeVisible()
    expect(await pending()).toBe(code)
    // Another link to the form keeps it too.
    await page.getByRole('banner').getByRole('link', { name: 'Log in', exact: true }).click()
    await signIn()
    await expect(page.getByRole('main').getByText(/^Gift claimed successfully · N\$15\.00$/)).toBeVisible()
    await expect(page.getByTestId('balance')).toHaveText('N$15.00')
    await expect.poll(pending).toBeNull()
    // An unknown gift code.
    await page.goto(`${dhow.portal}/gift_envelope?id=${'X'.repeat(code.length)}`)
    await expect(page.getByRole('main').getByText('Gift link invalid, used, or claim failed.')).toBeVisible()
    await expect.poll(pending).toBeNull()
  })

  test('survives registering too; without a reason from the server the portal shows its default text', async () => {
    const code = await operator.newGift('15')
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    const kaino = { ...namibia, mobile: '081 200 0079', e164: '+264812000079' }
    await fillRegistration(page, dhow, kaino, 'kaino.n')
    await expect(page.getByRole('main').getByText(/^Gift claimed successfully · N\$15\.00$/)).toBeVisible()
    await expect(page.getByTestId('balance')).toHaveText('N$15.00')
    await expect.poll(pending).toBeNull()
    front.injectFault('/gift-envelope/', 'empty')
    await page.goto(`${dhow.portal}/gift_envelope?id=${code}`)
    await expect(page.getByRole('main').getByText('Gift link invalid, used, or claim failed.')).toBeVisible()
    await expect.poll(pending).toBeNull()
  })
})
