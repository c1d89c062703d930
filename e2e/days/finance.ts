import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { parseAmount } from '@dhow/contract/money'
import { newPlayer } from '../player-by-api.ts'
import { idInAddress, loadAllRows, minorOf, sumOf, configureSandbox, type StaffPage } from './staff-page.ts'

/** A player whose payment the bank lists twice, and its reference. */
const payer = 'twice.mina'
const reference = `${payer}1`

/** Deposits by keyboard, a bank line, a payout file, and the statements. */
export async function runFinanceDay(staff: StaffPage) {
  await reportDeposit(staff)
  const credited = await creditDeposit(staff)
  await rejectDeposit(staff)
  await linkBankLine(staff, credited)
  await exportPayouts(staff)
  await checkStatements(staff)
  await closeProviderDays(staff)
}

/** Reports a deposit of a player whom the sandbox does not pay for: the journey books the bank line itself. */
async function reportDeposit({ dhow }: StaffPage) {
  const pay = (how: 'nothing' | 'as_reported') => configureSandbox(dhow.sandbox, '/bank/players', { pay: how })
  await pay('nothing')
  const player = await newPlayer(dhow, { name: payer, mobile: '+264812999001' })
  await player.deposit('150')
  await pay('as_reported')
}

/** Opens the player's payment of this amount with keys typed as fast as the page accepts them. */
async function openPayment(page: Page, player: string, amount: string) {
  await page.keyboard.press('f')
  await page.keyboard.type(player)
  // Letters typed before the list was loaded are in the field once it is rendered.
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue(player)
  for (const key of ['Enter', 'j']) await page.keyboard.press(key)
  const shown = page.getByRole('article').getByRole('heading', { level: 2 })
  await expect(page.getByRole('article').getByRole('link', { name: player, exact: true })).toBeVisible()
  for (let rows = 0; rows < 5 && (await shown.innerText()) !== amount; rows++) {
    const before = await shown.innerText()
    await page.keyboard.press('j')
    await expect(shown).not.toHaveText(before)
  }
  await expect(shown).toHaveText(amount)
}

/** Credits a deposit with the amount that arrived, less than declared. @returns the deposit's id */
async function creditDeposit({ page, heading, look, call }: StaffPage): Promise<string> {
  await page.keyboard.press('1')
  await expect(heading('Deposits')).toBeVisible()
  const balance = async () => {
    const { players } = await call('staffPlayers', { query: { q: payer } })
    return parseAmount(players.find((player) => player.player_name === payer)?.chips ?? '') ?? -1n
  }
  const before = await balance()
  expect(before).toBeGreaterThanOrEqual(0n)
  await openPayment(page, payer, 'N$150.00')
  const id = idInAddress(page)
  await page.keyboard.press('c')
  await expect(page.getByText(/^Claimed by you/)).toBeVisible()
  await page.keyboard.press('a')
  await page.keyboard.type('149.50')
  await look('deposit')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`N$149.50 credited to ${payer}.`)).toBeVisible()
  expect(await balance()).toBe(before + 14_950n)
  return id
}

async function rejectDeposit({ page, open, call }: StaffPage) {
  await open('Deposits')
  await openPayment(page, 'help_answered', 'N$160.00')
  const params = { id: idInAddress(page) }
  await page.keyboard.press('r')
  const reason = page.getByLabel('Reason', { exact: true })
  await expect(reason).toBeFocused()
  // Typing the first letters selects an option.
  await page.keyboard.type('Payment')
  await expect(reason).toHaveValue('not_received')
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('article').getByText('Rejected', { exact: true })).toBeVisible()
  const { deposit } = await call('staffGetDeposit', { params })
  expect([deposit.state, deposit.credited_amount]).toEqual(['rejected', null])
}

/** The bank lists the payment twice, so no rule matches it: one line is linked by hand to the credited deposit. */
async function linkBankLine({ page, main, open, look, call, dhow }: StaffPage, credited: string) {
  const booked = { account: '2', amount: '149.50', reference, payer: 'A bank customer', currency: 'NAD' }
  for (let times = 0; times < 2; times++) await configureSandbox(dhow.sandbox, '/bank/transfers', booked)
  const file = await fetch(`${dhow.sandbox}/bank/accounts/2/statement?format=camt053`)
  await open('Statements')
  await page.getByRole('button', { name: 'Import statement', exact: true }).click()
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'today.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(await file.arrayBuffer()),
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(/^[1-9]\d* new of \d+ lines: \d+ exact matches/)).toBeVisible()
  await look('statements')
  await page.getByLabel('Search', { exact: true }).fill(reference)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('link', { name: /twice\.mina1/ })).toHaveCount(2)
  await page.keyboard.press('j')
  const line = page.getByRole('article')
  await expect(line.getByRole('table', { name: 'Possible matches', exact: true })).toBeVisible()
  const id = idInAddress(page)
  await look('line')
  await line.getByRole('button', { name: new RegExp(`^Link: ${payer} `) }).click()
  await page.getByRole('button', { name: 'Confirm link', exact: true }).click()
  await expect(line.getByText('Linked', { exact: true })).toBeVisible()
  await expect(line.getByRole('link', { name: credited, exact: true })).toBeVisible()
  expect((await call('staffStatementLine', { params: { id } })).line.payment_id).toBe(credited)
}

