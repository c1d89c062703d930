import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openCaller } from '@dhow/client/caller'
import { openCookieFetch } from '@dhow/client/cookie-fetch'
import { staffCalls, type StaffCalls } from '@dhow/contract/calls'
import type { Dhow } from '../processes.ts'
import { consoleScreens } from './screens.ts'

/** An operator at the console of the demo world, signed in with the role that they are named after. */
export type StaffPage = Awaited<ReturnType<typeof openStaffPage>>

/** Validity of an authenticator code in milliseconds. */
const codeMs = 30_000
const headers = { 'x-dhow-console': '1' }

function operatorOf(dhow: Dhow, name: string) {
  const operator = dhow.operators.get(name)
  if (!operator) throw new Error(`the demo world has no operator ${name}`)
  // The next code: the current one may have opened a session while the world was seeded.
  const totp = new TOTP({ secret: Secret.fromBase32(operator.secret) })
  return { ...operator, nextCode: () => totp.generate({ timestamp: Date.now() + codeMs }) }
}

/** Signs in a colleague through the API, without a screen, for work that must happen before the day. */
export async function openColleague(dhow: Dhow, name: string) {
  const { password, nextCode } = operatorOf(dhow, name)
  const { fetch } = openCookieFetch()
  const call = openCaller<StaffCalls>({ calls: staffCalls, origin: dhow.console, headers: () => headers, fetch })
  const { ticket } = await call('staffSignIn', { body: { name, password } })
  await call('staffSecondFactor', { body: { ticket, code: nextCode() } })
  return call
}

/** Signs in an operator of the demo world, in a window of this width. */
export async function openStaffPage(browser: Browser, dhow: Dhow, name: string, width: number) {
  const { password, nextCode } = operatorOf(dhow, name)
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(dhow.console)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(nextCode())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const heading = (text: string | RegExp) => page.getByRole('heading', { level: 1, name: text, exact: true })
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  await expect(heading('Overview')).toBeVisible()

  return {
    page,
    dhow,
    heading,
    navigation,
    main: page.getByRole('main'),

    /** Calls the API with this operator's session. */
    call: openCaller<StaffCalls>({
      calls: staffCalls,
      origin: dhow.console,
      headers: () => headers,
      async fetch(url, { method = 'GET', headers: sent, body }) {
        const data = typeof body === 'string' ? { data: body } : {}
        const answer = await page.request.fetch(url, {
          method,
          headers: Object.fromEntries(new Headers(sent)),
          ...data,
        })
        return new Response(await answer.text(), { status: answer.status() })
      },
    }),

    /** Downloads a file that the screen offers; returns the refusal otherwise. */
    async fetchFile(address: string) {
      const answer = await page.request.get(dhow.console + address, { headers })
      return { status: answer.status(), text: await answer.text() }
    },

    /** Opens a screen through the navigation. */
    async open(label: string) {
      await navigation.getByRole('link', { name: label, exact: true }).click()
      await expect(heading(label)).toBeVisible()
    },

    /** Checks that the screen fits the window; takes a screenshot if a folder is set. */
    async look(screen: string) {
      await expect(page.getByRole('status', { name: 'Loading…' })).toHaveCount(0)
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([screen, Math.max(0, tooWide)]).toEqual([screen, 0])
      const folder = process.env['DHOW_PICTURES']
      if (folder) await page.screenshot({ path: `${folder}/${name}-${screen}-${width}.png`, fullPage: true })
    },

    /** Ends the day: no script may have failed on any screen. */
    async close() {
      await context.close()
      expect(faults).toEqual([])
    },
  }
}

/** The id in the address of the current page. */
export function idInAddress(page: Page): string {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  if (id === undefined || !/^[a-z]+_/.test(id)) throw new Error(`${page.url()} shows nothing with an id`)
  return id
}

/**
 * Checks that the navigation has every screen of the console except those in `shut`. A direct visit to one of these shows that it is
 * not part of the role, and the server refuses its API call.
 */
export async function checkAccess({ page, dhow, navigation, heading, fetchFile }: StaffPage, shut: readonly string[]) {
  const screens = consoleScreens()
  const named = screens.map(({ label }) => label)
  expect(shut.filter((label) => !named.includes(label))).toEqual([])
  await page.goto(dhow.console)
  await expect(navigation.getByRole('link', { name: 'Overview', exact: true })).toBeVisible()
  expect(await namesOf(navigation)).toEqual(['Overview', ...named.filter((label) => !shut.includes(label))])
  for (const { label, path, call } of screens.filter((screen) => shut.includes(screen.label))) {
    await page.evaluate((to) => {
      history.pushState({ key: to, idx: history.length, usr: null }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(heading(label)).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Not part of your role', exact: true })).toBeVisible()
    const { status, text } = await fetchFile(call)
    expect([label, status, text]).toEqual([label, 403, expect.stringContaining('"staff_forbidden"')])
  }
}

/** Accessible names of links, without counts and shortcut keys. */
const namesOf = (list: Locator) =>
  list.getByRole('link').evaluateAll((links) =>
    links.map((link) => {
      const read = document.createElement('a')
      read.append(...[...link.childNodes].map((node) => node.cloneNode(true)))
      for (const silent of read.querySelectorAll('[aria-hidden]')) silent.remove()
      return read.textContent
    }),
  )

/**
 * Parses an amount in Namibian dollars as shown on a screen into cents: `N$1,234.50`, `−N$1.00`, `N$2.00 (1)` with a count, `0` for nothing.
 * @throws Error for any other text
 */
export function minorOf(text: string): bigint {
  if (text.trim() === '0') return 0n
  const [, sign, whole, cents] = /^(−?)N\$([\d,]+)\.(\d{2})(?: \([\d,]+\))?$/.exec(text.trim()) ?? []
  if (whole === undefined || cents === undefined) throw new Error(`“${text}” is not an amount`)
  const minor = BigInt(whole.replaceAll(',', '') + cents)
  return sign === '−' ? -minor : minor
}

/**
 * Sum of the amounts in a column of a table, without the total row.
 * @throws Error if the table has no such column or no row
 */
export async function sumOf(page: Page, table: string, column: string): Promise<bigint> {
  const rows = page
    .getByRole('table', { name: table, exact: true })
    .locator('tbody tr')
    .filter({ hasNotText: /^Total/ })
  await expect(rows.first()).toBeVisible()
  const texts = await rows.locator(`td[data-label="${column}"]`).allInnerTexts()
  if (texts.length === 0 || texts.length !== (await rows.count()))
    throw new Error(`the table ${table} has no column ${column}`)
  return texts.reduce((sum, text) => sum + minorOf(text), 0n)
}

/** Loads all pages of a list. */
export async function loadAllRows(page: Page) {
  const more = page.getByRole('button', { name: 'Load more', exact: true })
  const rows = page.locator('main tbody tr')
  await expect(rows.first()).toBeVisible()
  while ((await more.count()) > 0) {
    const before = await rows.count()
    await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  }
}

/** Sets the delivery status that the SMS gateways report for accepted messages. */
export async function setDeliveryReports(sandbox: string, reports: 'delivered' | 'failed') {
  for (const gateway of ['first', 'second'])
    await configureSandbox(sandbox, '/sms/behaviour', { gateway, answers: 'accepts', reports, delay_ms: 0 })
}

/** @throws Error if the sandbox refuses it */
export async function configureSandbox(sandbox: string, path: string, body: object) {
  const answer = await fetch(sandbox + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
