import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { familyRows } from '@dhow/contract/deposit-families'
import { expect, test, type Page } from '@playwright/test'
import { moveTo } from './accessibility.ts'
import { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import {
  neutral,
  failureStates,
  moneyStates,
  playerStates,
  visitorStates,
  onBreak,
  screens,
  type State,
} from './portal-states.ts'
import { openDhow, type Dhow } from './processes.ts'
import { faultsOfShape, faultsOfState, widthFaults } from './screen-faults.ts'

/** Every screen of the portal while loading, failed and empty, and its forms, dialogs and refusals: axe, and no overflow at 320 px or 200 % text. */
const narrow = { width: 320, height: 640 }
// The portal's service worker answers reads itself, which bypasses the test's routes.
test.use({ viewport: narrow, serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } })

let dhow: Dhow
let operator: Awaited<ReturnType<typeof newOperator>>
let player: Awaited<ReturnType<typeof newPlayer>>
test.beforeAll(async () => {
  dhow = await openDhow({ env: { REQUESTS_PER_MINUTE: '100000' } })
  operator = await newOperator(dhow)
  const support = { email: 'help@harbour.example', phone: '061 555 0100', hours: 'daily 8:00 to 20:00' }
  await operator.set({ support })
  player = await newPlayer(dhow, { name: 'states.one', mobile: '+264812340031' })
})
test.afterAll(() => dhow.close())
test.beforeEach(({ page }) => page.setDefaultTimeout(10_000))

/** Signs a player in at the page, without its forms. */
async function seat(page: Page, who = player) {
  const hint = { name: 'dhow_hint', value: 'in', url: dhow.portal }
  await page.context().addCookies([...who.cookies(), hint])
  await page.addInitScript((token) => {
    // Game pages have their own storage, without a token.
    if (self === top) localStorage.setItem('token', token)
  }, who.token)
}

async function open(page: Page, path: string) {
  await page.goto(dhow.portal + path)
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
}

const lineOf = (error: unknown) => String(error).split('\n')[0]

