import { expect } from '@playwright/test'
import { parseAmount } from '@dhow/contract/money'
import { minorOf, type StaffPage } from './staff-page.ts'
import { blackPng } from './picture.ts'

/** A segment, a campaign for it within a budget, a banner with an end date, and a tournament. */
export async function runMarketingDay(staff: StaffPage) {
  await sendCampaign(staff, await buildSegment(staff))
  await publishBanner(staff)
  await createTournament(staff)
}

/** Formats an instant for a local date and time field. */
const local = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The two counts of a sentence such as `3 of 12 players`. */
function countsOf(text: string): [of: number, all: number] {
  const [, of, all] = /(\d+) of (\d+) players/.exec(text) ?? []
  if (of === undefined || all === undefined) throw new Error(`“${text}” does not have two counts`)
  return [Number(of), Number(all)]
}

/** Builds a segment from rules; its size is shown before saving. @returns the number of matching players */
async function buildSegment({ page, open, look }: StaffPage): Promise<number> {
  await open('Campaigns')
  await page.getByRole('button', { name: 'New segment', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Paid in, and played little')
  await page.getByRole('button', { name: 'Add a rule', exact: true }).click()
  await page.getByLabel('Field 1', { exact: true }).selectOption('deposits')
  await page.getByLabel('Value 1', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Show whom it matches', exact: true }).click()
  const found = page.getByText(/^\d+ of \d+ players fit now\.$/)
  await expect(found).toBeVisible()
  await look('segment')
  const [matched, all] = countsOf(await found.innerText())
  expect(matched).toBeGreaterThan(0)
  expect(matched).toBeLessThan(all)
  await page.getByRole('button', { name: 'Save segment', exact: true }).click()
  await expect(page.getByText('Paid in, and played little is saved.')).toBeVisible()
  return matched
}

/** A gift campaign: a draft, its dry run, its start, and the players per step after it has run. */
async function sendCampaign({ page, main, look, call }: StaffPage, matched: number) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('New campaign')
  await page.getByLabel('Name', { exact: true }).fill('Back to the sea')
  await page.getByLabel('Segment', { exact: true }).selectOption({ label: 'Paid in, and played little' })
  await page.getByLabel('Amount for each player', { exact: true }).fill('2')
  await page.getByLabel('Players at most', { exact: true }).fill('500')
  await press('Create draft')
  // Without a budget the draft is kept, and does not start: the refusal says what is missing.
  await press('Start: Back to the sea')
  await press('Start')
  await expect(page.getByText('A campaign with a reward needs a budget. Set one first.')).toBeVisible()
  await press('Cancel')
  await press('Change: Back to the sea')
  await page.getByLabel('Budget for all', { exact: true }).fill('1000')
  await look('campaign')
  await press('Save draft')

  await press('Dry run: Back to the sea')
  const dryRun = page.getByRole('region', { name: 'Dry run of Back to the sea', exact: true })
  const would = dryRun.getByText(/^\d+ of \d+ players would be reached, for N\$/)
  await expect(would).toBeVisible()
  await look('dry-run')
  const sentence = await would.innerText()
  const [reached, of] = countsOf(sentence)
  expect(reached).toBeGreaterThan(0)
  expect(of).toBe(matched)
  expect(minorOf(sentence.split('for ')[1]?.replace(/\.$/, '') ?? '')).toBe(BigInt(reached) * 200n)
  await dryRun.getByRole('button', { name: 'Close', exact: true }).click()

  await press('Start: Back to the sea')
  await press('Start')
  await expect(page.getByText('Back to the sea runs.')).toBeVisible()
  await press('Steps: Back to the sea')
  const steps = page.getByRole('table', { name: 'Steps of Back to the sea', exact: true })
  const step = (name: string) =>
    steps.locator('tr', { hasText: new RegExp(`^${name}`) }).locator('td[data-label="Players"]')
  await expect(step('Reached')).toHaveText(String(reached), { timeout: 60_000 })
  await expect(step('Entered')).toHaveText(String(matched))
  await expect(step('Credited')).toHaveText(String(reached))
  await expect(main.getByText(/^Cost so far: /)).toHaveText(`Cost so far: N$${reached * 2}.00 of N$1,000.00.`)
  await look('steps')
  const { campaigns } = await call('staffCampaigns')
  const spent = campaigns.find(({ name }) => name === 'Back to the sea')?.spent
  expect(parseAmount(spent ?? '')).toBe(BigInt(reached) * 200n)
}

/** A banner with a picture and an end date: the lobby shows it at once. */
async function publishBanner({ page, open, look, dhow }: StaffPage) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('Pages and banners')
  await press('New content')
  await page.getByLabel('Kind', { exact: true }).selectOption('banner')
  await page.getByLabel('Name', { exact: true }).fill('Weekend')
  await page.getByLabel('Market', { exact: true }).selectOption('NA')
  await press('Create draft')
  await page.getByLabel('Title', { exact: true }).fill('A weekend at sea')
  await page.getByLabel('Text, one or two sentences', { exact: true }).fill('Until Sunday night.')
  await page.getByLabel('Link to', { exact: true }).fill('/bonus')
  const picked = page.getByLabel('Picture', { exact: true }).and(page.locator('input'))
  await picked.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: blackPng(8_000, 5_000) })
  await expect(
    page.getByText('This picture has more than 25 megapixels. Make it smaller and send it again.'),
  ).toBeVisible()
  await look('banner-too-large')
  await picked.setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: blackPng(1_600, 900) })
  await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible()
  await press('Save draft')
  await press('Publish')
  await page.getByLabel('Until (your time)', { exact: true }).fill(local(2 * 1_440))
  await page.getByLabel('Reason', { exact: true }).fill('The weekend')
  await look('banner')
  await press('Publish')
  await expect(page.getByText('Version 1 is published.')).toBeVisible()
  const banners = async () => {
    const answer = await page.request.get(`${dhow.portal}/api/v1/dhow/lobby?market=NA`)
    return ((await answer.json()) as { own: { banners: { title: string; to: string }[] } }).own.banners
  }
  await expect.poll(banners).toMatchObject([{ title: 'A weekend at sea', to: '/bonus' }])
}

