import { expect, test, type Page } from '@playwright/test'
import { namibia, password, playerName } from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

// The light pages for browsers without scripts, in a browser with scripts off.

test.use({ javaScriptEnabled: false })
let dhow: Dhow
test.beforeAll(async () => {
  dhow = await openDhow()
})
test.afterAll(() => dhow.close())

const open = (page: Page, path: string) => page.goto(`${dhow.portal}/light${path}`)
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()
/** The player's cookies, for the tests after the first. */
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>> = []

async function newVoucher(amount: string): Promise<string> {
  const answer = await fetch(`${dhow.sandbox}/issuer/vouchers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ behaviour: 'good', amount }),
  })
  return ((await answer.json()) as { pin: string }).pin
}

test.describe.configure({ mode: 'serial' })
test.beforeEach(({ context }) => context.addCookies(cookies))

test('the portal links them, and registration, deposit and history work', async ({ page, context }) => {
  await page.goto(`${dhow.portal}/register`)
  await page.getByRole('link', { name: 'Open the light pages' }).click()
  await page.getByLabel('Player name').fill(playerName)
  await page.getByLabel('Mobile number').fill('81')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('checkbox').check()
  await press(page, 'Sign up')
  const mobile = page.getByLabel('Mobile number')
  await expect(mobile).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Player name')).toHaveValue(playerName)
  await mobile.fill(namibia.mobile)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign up')
  await page.getByLabel('Code', { exact: true }).fill(await dhow.codeFor(namibia.e164))
  await press(page, 'Continue')
  await expect(page.getByText(namibia.symbol + '0.00')).toBeVisible()
  // The policy allows only this style sheet: buttons have the touch height of 44 px.
  expect((await page.getByRole('link', { name: 'Deposit', exact: true }).last().boundingBox())?.height).toBeGreaterThan(
    44,
  )

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Deposit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('250')
  await page.getByRole('radio', { name: namibia.method }).check()
  await press(page, 'Continue')
  await page.getByLabel(namibia.reference.label).fill(namibia.reference.value)
  await press(page, 'Submit deposit')
  await expect(page.getByRole('status')).toHaveText('We have your deposit and will check it.')
  await page.reload()
  await open(page, '/deposits')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(namibia.shown)).toBeVisible()
  cookies = await context.cookies()
})

test('a withdrawal is requested and confirmed', async ({ page }) => {
  await open(page, '/voucher')
  await page.getByLabel('Voucher number').fill(await newVoucher('500.00'))
  await press(page, 'Check voucher')
  await expect(page.getByText('Valid voucher: N$500.00')).toBeVisible()
  await press(page, 'Add to my balance')

  await open(page, '/accounts')
  await page.getByLabel('Account type').selectOption({ label: namibia.payout.kind })
  await page.getByLabel('Account holder').fill('Sandbox Person')
  await page.getByLabel(/Wallet number/).fill('0812345678')
  await press(page, 'Continue')
  await page.getByLabel('Code', { exact: true }).fill(await dhow.codeFor(namibia.e164))
  await press(page, 'Save account')
  await expect(page.getByRole('status')).toHaveText('Payout account saved.')

  await open(page, '/withdraw')
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await press(page, 'Continue')
  await page.getByLabel('Code', { exact: true }).fill(await dhow.codeFor(namibia.e164))
  await press(page, 'Request withdrawal')
  await expect(page.getByRole('status')).toHaveText('We have your withdrawal and will check it.')
  await open(page, '/withdrawals')
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('N$100.00')
})

test('limits, help, a break and an exclusion', async ({ page }) => {
  await open(page, '/limits')
  await page.getByLabel('Limit', { exact: true }).selectOption({ label: 'Weekly deposit limit' })
  await page.getByLabel('New limit').fill('1000')
  await press(page, 'Set a limit')
  await expect(page.getByRole('status')).toHaveText('Your limit applies from now on.')

  await open(page, '/help')
  await page.getByRole('link', { name: 'Help with this payment' }).last().click()
  await page.getByLabel('Your message').fill('Where is my money?')
  await press(page, 'Send message')
  await expect(page.getByRole('listitem')).toContainText('Where is my money?')

  await open(page, '/break')
  await page.getByLabel('How long').selectOption('7')
  await page.getByRole('checkbox').check()
  await press(page, 'Take the break')
  await expect(page.getByRole('status')).toHaveText('Your break has started. You can still withdraw.')
  await open(page, '/exclude')
  await page.getByLabel('Write EXCLUDE').fill('EXCLUDE')
  await press(page, 'Exclude me')
  await expect(page.getByRole('status')).toHaveText('You are excluded from play. You can still withdraw.')
  await open(page, '/cashier')
  await expect(page.getByRole('alert')).toContainText('Withdrawals stay open.')
})
