import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Dhow } from './processes.ts'

const password = 'a queue that is never in a hurry'

/** First sign-in: the one-time password, a new one, and an authenticator code computed here. */
export async function signIn(page: Page, dhow: Dhow, who = { name: 'admin', password: dhow.operatorPassword }) {
  await page.goto(dhow.console)
  await page.getByLabel('Name').fill(who.name)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await setUp(page)
}

/** Enrols a new operator by their link: a password and an authenticator app. */
export async function enrol(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Set up my sign-in' }).click()
  await setUp(page)
}

async function setUp(page: Page) {
  await page.getByLabel('New password').fill(password)
  const secret = await page.locator('dl dd').first().textContent()
  const totp = new TOTP({ secret: Secret.fromBase32((secret ?? '').replace(/\s/g, '')) })
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('link', { name: 'Deposits' }).first()).toBeVisible()
}

/** Calls the operator API without a screen, with the session of the page's browser. */
export async function call(page: Page, dhow: Dhow, path: string, body?: object, method = body ? 'POST' : 'GET') {
  const answer = await page.request.fetch(`${dhow.console}/api/v1/dhow${path}`, {
    method,
    headers: { 'x-dhow-console': '1' },
    ...(body ? { data: body } : {}),
  })
  const json = (await answer.json()) as Record<string, Record<string, unknown>>
  if (!answer.ok()) throw new Error(`${path}: ${JSON.stringify(json)}`)
  return json
}

/** Performs an action on a deposit in its current state. */
export async function actOnDeposit(page: Page, dhow: Dhow, id: string, action: string, body: object) {
  const { deposit } = await call(page, dhow, `/staff/deposits/${id}`)
  await call(page, dhow, `/staff/deposits/${id}/${action}`, { version: deposit!['version'], ...body })
}

export async function approveDeposit(page: Page, dhow: Dhow, amount: string) {
  await page.goto(`${dhow.console}/deposits`)
  await page.getByRole('link', { name: /dep_/ }).first().click()
  await page.getByRole('button', { name: 'Claim' }).click()
  await expect(page.getByText(/^Claimed by you/)).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('Received amount').fill(amount)
  await page.getByRole('button', { name: 'Confirm approval' }).click()
  // The state filter above the list has the same words, so read the deposit's own state.
  await expect(page.getByRole('article').getByText('Approved', { exact: true })).toBeVisible()
}

export async function payWithdrawal(page: Page, dhow: Dhow, reference: string) {
  await page.goto(`${dhow.console}/withdrawals`)
  await page
    .getByRole('link', { name: /wd_|wdr_|wth_/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Confirm approval' }).click()
  await page.getByRole('button', { name: 'Mark paid' }).click()
  await page.getByLabel('Payment reference').fill(reference)
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(page.getByRole('article').getByText('Paid', { exact: true })).toBeVisible()
}

/** Checks that the health page reports every check of the ledger as passed. */
export async function checkLedger(page: Page, dhow: Dhow) {
  await page.goto(`${dhow.console}/health`)
  await expect(page.getByText('The ledger balances: every check passed.')).toBeVisible({ timeout: 70_000 })
}