/** Exports approved payouts as a file for the bank, with the full account numbers. */
async function exportPayouts({ page, main, open, look, call, fetchFile }: StaffPage) {
  await open('Payouts')
  await main
    .getByRole('button', { name: /^Create batch of [1-9]\d*$/ })
    .first()
    .click()
  const csv = page.getByRole('link', { name: 'Download CSV', exact: true })
  await expect(csv).toBeVisible()
  await look('payouts')
  const { status, text } = await fetchFile((await csv.getAttribute('href')) ?? '')
  const { withdrawals } = await call('staffPayoutBatch', { params: { id: idInAddress(page) } })
  expect([status, withdrawals.length > 0]).toEqual([200, true])
  // The account numbers of the demo players begin with these digits.
  expect(text).toContain('62001')
  expect(withdrawals.filter(({ pay_code: code }) => !text.includes(code))).toEqual([])
  await page.getByRole('button', { name: 'Mark as sent', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm sent', exact: true }).click()
  await expect(page.getByRole('article').getByText('Sent', { exact: true }).first()).toBeVisible()
}

/** Statements of methods and of the provider match the report and the ledger entries, and so does the file. */
async function checkStatements(staff: StaffPage) {
  const { page, open } = staff
  // A voucher may be credited between the two reads; then both are repeated.
  await expect(async () => {
    await open('Reports')
    const text = (name: string) => page.getByRole('link', { name: new RegExp(`\\. Entries of ${name}$`) }).innerText()
    const [deposits, ggr] = [minorOf(await text('Deposits')), minorOf(await text('GGR'))]
    expect(deposits).toBeGreaterThan(0n)
    await checkMethods(staff, deposits)
    await checkProvider(staff)
    await page.getByRole('link', { name: /\. Entries of GGR$/ }).click()
    await expect(staff.heading('Entries of the ledger')).toBeVisible()
    await loadAllRows(page)
    expect(await sumOf(page, 'Entries of the ledger', 'GGR')).toBe(ggr)
  }).toPass({ timeout: 90_000 })
}

async function checkMethods({ page, look, heading }: StaffPage, deposits: bigint) {
  await page.getByRole('link', { name: /^Statement of payment methods/ }).click()
  await expect(heading('Statement of payment methods')).toBeVisible()
  const table = 'Deposits by account'
  const credited = await sumOf(page, table, 'Credited')
  expect(credited - (await sumOf(page, table, 'Reversed'))).toBe(deposits)
  await look('methods')
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV', exact: true }).click()
  const file = readFileSync(await (await loading).path(), 'utf8')
  const cells = page.getByRole('table', { name: table, exact: true }).locator('td[data-label="Credited"]')
  for (const cell of await cells.allInnerTexts()) expect(file).toContain(`,${decimalOf(minorOf(cell))},`)
  await page.getByRole('link', { name: 'Back to the report', exact: true }).click()
  await expect(heading('Reports')).toBeVisible()
}

/** Compares the provider's statement with the provider's row of the report. */
async function checkProvider({ page, main, look, heading }: StaffPage) {
  const providers = main.getByRole('table', { name: 'Game providers', exact: true }).locator('tbody tr')
  await expect(providers).toHaveCount(1)
  const turnover = minorOf(await providers.locator('td[data-label="Turnover"]').innerText())
  expect(turnover).toBeGreaterThan(0n)
  await page.getByRole('link', { name: /^Statement of a game provider/ }).click()
  await expect(heading('Statement of a provider')).toBeVisible()
  const table = 'Statement of a provider'
  expect(await sumOf(page, table, 'Stakes')).toBe(turnover)
  const total = main.getByRole('table', { name: table, exact: true }).locator('tbody tr', { hasText: /^Total/ })
  expect(minorOf(await total.locator('td[data-label="Stakes"]').innerText())).toBe(turnover)
  await expect(main.getByText(/^Not closed yet, so it has no number/)).toBeVisible()
  await look('provider')
  await page.getByRole('link', { name: 'Back to the report', exact: true }).click()
  await expect(heading('Reports')).toBeVisible()
}

/** Closes the provider's days up to yesterday, which numbers and freezes them. */
async function closeProviderDays({ page, main, open, look, heading }: StaffPage) {
  await open('Reports')
  await page.getByRole('link', { name: /^Statement of a game provider/ }).click()
  await expect(heading('Statement of a provider')).toBeVisible()
  await main.getByRole('button', { name: 'Other', exact: true }).click()
  const lastDay = main.getByLabel('Last day', { exact: true })
  const yesterday = Date.parse(await lastDay.inputValue()) - 86_400_000
  await lastDay.fill(new Date(yesterday).toISOString().slice(0, 10))
  await main.getByRole('button', { name: 'Show', exact: true }).click()
  await main.getByRole('button', { name: 'Close this period', exact: true }).click()
  await expect(page.getByText('The statement is closed.')).toBeVisible()
  await expect(main.getByText(/^Number PS-NA-[a-z-]+-000001, closed on /)).toBeVisible()
  const closed = main.getByRole('table', { name: 'Closed statements', exact: true })
  await expect(closed.getByRole('link', { name: /^PS-NA-[a-z-]+-000001$/ })).toBeVisible()
  await look('closed')
}

const decimalOf = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