/** A tournament with prizes within a budget: players see it at once. */
async function createTournament({ page, main, open, look, dhow }: StaffPage) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await open('Tournaments')
  await press('New tournament')
  await page.getByLabel('Name', { exact: true }).fill('Calm seas')
  await page.getByLabel('Begins (your time)', { exact: true }).fill(local(-1))
  await page.getByLabel('Ends (your time)', { exact: true }).fill(local(180))
  await page.getByLabel('Rounds that count', { exact: true }).fill('3')
  await page.getByLabel('Least stake of a round', { exact: true }).fill('1')
  await page.getByLabel('Budget for all prizes', { exact: true }).fill('50')
  await page.getByLabel('Prizes by place, one a line', { exact: true }).fill('30\n20\n10')
  await expect(page.getByText('Prizes: N$60.00, more than the budget of N$50.00.')).toBeVisible()
  await page.getByLabel('Budget for all prizes', { exact: true }).fill('60')
  await expect(page.getByText('Prizes: N$60.00 of the budget of N$60.00.')).toBeVisible()
  await look('tournament')
  await press('Create draft')
  await press('Start: Calm seas')
  const row = main.locator('tbody tr', { hasText: 'Calm seas' })
  await expect(row.getByText('Running', { exact: true })).toBeVisible()
  const answer = await page.request.get(`${dhow.portal}/api/v1/dhow/tournaments?market=NA`)
  const { tournaments } = (await answer.json()) as { tournaments: { name: string; phase: string }[] }
  expect(tournaments).toMatchObject([{ name: 'Calm seas', phase: 'running' }])
}