/** Enters each state in the open page and lists its faults; a state that cannot be entered does not stop the others. */
async function enterEach(page: Page, states: readonly State[]): Promise<string[]> {
  await open(page, neutral)
  const faults: string[] = []
  for (const { name, path, size = narrow, enter } of states)
    await test.step(name, async () => {
      try {
        await page.setViewportSize(size)
        // Renders the screen anew, also if the state before was on it.
        if (new URL(page.url()).pathname !== neutral) await moveTo(page, neutral)
        await moveTo(page, path)
        await enter(page)
        faults.push(...(await faultsOfState(page)).map((fault) => `${name}: ${fault}`))
      } catch (error) {
        faults.push(`${name}: ${lineOf(error)}`)
      }
      await page.context().setOffline(false)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  return faults
}

const api = '/api/v1/dhow'
/** API answers that are needed to be signed in and to open the portal. */
const frame = /\/(verify-token|portal-info|live-ticket)$/
/** Some of the reads that a service worker would answer: a visit without any of them tested no loading or failure. */
const reads = ['/games', '/lobby', '/content/pages/terms', '/player/deposit-history', '/player/profile']
const seen = new Set<string>()

/**
 * Visits every screen in the open page while the API answers with `answer`, and lists the faults of each. Without `answer` the screens
 * are empty: `every-route.spec.ts` runs axe on those.
 */
async function visitEach(page: Page, isReady: () => boolean, answer?: { status: number; body: string } | 'never') {
  await open(page, neutral)
  const held = new Set<string>()
  if (answer !== undefined)
    await page.route(`**${api}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (frame.test(pathname)) return route.continue()
      held.add(pathname)
      return answer === 'never' ? undefined : route.fulfill(answer)
    })
  const faults: string[] = []
  for (const path of screens) {
    try {
      await moveTo(page, path)
      await page.waitForFunction(isReady)
      const found = await (answer === undefined ? widthFaults(page) : faultsOfShape(page, seen))
      faults.push(...found.map((fault) => `${path}: ${fault}`))
    } catch (error) {
      faults.push(`${path}: ${lineOf(error)}`)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const served = answer === undefined ? [] : reads.filter((path) => !held.has(api + path))
  return [...faults, ...served.map((path) => `${path} was answered all the same`)]
}

const hasHeading = () => document.querySelector('h1') !== null
const isQuiet = () =>
  [...document.querySelectorAll('main [role="status"][aria-label="Loading…"]')].every((one) => !one.checkVisibility())

test('the forms of a visitor, sent empty and refused', async ({ page }) => {
  expect(await enterEach(page, visitorStates)).toEqual([])
})

test('every screen while loading, with failed calls, and empty', async ({ page }) => {
  await seat(page)
  await test.step('the server has not answered', async () => {
    expect.soft(await visitEach(page, hasHeading, 'never')).toEqual([])
  })
  await test.step('every call fails', async () => {
    expect.soft(await visitEach(page, isQuiet, { status: 400, body: '{}' })).toEqual([])
  })
  await test.step('the screens are empty', async () => {
    expect.soft(await visitEach(page, isQuiet)).toEqual([])
  })
})

test('the forms, dialogs and refusals of a player, games that fail to load, and a break', async ({ page }) => {
  await player.claim(await operator.newGift('250'))
  await player.addBank('Skeleton Coast Bank')
  await seat(page)
  expect.soft(await enterEach(page, [...moneyStates, ...playerStates, ...failureStates])).toEqual([])
  await player.takeBreak(1)
  expect.soft(await enterEach(page, onBreak)).toEqual([])
})

for (const market of ['NA', 'IN'] as const)
  test(`the choice of a payment in ${market}, and each family’s form sent empty, in each language`, async ({
    page,
  }) => {
    const mobile = market === 'NA' ? '+264812340032' : '+919812340031'
    await seat(page, await newPlayer(dhow, { name: `states.forms.${market}`, mobile, market }))
    const faults: string[] = []
    for (const language of ['en', 'hi', 'af']) {
      await page.context().addCookies([{ name: 'dhow_language', value: language, url: dhow.portal }])
      await open(page, neutral)
      for (const { formPath } of familyRows.filter((row) => row.market === market)) {
        await moveTo(page, formPath)
        await page.getByRole('main').locator('button[type=submit]').click()
        await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
        faults.push(...(await widthFaults(page)).map((fault) => `${formPath} in ${language} ${fault}`))
      }
      for (const path of ['/payment-method', '/deposit_static']) {
        await moveTo(page, path)
        await page.waitForFunction(isQuiet)
        faults.push(...(await widthFaults(page)).map((fault) => `${path} in ${language} ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })

test('every dialog of portal and console is one that a journey opens and axe looks at', () => {
  const dialogsOf = (app: string) => {
    const folder = join(import.meta.dirname, `../apps/${app}/src`)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return sources.filter(
      (file) => /^(?!.*\.test\.).*\.tsx$/.test(file) && /<dialog\b/i.test(readFileSync(join(folder, file), 'utf8')),
    )
  }
  expect(dialogsOf('console').toSorted()).toEqual(['app/console-search.tsx', 'app/shell.tsx'])
  expect(dialogsOf('player').toSorted()).toEqual([
    'features/gateway/play-session-bar.tsx',
    'features/withdrawals/payout-accounts.tsx',
  ])
})

test('a closed portal shows its name, help with its hours, and how to withdraw', async ({ page }) => {
  await operator.set({ portal: { state: 'forbidden', message: null } })
  await page.goto(dhow.portal)
  await expect(page.getByRole('heading', { level: 1, name: 'Forbidden' })).toBeVisible()
  for (const text of ['Dhow', 'Help and withdrawals', 'help@harbour.example', 'Hours: daily 8:00 to 20:00'])
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
  expect(await faultsOfState(page)).toEqual([])
})
