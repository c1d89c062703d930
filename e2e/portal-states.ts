import { expect, type Page } from '@playwright/test'
import { moveTo } from './accessibility.ts'
import { publicPaths, players } from './specified-routes.ts'

/** A dialog, an open form, a refusal or an end state, and the steps to it; `every-route.spec.ts` checks each screen as loaded. */
export interface State {
  name: string
  path: string
  size?: { width: number; height: number }
  enter(page: Page): Promise<unknown>
}

/** Screens that are not in the specification. */
const more = [
  ...['/where-is-my-money', '/tournaments', '/statements', '/liabilities', '/receipts', '/messages', '/help'],
  ...['/channels', '/close-account', '/play/dhow'],
]
/** Signed-in players are redirected from the sign-in forms; wallet families and game categories have one screen each. */
const elsewhere =
  /login|register|forg|otp|enter|restricted|(easy|blue|nedbank|money)-wallet|spribe|turbo|provider-games|privacy$|_history/
/** Start here so that each of `screens` is rendered anew. */
export const neutral = '/menu'
/** Screens that load their content from the API. */
export const screens = [...publicPaths, ...players, ...more].filter((path) => !elsewhere.test(path) && path !== neutral)

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name }).first().click()
const refused = (page: Page) => expect(main(page).getByRole('alert').first()).toBeVisible()

const pressRefused = (name: string) => async (page: Page) => {
  await press(page, name)
  await refused(page)
}
const sendRefused = async (page: Page) => {
  await main(page).locator('button[type=submit]').first().click()
  await refused(page)
}

/** Forms of visitors. */
export const visitorStates: State[] = [
  ...['/login', '/register', '/forgot-password'].map((path) => ({
    name: `${path} is sent empty`,
    path,
    enter: sendRefused,
  })),
  {
    name: 'a sign-in is refused',
    path: '/login',
    async enter(page) {
      await main(page).getByLabel('Mobile number').fill('0812340099')
      await main(page).getByLabel('Password', { exact: true }).fill('not the password')
      await sendRefused(page)
    },
  },
  // An address of numbers is no site that a passkey could be for.
  { name: 'no passkey is used', path: '/login', enter: pressRefused('Log in with a passkey') },
]

const manual = '/deposit-namibia/manual-deposit/get-payment-details'

