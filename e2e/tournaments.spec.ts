import { expect, test, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { signIn } from './operator.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

let dhow: Dhow
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  dhow = await openDhow()
})
test.afterAll(() => dhow.close())

const widths = [360, 1280]

/** Checks a screen at both widths for overflow and accessibility. */
async function look(page: Page, name: string) {
  const folder = process.env['DHOW_PICTURES']
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([width, tooWide]).toEqual([width, 0])
    expect(await accessibilityFaults(page)).toEqual([])
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
}

/** Formats an instant for a local date and time field. */
const local = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

test('an operator drafts a tournament, sees its prize total, and starts it', async ({ browser }) => {
  const page = await (await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })).newPage()
  await signIn(page, dhow)
  await page.goto(`${dhow.console}/tournaments`)
  await expect(page.getByText('No tournament yet')).toBeVisible()
  await page.getByRole('button', { name: 'New tournament' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Calm seas')
  await page.getByLabel('Name (Afrikaans, optional)').fill('Kalm see')
  await page.getByLabel('Begins (your time)').fill(local(-1))
  await page.getByLabel('Ends (your time)').fill(local(180))
  await page.getByLabel('Rounds that count').fill('3')
  await page.getByLabel('Least stake of a round').fill('1')
  await page.getByLabel('Budget for all prizes').fill('50')
  await page.getByLabel('Prizes by place, one a line').fill('30\n20\n10')
  await expect(page.getByText('Prizes: N$60.00, more than the budget of N$50.00.')).toBeVisible()
  await page.getByLabel('Budget for all prizes').fill('60')
  await expect(page.getByText('Prizes: N$60.00 of the budget of N$60.00.')).toBeVisible()
  await page.getByLabel('Games', { exact: true }).selectOption('some')
  await expect(page.getByLabel('Bead Fall')).toBeVisible()
  await look(page, 'console-tournament-form')
  await page.getByLabel('Games', { exact: true }).selectOption('studio')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('button', { name: 'Start: Calm seas' }).click()
  await expect(page.getByText('Running')).toBeVisible()
  await page.getByRole('button', { name: 'Ranking: Calm seas' }).click()
  await expect(page.getByText('Nobody has points yet.')).toBeVisible()
  await look(page, 'console-tournaments')
  await page.context().close()
})

test('a player finds it in the lobby, reads the rules, joins anonymously and leaves with one tap', async ({
  browser,
}) => {
  const player = await newPlayer(dhow, { name: 'selma.t', mobile: '+264812347001' })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(dhow.portal)
  await page.evaluate((token) => localStorage.setItem('token', token), player.token)
  await page.goto(dhow.portal)
  await page.getByRole('navigation', { name: 'Game categories' }).getByRole('link', { name: 'Tournaments' }).click()
  await expect(page.getByRole('heading', { name: 'Calm seas' })).toBeVisible()
  await look(page, 'tournaments')
  await page.getByRole('link', { name: 'Rules and ranking: Calm seas' }).click()
  await expect(page.getByText('A larger stake does not give more points.')).toBeVisible()
  await look(page, 'tournament-before')
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(/Others see “Player \d{4}”\./)).toBeVisible()
  await page.getByLabel('Show my player name in the ranking').click()
  await expect(page.getByText('Others see “selma.t”.')).toBeVisible()
  await look(page, 'tournament-joined')
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible()
  await context.close()
})

test('without scripts it is on a light page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await page.goto(`${dhow.portal}/light/tournaments`)
  await expect(page.getByText('Calm seas')).toBeVisible()
  await expect(page.getByText('Place 1: N$30.00')).toBeVisible()
  await context.close()
})
