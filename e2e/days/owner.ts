import { expect } from '@playwright/test'
import { loadAllRows, minorOf, sumOf, type StaffPage } from './staff-page.ts'

/** The owner's day on a phone; the deputy is the second operator. */
export async function runOwnerDay(staff: StaffPage, deputy: StaffPage) {
  await readOverview(staff)
  await followFigure(staff)
  await raiseLimit(staff, deputy)
}

async function readOverview({ page, main, look }: StaffPage) {
  for (const part of ['Queues', 'Waiting for me', 'Now', 'Today'])
    await expect(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeVisible()
  // The demo ends with deposits in every state: the tile shows the number waiting.
  await expect(main.getByRole('link', { name: /^Deposits \d+ wait/ })).toBeVisible()
  // A write-off that waits for a second operator can be confirmed on the overview.
  await expect(main.getByRole('button', { name: 'Confirm', exact: true }).first()).toBeVisible()
  await look('overview')
}

/** From today's deposits to the report, its entries and the player of one of them: the amount is the same everywhere. */
async function followFigure({ page, main, open, look, heading }: StaffPage) {
  let of = { shown: '', today: 0n }
  // A voucher may be credited between the two reads; then both are repeated.
  await expect(async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    const tile = main.locator('dl > div', { has: page.locator('dt', { hasText: /^Deposits/ }) })
    const today = minorOf(await tile.locator('dd').first().innerText())
    await main.getByRole('link', { name: 'Report of today', exact: true }).click()
    await expect(heading('Reports')).toBeVisible()
    const figure = page.getByRole('link', { name: /\. Entries of Deposits$/ })
    of = { shown: (await figure.innerText()).trim(), today }
    expect(minorOf(of.shown)).toBe(today)
    await figure.click()
    await expect(heading('Entries of the ledger')).toBeVisible()
    await loadAllRows(page)
    expect(await sumOf(page, 'Entries of the ledger', 'Deposits')).toBe(today)
  }).toPass({ timeout: 60_000 })
  expect(of.today).toBeGreaterThan(0n)
  await expect(main.getByText(/^Deposits from .*: N\$[\d,]+\.\d\d\.$/)).toContainText(`: ${of.shown}.`)
  await look('entries')

  const entry = main.locator('tbody tr', { has: page.locator('td[data-label="Player"] a') }).first()
  const amount = (await entry.locator('td[data-label="Deposits"]').innerText()).trim()
  const player = entry.locator('td[data-label="Player"]').getByRole('link')
  const id = (await player.innerText()).trim()
  await player.click()
  await expect(main.getByText(id, { exact: true }).first()).toBeVisible()
  await main.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(heading(/^Statement of \w+/)).toBeVisible()
  await expect(main.locator('tbody td[data-label="Amount"]').getByText(amount, { exact: true }).first()).toBeVisible()
  await look('statement')
  await open('Audit')
  await look('audit')
}

/** Raises the amount that needs two operators: nothing changes until the deputy has confirmed it. */
async function raiseLimit({ page, look, call }: StaffPage, deputy: StaffPage) {
  const limit = async () => (await call('staffSettings')).settings.four_eyes.NA
  const before = await limit()
  expect(before).not.toBe('20000.00')
  await page.getByRole('button', { name: 'Search everything', exact: true }).click()
  await page.getByRole('combobox', { name: /^Find a player/ }).fill('two op')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Two operators', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Change: Two operators', exact: true }).click()
  await page.getByLabel('Namibia (NAD)', { exact: true }).fill('20000')
  await page.getByLabel('Reason', { exact: true }).fill('Pay days are larger')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Two operators: a second admin has to confirm it.')).toBeVisible()
  await expect(page.getByText('You proposed this; somebody else has to confirm it.')).toBeVisible()
  await look('settings')
  expect(await limit()).toBe(before)

  await deputy.open('Approvals')
  const change = deputy.main.locator('div', { hasText: 'Pay days are larger' }).filter({
    has: deputy.page.getByRole('button', { name: 'Confirm', exact: true }),
  })
  // The innermost match is the change itself.
  await expect(change.last()).toBeVisible()
  await deputy.look('approvals')
  await change.last().getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(deputy.page.getByText('Confirmed. It is in effect.')).toBeVisible()
  expect(await limit()).toBe('20000.00')
}