/** Deposits and withdrawals of a player with money and one payout account; later states use the deposit of an earlier one. */
export const moneyStates: State[] = [
  { name: 'a deposit is sent empty', path: manual, enter: pressRefused('Submit deposit') },
  {
    name: 'a deposit is sent',
    path: manual,
    async enter(page) {
      await main(page).getByLabel('Amount (N$)').fill('150')
      await main(page)
        .getByLabel(/Payment reference/)
        .fill('EFT 2026 777')
      await press(page, 'Submit deposit')
      await expect(main(page).getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
    },
  },
  {
    name: 'an open deposit, before it is cancelled',
    path: '/where-is-my-money',
    async enter(page) {
      // Inside the list: links to deposit histories are below it, and render before it.
      await main(page).getByRole('listitem').getByRole('link').first().click()
      await press(page, 'Cancel deposit')
      await expect(main(page).getByRole('button', { name: 'Keep deposit' })).toBeVisible()
    },
  },
  {
    name: 'ways to pay in, with an open deposit',
    path: '/payment-method',
    async enter(page) {
      await main(page).getByText('Where is my money?').click()
      await expect(main(page).getByRole('link', { name: 'Open payments' })).toBeVisible()
    },
  },
  {
    name: 'a voucher number that does not exist',
    path: '/deposit-namibia-kazang',
    async enter(page) {
      await main(page).getByLabel('Voucher number').fill('12345')
      await press(page, 'Check voucher')
      await refused(page)
    },
  },
  {
    name: 'a withdrawal without an amount',
    path: '/manual-withdraw-namibia',
    enter: pressRefused('Request withdrawal'),
  },
  {
    name: 'a payout account, before it is removed',
    path: '/add-bank',
    async enter(page) {
      await press(page, 'Remove:')
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep account' })).toBeVisible()
    },
  },
  { name: 'a payout account is sent empty', path: '/add-bank', enter: pressRefused('Save account') },
]

/** Account, help and lists of games. */
export const playerStates: State[] = [
  {
    name: 'a limit is set',
    path: '/account-dashboard',
    async enter(page) {
      await press(page, 'Set a limit')
      await expect(main(page).getByLabel('New limit (N$)')).toBeVisible()
    },
  },
  {
    name: 'a break, before it begins',
    path: '/account-dashboard',
    async enter(page) {
      await press(page, 'Take the break')
      await expect(main(page).getByRole('button', { name: 'Not now' })).toBeVisible()
    },
  },
  {
    name: 'a passkey, before it is added',
    path: '/account-dashboard',
    async enter(page) {
      await press(page, 'Add a passkey')
      await expect(main(page).getByLabel('Name (optional)')).toBeVisible()
    },
  },
  { name: 'a question is sent empty', path: '/help', enter: pressRefused('Send message') },
  { name: 'a new password is sent empty', path: '/change-password', enter: pressRefused('Save') },
  {
    name: 'a search finds nothing',
    path: '/top-games',
    async enter(page) {
      await main(page).getByRole('searchbox').fill('zzzzzzzz')
      await expect(main(page).getByRole('heading', { name: 'No games found' })).toBeVisible()
    },
  },
  {
    name: 'the account menu',
    path: '/terms-condition',
    size: { width: 1280, height: 800 },
    async enter(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
      await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible()
    },
  },
]

/** Games, and content that fails to load. */
export const failureStates: State[] = [
  {
    name: 'a game that has not loaded yet',
    path: '/terms-condition',
    async enter(page) {
      const { origin } = new URL(page.url())
      // The game's own page is on another origin, and does not answer.
      await page.route(
        (url) => url.origin !== origin,
        () => undefined,
      )
      await moveTo(page, '/play/dhow')
      await expect(main(page).locator('iframe')).toBeAttached()
      await expect(main(page).getByText(/^Opening the game/)).toBeVisible()
    },
  },
  {
    name: 'the reality check over a game',
    path: '/terms-condition',
    async enter(page) {
      const startMs = Date.now() - 61 * 60_000
      const session = { since: new Date(startMs).toISOString(), startMs, seenMs: Date.now(), remindedAt: 0 }
      await page.evaluate((kept) => sessionStorage.setItem('dhow-play-session', kept), JSON.stringify(session))
      await moveTo(page, '/play/dice')
      const src = await main(page).locator('iframe').getAttribute('src')
      // It waits for the end of the round in play, which the game tells.
      await expect(async () => {
        await page.evaluate(
          (origin) => dispatchEvent(new MessageEvent('message', { data: { type: 'dhow:round-net' }, origin })),
          new URL(src!).origin,
        )
        await expect(page.getByRole('dialog', { name: 'Reality check' })).toBeVisible({ timeout: 500 })
      }).toPass()
    },
  },
  {
    name: 'an unknown game',
    path: '/play/none',
    enter: (page) => expect(page.getByRole('heading', { level: 1, name: 'Game not found' })).toBeVisible(),
  },
  {
    name: 'no network: a list that was loaded stays',
    path: '/deposit-history',
    async enter(page) {
      await expect(main(page).getByRole('listitem').first()).toBeVisible()
      await page.context().setOffline(true)
      await expect(page.getByText(/^You are offline\./)).toBeVisible()
      await expect(main(page).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'a screen whose file does not load',
    path: '/terms-condition',
    async enter(page) {
      await page.route('**/assets/profile-edit-*', (route) => route.abort())
      // As after a reload that did not help.
      await page.evaluate(() => sessionStorage.setItem('dhow_reloaded', String(Date.now())))
      // The state has no heading of its own to take the focus that `moveTo` waits for.
      await page.evaluate(() => {
        history.pushState({ key: 'profile-edit', idx: history.length, usr: null }, '', '/profile-edit')
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await expect(page.getByRole('heading', { level: 1, name: /^Server not responding/ })).toBeVisible()
    },
  },
  {
    name: 'a country that is turned away',
    path: '/restricted',
    async enter(page) {
      await expect(main(page).getByText('Hours: daily 8:00 to 20:00')).toBeVisible()
      await expect(main(page).getByRole('link', { name: '061 555 0100' })).toHaveAttribute('href', 'tel:0615550100')
    },
  },
]

/** A player on a break. */
export const onBreak: State[] = [
  {
    name: 'ways to pay in during a break',
    path: '/payment-method',
    enter: (page) => expect(main(page).getByRole('heading', { name: 'You are taking a break' })).toBeVisible(),
  },
  {
    name: 'a game during a break',
    path: '/play/dice',
    enter: (page) => expect(main(page).getByRole('link', { name: 'Withdraw' })).toBeVisible(),
  },
]
