import { expect, request } from '@playwright/test'
import { idInAddress, type StaffPage } from './staff-page.ts'

const twins = ['twin_one', 'twin_two', 'twin_three', 'twin_four']

/** Cases of risk: the waiting reward belongs to one of four accounts that look like the same person. */
export async function runRiskDay(staff: StaffPage) {
  const player = await reviewLinkedPlayers(staff)
  const id = await revealNumber(staff)
  await freezeWallet(staff)
  await decideCase(staff, player)
  await blockNumber(staff, player, id)
  await readReviewReports(staff)
}

/** Reviews links that others share with the player, and marks one as known. @returns the player's name */
async function reviewLinkedPlayers({ page, main, look, heading }: StaffPage): Promise<string> {
  await main.getByRole('link', { name: /^Reward checks \d+ wait/ }).click()
  await expect(heading('Reward checks')).toBeVisible()
  const link = main
    .locator('tbody')
    .getByRole('link', { name: /^twin_/ })
    .first()
  const player = (await link.innerText()).trim()
  await look('reward-checks')
  await link.click()
  await expect(heading(player)).toBeVisible()
  const links = page.getByRole('region', { name: 'Linked players', exact: true })
  const others = twins.filter((name) => name !== player)
  expect(others).toHaveLength(3)
  for (const other of others) await expect(links.getByRole('link', { name: other, exact: true })).toBeVisible()
  await links.getByRole('button', { name: `Note the link to ${others[0]}`, exact: true }).click()
  await page.getByLabel('What it is', { exact: true }).selectOption({ label: 'Same person with two accounts' })
  await page.getByLabel('Reason', { exact: true }).fill('One device, one evening')
  await page.getByRole('button', { name: 'Save the note', exact: true }).click()
  await expect(links.getByText('Same person', { exact: true })).toBeVisible()
  return player
}

/** Reveals the masked number for a reason that is written to the audit trail. @returns the player's id */
async function revealNumber({ page, main, look, call }: StaffPage): Promise<string> {
  const whole = main.getByText(/^\+26481\d{7}$/)
  await expect(main.getByText(/^\+264•+\d\d$/).first()).toBeVisible()
  await expect(whole).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the full number', exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Compare it with the bank’s list')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(whole).toBeVisible()
  const trail = page.getByRole('region', { name: 'Audit trail', exact: true })
  await expect(trail.getByText(/^risk: Looked at the mobile number: Compare it with the bank’s list/)).toBeVisible()
  await look('player')
  const id = idInAddress(page)
  const { entries } = await call('staffAudit', { query: { subject: id, action: 'player.reveal' } })
  expect(entries).toMatchObject([{ operator: 'risk', after: { field: 'mobile' } }])
  return id
}

/** Freezes the wallet; the player's page lists the effects. */
async function freezeWallet({ page, main, look }: StaffPage) {
  await page.getByRole('button', { name: 'Freeze wallet', exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Four accounts of one person')
  await page.getByRole('button', { name: 'Confirm freezing', exact: true }).click()
  await expect(page.getByText('Frozen', { exact: true })).toBeVisible()
  const stake = main.getByRole('listitem').filter({ hasText: /^Stake/ })
  await expect(stake).toContainText('May not')
  await expect(stake).toContainText('The wallet is frozen')
  await look('frozen')
}

/** Decides the case with a reason: the reward is refused. */
async function decideCase({ page, main, open, call }: StaffPage, player: string) {
  await open('Reward checks')
  await main
    .getByRole('button', { name: new RegExp(`^Refuse reward: ${player},`) })
    .first()
    .click()
  await page.getByLabel('Reason', { exact: true }).fill('One person, four welcomes')
  await page.getByRole('button', { name: 'Refuse reward', exact: true }).click()
  await expect(page.getByText(new RegExp(`^Refused N\\$[\\d.,]+ of ${player}\\.$`))).toBeVisible()
  const { checks } = await call('staffRewardChecks', { query: { state: 'decided' } })
  expect(checks.find((one) => one.player_name === player)).toMatchObject({ state: 'refused', decided_by: 'risk' })
}

/** Blocks the number from the player's own page; it can no longer be used to sign in. */
async function blockNumber({ page, main, open, look, heading, dhow, call }: StaffPage, player: string, id: string) {
  const { values } = await call('revealPlayer', {
    params: { id },
    body: { field: 'mobile', reason: 'To try it at the door' },
  })
  const mobile = values.find(({ field }) => field === 'mobile')?.value
  expect(mobile).toMatch(/^\+26481\d{7}$/)
  // A browser session of the player.
  const portal = await request.newContext({ baseURL: dhow.portal })
  const signIn = () =>
    portal.post('/api/v1/dhow/login', { data: { mobile, password: 'calm-sea-at-dusk', market: 'NA' } })
  expect((await signIn()).ok()).toBe(true)

  await page.getByRole('button', { name: 'Search everything', exact: true }).click()
  await page.getByRole('combobox', { name: /^Find a player/ }).fill(player)
  await expect(page.getByRole('option', { name: new RegExp(`^${player}`) }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(player)).toBeVisible()
  await page.getByRole('button', { name: 'Block the number', exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).fill('Opened four accounts')
  await page.getByRole('button', { name: 'Block it', exact: true }).click()
  await expect(main.getByText('The mobile number is on the blocklist').first()).toBeVisible()
  await open('Blocklists')
  await expect(main.getByText('Opened four accounts', { exact: true })).toBeVisible()
  await look('blocklists')
  const refused = await signIn()
  expect([refused.ok(), await refused.text()]).toEqual([false, expect.stringContaining('contact us')])
  await portal.dispose()
}

/** The report of players to review: every rule with its sum and points. */
async function readReviewReports({ main, open, look, heading }: StaffPage) {
  await open('Reports')
  for (const [link, title, table, rules] of [
    [/^Markers of gambling harm/, 'Markers of harm', 'By marker', 13],
    [/^Signs of money laundering/, 'Signs of money laundering', 'By rule', 11],
  ] as const) {
    await main.getByRole('link', { name: link }).click()
    await expect(heading(title)).toBeVisible()
    await expect(main.getByRole('table', { name: table, exact: true }).locator('tbody tr')).toHaveCount(rules)
    await look(title.replaceAll(' ', '-').toLowerCase())
    await main.getByRole('link', { name: 'Back to the report', exact: true }).click()
    await expect(heading('Reports')).toBeVisible()
  }
}
