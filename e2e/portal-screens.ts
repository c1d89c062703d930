import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { Front } from './front.ts'
import type { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import type { Dhow } from './processes.ts'

/** Content and behaviour of the portal's screens on the real programs; `portal-rules.spec.ts` calls these checks. */
export interface Stage {
  page: Page
  dhow: Dhow
  front: Front
  operator: Awaited<ReturnType<typeof newOperator>>
}

const path = (page: Page) => new URL(page.url()).pathname
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Close' }).getByText(text)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

/** Links of a part of the page in order: text and address. */
const linksOf = (part: Locator) =>
  part
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getAttribute('href')]),
    )
const buttonsOf = (part: Locator) =>
  part
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent))

async function seat(page: Page, dhow: Dhow, player: Awaited<ReturnType<typeof newPlayer>>) {
  await page.goto(`${dhow.portal}/health`)
  await page.evaluate((value) => localStorage.setItem('token', value), player.token)
  await page.context().addCookies(player.cookies())
}

export async function headerLoggedOut({ page, dhow }: Stage) {
  await page.goto(`${dhow.portal}/`)
  expect(await linksOf(page.getByRole('banner'))).toEqual([
    ['Dhow', '/'],
    ['Log in', '/login'],
    ['Sign up', '/register'],
  ])
}

/** Header checks of a signed-in page. */
export async function headerLoggedIn({ page, dhow }: Stage) {
  const banner = page.getByRole('banner')
  await page.setViewportSize(narrow)
  await page.goto(`${dhow.portal}/`)
  await expect(page.getByTestId('balance')).toHaveText('N$0.00')
  expect(await linksOf(banner)).toEqual([
    ['Dhow', '/'],
    ['Messages', '/messages'],
    ['Profile', '/profile'],
  ])
  expect(await buttonsOf(banner)).toEqual(['Add coins'])
  await page.setViewportSize(wide)
  expect(await linksOf(banner)).toEqual([
    ['Dhow', '/'],
    ['Search games', '/top-games'],
    ['Messages', '/messages'],
  ])
  expect(await buttonsOf(banner)).toEqual([
    'Show or hide the sidebar',
    'Add coins',
    'Deposit',
    'Full screen',
    'Account',
  ])
  await banner.getByRole('button', { name: 'Account' }).click()
  expect(await linksOf(banner.getByRole('list'))).toEqual([
    ['Deposit', '/payment-method'],
    ['Withdraw', '/manual-withdraw-namibia'],
    ['Deposit History', '/deposit-history'],
    ['Withdraw History', '/withdraw-history'],
    ['Transaction History', '/transaction-history'],
    ['Profile', '/profile'],
    ['Messages', '/messages'],
    ['Where is my money?', '/where-is-my-money'],
    ['Help', '/help'],
    ['Statements', '/statements'],
    ['Bonuses', '/bonus'],
    ['Account', '/account-dashboard'],
  ])
  expect(await buttonsOf(banner.getByRole('list'))).toEqual(['Logout'])
}

export async function sidebar({ page }: Stage) {
  const side = page.getByRole('navigation', { name: 'Main' })
  expect(await linksOf(side)).toEqual([
    ['Home', '/'],
    ['All Games', '/all-games'],
    ['Live Casino', '/filtered-games?type=card'],
    ['Crash Games', '/filtered-games?type=crash'],
    ['Providers', '/providers'],
    ['Refer and earn', '/refer-earn'],
    ['How to Play', '/how-to-play'],
    ['Responsible gaming', '/responsiblegame'],
    ['Terms and Condition', '/terms-condition'],
    ['Privacy and policy', '/privacy-policy'],
    ['All Games', '/all-games'],
  ])
  const toggle = page.getByRole('button', { name: 'Show or hide the sidebar' })
  await toggle.click()
  await expect(side).toBeHidden()
  await toggle.click()
  // Another category has the same path but is a new screen.
  await side.getByRole('link', { name: 'Live Casino' }).click()
  await expect(heading(page, 'Live casino')).toBeFocused()
  await page.evaluate(() => scrollTo(0, 5_000))
  await side.getByRole('link', { name: 'Crash Games' }).click()
  await expect(heading(page, 'Crash')).toBeFocused()
  await expect(page).toHaveTitle('Crash · Dhow')
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

export async function firstVisit({ page, dhow }: Stage) {
  const main = page.getByRole('main')
  await page.goto(`${dhow.portal}/starting-page`)
  await main.getByRole('link', { name: 'Get started' }).click()
  await expect(heading(page, 'Provably fair')).toBeVisible()
  expect(path(page)).toBe('/starting-slider')
  await main.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 'Pay the way you like')).toBeVisible()
  await main.getByRole('button', { name: 'Back' }).click()
  await expect(heading(page, 'Provably fair')).toBeVisible()
  await main.getByRole('button', { name: 'Next' }).click()
  await main.getByRole('button', { name: 'Next' }).click()
  await expect(heading(page, 'At your own pace')).toBeVisible()
  await main.getByRole('link', { name: 'Get started' }).click()
  for (const [way, to] of [
    ['I have an account', '/login'],
    ['I am new here', '/register'],
  ] as const) {
    await expect(heading(page, 'What is your number?')).toBeVisible()
    expect(path(page)).toBe('/user-enter')
    await page.getByLabel('Mobile number').fill('081 200 0010')
    await main.getByRole('button', { name: way }).click()
    await expect.poll(() => path(page)).toBe(to)
    await expect(page.getByLabel('Mobile number')).toHaveValue('081 200 0010')
    if (to === '/login') await page.goBack()
  }
}

