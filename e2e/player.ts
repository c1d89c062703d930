import { expect, type Page } from '@playwright/test'
import type { Dhow } from './processes.ts'

/** Deposit and withdrawal steps of each market; the rest of the journey is the same everywhere. */
export interface Market {
  name: string
  symbol: string
  mobile: string
  e164: string
  method: RegExp
  amount: string
  shown: string
  reference: { label: RegExp; value: string }
  screenshot: boolean
  stake: string
  stakeShown: string
  payout: { kind: string; fields: Record<string, string> }
}

export const namibia: Market = {
  name: 'Namibia (+264)',
  symbol: 'N$',
  mobile: '081 234 5678',
  e164: '+264812345678',
  method: /EFT/,
  amount: '250',
  shown: 'N$250.00',
  reference: { label: /Payment reference/, value: 'EFT 2026 00017' },
  screenshot: false,
  stake: '10',
  stakeShown: 'N$10.00',
  payout: {
    kind: 'Wallet (mobile number)',
    fields: { 'Account holder': 'Sandbox Person', 'Wallet number': '0812345678' },
  },
}

export const india: Market = {
  name: 'India (+91)',
  symbol: '₹',
  mobile: '98765 43210',
  e164: '+919876543210',
  method: /UPI/,
  amount: '2500',
  shown: '₹2,500.00',
  reference: { label: /UTR/, value: '412345678901' },
  screenshot: true,
  stake: '50',
  stakeShown: '₹50.00',
  payout: { kind: 'UPI', fields: { 'Account holder': 'Sandbox Person', 'UPI ID': 'sandbox.person@inventedbank' } },
}

export const playerName = 'Sailor.One'
export const password = 'a calm and windy harbour'

export async function register(page: Page, dhow: Dhow, market: Market, name = playerName) {
  await page.goto(`${dhow.portal}/`)
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await fillRegistration(page, dhow, market, name)
  await expect(balance(page)).toHaveText(`${market.symbol}0.00`)
}

/** Fills in the form and the code, which submits itself; the journey checks the screen that follows. */
export async function fillRegistration(page: Page, dhow: Dhow, market: Market, name: string) {
  await page.getByLabel('Player name').fill(name)
  await expect(page.getByText('✓')).toBeVisible()
  await page.getByLabel('Country').selectOption({ label: market.name })
  await page.getByLabel('Mobile number').fill(market.mobile)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /18 or older/ }).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByLabel('Code').fill(await dhow.codeFor(market.e164))
}

export async function deposit(page: Page, market: Market) {
  await page.getByRole('button', { name: 'Add coins' }).click()
  await page.getByRole('button', { name: new RegExp(`^Proceed: .*${market.method.source}`) }).click()
  await page.getByLabel(/^Amount/).fill(market.amount)
  await page.getByLabel(market.reference.label).fill(market.reference.value)
  if (market.screenshot)
    await page
      .getByLabel(/^Screenshot/)
      .setInputFiles({ name: 'payment.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(page.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
  await page.getByRole('link', { name: 'View status' }).click()
  await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
}

/** The longest possible flight, to 10,000×, takes 154 s; a bet may have to wait for it and for the pause and betting window around it. */
const longestFlightMs = 170_000

/** Finds the game by name, opens it, and bets on the next round with an automatic cash-out. */
export async function bet(page: Page, market: Market) {
  await page.getByRole('link', { name: 'All Games' }).locator('visible=true').first().click()
  await page.getByRole('searchbox', { name: 'Search games' }).fill('dho')
  await page.getByRole('link', { name: /Dhow by Dhow Studio/ }).click()
  const game = page.frameLocator('iframe')
  const panel = game.getByRole('form', { name: 'Bet 1' })
  await panel.getByLabel(/Stake/).first().fill(market.stake)
  await panel.getByLabel(/cash-out/i).fill('1.01')
  await panel.getByRole('button', { name: /^Bet / }).click()
  await expect(balance(page)).not.toHaveText(market.shown, { timeout: longestFlightMs })
}

/** Waits until the history shows the ended round with its stake and payout. */
export async function waitForRound(page: Page, dhow: Dhow, market: Market) {
  await page.goto(`${dhow.portal}/transaction-history`)
  await expect(page.getByText('Settled', { exact: true }).last()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(market.stakeShown).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Check this round' })).toBeVisible()
}

export async function addPayoutAccount(page: Page, dhow: Dhow, market: Market) {
  await page.goto(`${dhow.portal}/withdraw`)
  await page.getByRole('link', { name: 'Add a payout account' }).click()
  await page.getByLabel('Account type').selectOption({ label: market.payout.kind })
  for (const [label, value] of Object.entries(market.payout.fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('We sent a code to your mobile.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(await dhow.codeFor(market.e164))
  await expect(page.getByText('Ready to use')).toBeVisible()
}

export async function withdraw(page: Page, dhow: Dhow, market: Market) {
  await page.goto(`${dhow.portal}/withdraw`)
  await page.getByRole('link', { name: /^Proceed: / }).click()
  await page.getByLabel(/^Amount/).fill('100')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('We sent a code to your mobile.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(await dhow.codeFor(market.e164))
  await expect(page.getByText('Pending', { exact: true }).last()).toBeVisible()
}

export const balance = (page: Page) => page.getByTestId('balance')
