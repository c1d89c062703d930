import { expect, test, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { signIn } from './operator.ts'
import { namibia, register } from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

let dhow: Dhow
let console: Page
test.beforeAll(async ({ browser }) => {
  dhow = await openDhow()
  console = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
})
test.afterAll(async () => {
  await console.context().close()
  await dhow.close()
})

async function picture(page: Page, name: string) {
  const folder = process.env['DHOW_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const tooWide = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

test('a player complains with a picture, an operator answers and decides, and the player reads it', async ({
  page,
}) => {
  await signIn(console, dhow)
  await register(page, dhow, namibia)
  await page.goto(`${dhow.portal}/help`)
  const text = page.getByLabel('Your message')
  await text.fill('My win of yesterday is missing.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Choose what it is about.')).toBeVisible()
  await expect(text).toHaveValue('My win of yesterday is missing.')
  await page.getByLabel('What is it about?').selectOption('complaint')
  await page
    .getByLabel('Picture (optional)')
    .setInputFiles({ name: 'win.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await picture(page, 'help-360')
  expect([await tooWide(page), await accessibilityFaults(page)]).toEqual([0, []])
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/^Complaint NA-\d{4}-0001/)).toBeVisible()
  await page.getByRole('button', { name: 'Show picture' }).click()
  await expect(page.getByRole('img', { name: 'Picture that you sent' })).toBeVisible()

  await console.goto(`${dhow.console}/cases`)
  await console.getByRole('link', { name: /My win of yesterday is missing/ }).click()
  await expect(console.getByText('No answer yet').first()).toBeVisible()
  await expect(console.getByRole('img', { name: 'Picture that the player sent' })).toBeVisible()
  await console.getByLabel('Assigned to').selectOption({ label: 'admin' })
  await console.getByRole('textbox', { name: 'Answer' }).fill('We found your win and paid it.')
  await console.getByRole('button', { name: /^Send answer/ }).click()
  await expect(console.getByText(/^First answer after/)).toBeVisible()
  await console.getByRole('button', { name: 'Decide complaint' }).click()
  await console.getByRole('textbox', { name: 'Outcome' }).fill('The win was missing and is paid.')
  await picture(console, 'case-1280')
  await console.getByRole('button', { name: 'Confirm decision' }).click()
  await expect(console.getByText('The win was missing and is paid.')).toBeVisible()

  await page.goto(`${dhow.portal}/messages`)
  await expect(page.getByText(/We decided your complaint NA-\d{4}-0001/)).toBeVisible()
  await page.getByRole('link', { name: 'Read the answer' }).last().click()
  await expect(page.getByText('We found your win and paid it.')).toBeVisible()
  await expect(page.getByText('Our decision: The win was missing and is paid.')).toBeVisible()
  await picture(page, 'conversation-360')
  expect([await tooWide(page), await accessibilityFaults(page)]).toEqual([0, []])
})