export async function lobby({ page, dhow }: Stage) {
  const main = page.getByRole('main')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const list = '**/player/favourites'
  const holdAnswer = async (route: Route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  }
  await page.route(list, holdAnswer, { times: 1 })
  await page.goto(`${dhow.portal}/`)
  expect(await linksOf(main.getByRole('navigation', { name: 'Game categories' }))).toEqual([
    ['Search games', '/top-games'],
    ['Top', '/top-games'],
    ['Crash', '/filtered-games?type=crash'],
    ['Turbo', '/turbo-games'],
    ['Live casino', '/filtered-games?type=card'],
    ['Providers', '/providers'],
  ])
  const favourites = main.getByRole('heading', { name: 'Favourites' })
  await main.getByRole('button', { name: 'Add to favourites: Pearl Dice' }).click()
  await expect(favourites).toBeVisible()
  // The pending list was requested before the change and must not undo it.
  const late = page.waitForResponse(list)
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await expect(favourites).toBeVisible()
  await page.reload()
  await expect(favourites).toBeVisible()
  await main.getByRole('button', { name: 'Remove from favourites: Pearl Dice' }).first().click()
  await expect(favourites).toHaveCount(0)
  // The search text is in the address, so that links preserve it.
  await page.goto(`${dhow.portal}/filtered-games?type=turbo&q=pearl%20dice`)
  await expect(page.getByRole('searchbox')).toHaveValue('pearl dice')
  await expect(main.getByRole('button', { name: 'Turbo' })).toHaveAttribute('aria-pressed', 'true')
  await expect(main.getByRole('link', { name: / by / })).toHaveCount(1)
  await expect(main.getByRole('link', { name: /^Pearl Dice/ })).toBeVisible()
  await main.getByRole('button', { name: 'Crash' }).click()
  await expect(page).toHaveURL(/type=crash/)
  await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible()
  // A long list renders only the tiles near the screen, at any scroll position.
  await page.goto(`${dhow.portal}/all-games?sandbox=show`)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  for (let down = 0; down < 4; down++) {
    const before = await height()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(height).toBeGreaterThan(before)
  }
  expect(await main.getByRole('link', { name: / by / }).count()).toBeLessThan(250)
  await page.goto(`${dhow.portal}/providers`)
  await main.getByRole('link', { name: /Dhow Studio/ }).click()
  await expect(heading(page, 'Games by Dhow Studio')).toBeVisible()
  await expect(main.getByRole('link', { name: /by Dhow Studio/ }).first()).toBeVisible()
}

export async function account({ page, dhow, front }: Stage) {
  const netumbo = await newPlayer(dhow, { name: 'netumbo.s', mobile: '+264812000081' })
  const main = page.getByRole('main')
  const avatar = page.getByRole('banner').getByRole('link', { name: 'Profile' })
  await seat(page, dhow, netumbo)
  await page.goto(`${dhow.portal}/select-avatar`)
  // Not the default picture, which must appear only if an uploaded one fails.
  await main.getByRole('listitem').getByRole('button').nth(1).click()
  await expect(avatar.locator('img')).toHaveAttribute('src', /^\/avatars\/(?!dhow\.svg)/)
  // A picture that fails to load is replaced by the default one.
  front.injectFault('/api/v1/dhow/avatars/', 'empty')
  await main
    .getByLabel('Or upload a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(avatar.locator('img')).toHaveAttribute('src', '/avatars/dhow.svg')
  front.clearFaults()
  await page.goto(`${dhow.portal}/profile-edit`)
  await expect(avatar.locator('img')).toHaveAttribute('src', /^\/api\/v1\/dhow\/avatars\//)
  await main.getByLabel('Player name').fill('Netumbo_Sails')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Netumbo_Sails')).toBeVisible()

  await netumbo.signInAgain()
  await page.reload()
  const devices = main.getByRole('listitem').filter({ hasText: 'Last active' })
  await expect(devices).toHaveCount(2)
  await devices.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(devices).toHaveCount(1)

  await main.getByRole('link', { name: 'Change password' }).click()
  await main.getByLabel('Current password').fill('calm-sea-at-dusk')
  await main.getByLabel('New password').fill('calm-sea-at-dawn')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Your password is changed.')).toBeVisible()
  expect(path(page)).toBe('/profile')
}

/** Preferences, on the page that `account` left signed in. */
export async function preferences({ page, dhow }: Stage) {
  const main = page.getByRole('main')
  await page.goto(`${dhow.portal}/account-dashboard`)
  await expect(main.getByRole('region', { name: 'Activity summary' })).toContainText('All time')
  await expect(main.getByRole('heading', { name: 'Playing safely' })).toBeVisible()
  await main.getByLabel('Theme').selectOption('light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await main.getByRole('checkbox', { name: 'offers' }).uncheck()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await main.getByLabel('Show amounts').selectOption('code')
  await expect(page.getByTestId('balance')).toHaveText('NAD\u00a00.00')
  await expect(main.getByRole('checkbox', { name: 'offers' })).not.toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
}

export async function rewards({ page, dhow, operator }: Stage) {
  const main = page.getByRole('main')
  const kahimbi = await newPlayer(dhow, { name: 'kahimbi.k', mobile: '+264812000082' })
  await kahimbi.deposit('100')
  await operator.approveOldest('100')
  await page.goto(`${dhow.portal}/bonus`)
  await expect(main.getByText('We add 100% of your first deposit, up to N$500.00.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Log in to claim' })).toBeVisible()
  await seat(page, dhow, kahimbi)
  await page.goto(`${dhow.portal}/claim-bonus`)
  await expect(heading(page, 'Claim a bonus')).toBeVisible()
  await main.getByRole('button', { name: 'Claim N$100.00' }).click()
  await expect(main.getByText('N$0.00 of N$1,000.00 staked')).toBeVisible()
  await expect(main.getByRole('progressbar')).toBeVisible()

  // A bonus that ends elsewhere ends here too.
  await kahimbi.cancelBonus()
  await expect(toast(page, 'Your bonus of N$100.00 was cancelled.')).toBeVisible()
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()

  // A gift claimed elsewhere is announced here, and the balance changes, without a reload.
  await expect(page.getByTestId('balance')).toHaveText('N$100.00')
  await kahimbi.claim(await operator.newGift('15'))
  await expect(toast(page, 'Gift claimed successfully')).toBeVisible()
  await expect(page.getByTestId('balance')).toHaveText('N$115.00')

  await page.addInitScript(() => {
    // This browser has no share API; a phone has one.
    navigator.share = (data) => Promise.resolve(void sessionStorage.setItem('shared', data?.url ?? ''))
  })
  await page.goto(`${dhow.portal}/refer-earn`)
  const link = main.getByText(/\/register\?ref=/)
  const address = (await link.textContent()) ?? ''
  await expect(main.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
  await main.getByRole('button', { name: 'Share the link' }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shared'))).toBe(address)
  const referral = new URL(address).searchParams.get('ref')!
  await newPlayer(dhow, { name: 'friend.of.k', mobile: '+264812000083', referral })
  await page.reload()
  await expect(main.getByRole('listitem').filter({ hasText: 'Signed up' })).toHaveCount(1)
  await expect(main.getByText('Earned')).toBeVisible()
}

export async function pages({ page, dhow, operator }: Stage) {
  const main = page.getByRole('main')
  const names = { portal: 'Dhow', operator: 'Harbour Games (invented)', licence: 'Licence 7 (invented)' }
  await operator.set({ names })
  for (const [address, shown] of [
    ['/terms-condition', names.operator],
    ['/terms-condition', names.licence],
    ['/privacy', names.operator],
  ] as const) {
    await page.goto(`${dhow.portal}${address}`)
    await expect(main).toContainText(shown)
  }
  await operator.set({ names: { ...names, operator: '', licence: null } })
  await page.goto(`${dhow.portal}/testinginfo`)
  await expect(main.getByText(/^serviceWorker/)).toBeVisible()
  expect(await main.getByRole('term').allTextContents()).toEqual([
    'Build',
    'Clock difference from the server',
    'Language',
    'Browser',
    'Screen',
    'Connection',
    'Online',
    'Storage',
    'Features',
  ])
  await expect(main.getByRole('button', { name: 'Copy everything' })).toBeVisible()
}

/** A forgotten password, of the player whom `account` left signed in. */
export async function forgotten({ page, dhow }: Stage) {
  const main = page.getByRole('main')
  await page.goto(`${dhow.portal}/menu`)
  await main.getByRole('button', { name: 'Logout' }).click()
  await page.goto(`${dhow.portal}/forgot-password`)
  await page.getByLabel('Mobile number').fill('081 200 0081')
  await main.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabel('Code').fill(await dhow.codeFor('+264812000081'))
  await expect.poll(() => path(page)).toBe('/enter-new-password')
  await page.getByLabel('New password').fill('calm-sea-at-noon')
  await main.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => path(page)).toBe('/login')
  await page.getByLabel('Mobile number').fill('081 200 0081')
  await page.getByLabel('Password', { exact: true }).fill('calm-sea-at-noon')
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
  // This browser is known, so no code is asked for; amounts have the player's chosen format.
  await expect(page.getByTestId('balance')).toHaveText('NAD\u00a00.00')
}
