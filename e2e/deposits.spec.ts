import { execFileSync } from 'node:child_process'
import { copyFile, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openFront, type Front } from './front.ts'
import { everySentence } from './money-sentences.ts'
import * as operator from './operator.ts'
import * as player from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

/** Every payment method with its refusals, through the real programs behind one proxy. */
test.describe.configure({ mode: 'serial' })

let front: Front
let dhow: Dhow
let page: Page
let operatorPage: Page
let guest: Page
const contexts: BrowserContext[] = []
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  front = await openFront()
  dhow = await openDhow({ front })
  const open = async (viewport: { width: number; height: number }) => {
    const context = await browser.newContext({ viewport })
    contexts.push(context)
    const opened = await context.newPage()
    opened.on('pageerror', (error) => faults.push(error.message))
    opened.on('console', (message) => {
      // A refusal is a normal answer here, but the browser logs it as a failed resource.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
    })
    return opened
  }
  page = await open({ width: 360, height: 740 })
  operatorPage = await open({ width: 1280, height: 800 })
  guest = await open({ width: 1280, height: 800 })
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await dhow?.close()
  await front?.close()
})

test('a wallet, a voucher and a redirect payment', async () => {
  await test.step('a player of Namibia registers', () => player.register(page, dhow, player.namibia))
  await test.step('a wallet deposit: refused with a sentence, then sent once', () => payByWallet(page, dhow))
  await test.step('the operator approves, and the player sees it live', async () => {
    await operator.signIn(operatorPage, dhow)
    await operator.approveDeposit(operatorPage, dhow, '120')
    await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
    await expect(player.balance(page)).toHaveText('N$120.00')
  })
  await test.step('vouchers: refused, then redeemed with one for the remainder', () => payByVoucher(page, dhow))
  await test.step('a player of India registers', () => player.register(guest, dhow, player.india, 'Sailor.Two'))
  await test.step('A-Pay: a forged success credits nothing, a real one does', () =>
    payByRedirect(guest, dhow, 'A-Pay', ['₹0.00', '₹500.00']))
  await test.step('a connected payment service: the same', () =>
    payByRedirect(page, dhow, 'Sandbox Pay', ['N$220.00', 'N$720.00']))
  expect(faults).toEqual([])
})

test('every other wallet, both bank transfers and the static wizard', async () => {
  for (const family of families) await test.step(family.method, () => payByHand(family))
  await test.step('the payment methods, at least four of them visible', chooseByRows)
  await test.step('a returning player, from the lobby in six taps at most', payByTaps)
  await test.step('the static wizard', payStatic)
  await test.step('the history: filters in its address, totals, a timeline, a file', readHistory)
  await test.step('a transfer in India needs its screenshot', payInIndia)
  expect(faults).toEqual([])
})

test('questions of cashier and player are answered, and no deposit stays open', async () => {
  await test.step('the cashier asks, the player answers', askAndAnswer)
  await test.step('the player asks, support answers', askForHelp)
  await test.step('a player cancels a deposit', cancelDeposit)
  expect(faults).toEqual([])
})

test('every sentence of the specification about money is on its screen', async () => {
  await everySentence({ page, operatorPage, guest, dhow, front })
  await test.step('the ledger balances', () => operator.checkLedger(operatorPage, dhow))
  expect(faults).toEqual([])
})

interface ByHand {
  method: string
  path: string
  history: string
  reference: RegExp
}
const wallet = /Reference of the message/
const families: ByHand[] = [
  { method: 'E-Wallet', path: 'ewallet-deposit', history: '/deposit-namibia-ewallet-history', reference: wallet },
  {
    method: 'Easy Wallet',
    path: 'easy-wallet-deposit',
    history: '/deposit-namibia-easy-wallet-history',
    reference: wallet,
  },
  {
    method: 'Nedbank Wallet',
    path: 'nedbank-wallet-deposit',
    history: '/deposit-namibia/nedbank-wallet-history',
    reference: wallet,
  },
  // Its history is the shared one, filtered to it.
  {
    method: 'Access Money',
    path: 'access-money-wallet-deposit',
    history: '/deposit-namibia/access-money-wallet-history',
    reference: wallet,
  },
  {
    method: 'Bank transfer (EFT)',
    path: 'manual-deposit',
    history: '/deposit-namibia-manual-history',
    reference: /Payment reference/,
  },
]

/** From the method list to its form: reported, approved, and found in its history. */
async function payByHand({ method, path, history, reference }: ByHand) {
  const paymentReference = `REF ${path}`.slice(0, 30)
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: `Proceed: ${method}` }).click()
  await expect(page).toHaveURL(`${dhow.portal}/deposit-namibia/${path}/get-payment-details`)
  await page.getByLabel(/^Amount/).fill('60')
  await page.getByLabel(reference).fill(paymentReference)
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  const id = await sentDeposit(page)
  await operator.actOnDeposit(operatorPage, dhow, id, 'approve', { received_amount: '60' })
  await page.goto(`${dhow.portal}${history}`)
  await expect(page.getByText(paymentReference.replace(/[^A-Za-z0-9]/g, '').toUpperCase())).toBeVisible()
  await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
}

/** The id of the deposit that was just reported, from its link. */
async function sentDeposit(on: Page): Promise<string> {
  await expect(on.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
  const link = await on.getByRole('link', { name: 'View status' }).getAttribute('href')
  return link!.split('/').at(-1)!
}

/** A phone shows four payment methods without scrolling, each a row of at most 64 px that can be tapped anywhere, and at most one large button. */
async function chooseByRows() {
  await page.goto(`${dhow.portal}/payment-method`)
  const main = page.getByRole('main')
  const rows = main.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Proceed: / }) })
  await expect(rows.nth(3)).toBeVisible()
  const tabs = (await page.getByRole('navigation', { name: 'Menu' }).boundingBox())!
  const boxes = await rows.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
  )
  expect(boxes.filter(({ bottom }) => bottom <= tabs.y).length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(64)
  const large = await main.evaluate((root) => {
    const accent = document.createElement('i')
    accent.style.background = 'var(--accent)'
    root.append(accent)
    const colour = getComputedStyle(accent).backgroundColor
    accent.remove()
    return [...root.querySelectorAll('a, button')].filter((one) => getComputedStyle(one).backgroundColor === colour)
      .length
  })
  expect(large).toBeLessThanOrEqual(1)
  await rows.first().click({ position: { x: 16, y: 28 } })
  await expect(page).not.toHaveURL(/payment-method$/)
}

/** Counts taps from the lobby to a submitted deposit; the code and the reference are typed or pasted. Then checks the balance and the play link. */
async function payByTaps() {
  await page.goto(`${dhow.portal}/`)
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  await page.evaluate(() => {
    document.body.dataset['taps'] = '0'
    const count = () => (document.body.dataset['taps'] = String(Number(document.body.dataset['taps']) + 1))
    addEventListener('pointerdown', count, true)
  })
  await page.getByRole('button', { name: 'Add coins' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Last used' }).getByRole('heading')).toHaveText(
    'Bank transfer (EFT)',
  )
  await page
    .getByRole('button', { name: /^Proceed: / })
    .first()
    .click()
  await page.getByRole('group', { name: 'Quick amounts' }).getByRole('button', { name: 'N$100' }).click()
  await page.getByLabel('Payment reference').click()
  await page.keyboard.type('SIX TAPS')
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  const id = await sentDeposit(page)
  expect(Number(await page.evaluate(() => document.body.dataset['taps']))).toBeLessThanOrEqual(6)
  await operator.actOnDeposit(operatorPage, dhow, id, 'approve', { received_amount: '100' })
  await expect(page.getByRole('heading', { name: 'Your deposit was added.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Play now' })).toHaveAttribute('href', '/')
}

async function payStatic() {
  await page.goto(`${dhow.portal}/deposit_static`)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const panel = page.getByRole('tabpanel')
  await expect(tab('EFT')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(tab('E-Wallet')).toHaveAttribute('aria-selected', 'true')
  await expect(panel.getByText('Cellphone number')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(tab('Voucher')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
  const field = panel.getByLabel('Amount or voucher number')
  await field.fill('1')
  await panel.getByRole('button', { name: 'Check voucher' }).click()
  await expect(panel.getByText('Minimum allowed is N$ 5')).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(tab('EFT')).toHaveAttribute('aria-selected', 'true')
  await panel.getByLabel('Payment reference').fill('STATIC 2026')
  await panel.getByLabel(/^Amount/).fill('60')
  await panel.getByRole('button', { name: 'Submit deposit' }).click()
  await operator.actOnDeposit(operatorPage, dhow, await sentDeposit(page), 'approve', { received_amount: '60' })
}

async function readHistory() {
  await page.goto(`${dhow.portal}/deposit-history`)
  const main = page.getByRole('main')
  const rows = main.getByRole('listitem').filter({ hasText: 'Status history' })
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()
  await expect(main.getByText('Net', { exact: true })).toBeVisible()
  await main.getByLabel('Show').selectOption({ label: 'Rejected' })
  await expect(main.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible()
  await page.reload()
  await expect(main.getByLabel('Show')).toHaveValue('rejected')
  await main.getByLabel('Show').selectOption({ label: 'Completed' })
  await main.getByLabel('From').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
  await expect(page).toHaveURL(/state=completed.*from=\d{4}/)
  await expect(rows).toHaveCount(all)
  await rows.first().getByText('Status history').click()
  await expect(
    rows
      .first()
      .getByText(/was added to your balance/)
      .first(),
  ).toBeVisible()
  const file = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download (CSV)' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
}

async function payInIndia() {
  await guest.goto(`${dhow.portal}/payment-method`)
  await guest.getByRole('button', { name: 'Proceed: Bank or UPI transfer' }).click()
  await expect(guest).toHaveURL(`${dhow.portal}/manual-deposit-india`)
  await expect(guest.getByRole('link', { name: 'Open UPI app' })).toHaveAttribute('href', /^upi:\/\/pay\?pa=/)
  await guest.getByLabel(/^Amount/).fill('2500')
  await guest.getByLabel(/UTR/).fill('412345678901')
  await guest.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(guest.getByText('Add a screenshot of the payment.')).toBeVisible()
  const screenshot = guest.getByLabel(/^Screenshot/)
  await screenshot.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await guest.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(guest.getByText('Choose an image.')).toBeVisible()
  await guest.getByRole('button', { name: 'Remove' }).click()
  await screenshot.setInputFiles({ name: 'payment.png', mimeType: 'image/png', buffer: await guest.screenshot() })
  await guest.getByRole('button', { name: 'Submit deposit' }).click()
  await operator.actOnDeposit(operatorPage, dhow, await sentDeposit(guest), 'approve', { received_amount: '2500' })
  await guest.getByRole('link', { name: 'View status' }).click()
  await expect(guest.getByText('₹2,500.00 was added to your balance.').first()).toBeVisible()
}

async function tellByTransfer(reference: string, amount: string): Promise<string> {
  await page.goto(`${dhow.portal}/deposit-namibia/manual-deposit/get-payment-details`)
  await page.getByLabel(/^Amount/).fill(amount)
  await page.getByLabel('Payment reference').fill(reference)
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  return sentDeposit(page)
}

async function askAndAnswer() {
  const id = await tellByTransfer('QUESTION 1', '75')
  await page.getByRole('link', { name: 'View status' }).click()
  await operatorPage.goto(`${dhow.console}/deposits/${id}`)
  await operatorPage.getByRole('button', { name: 'Ask the player' }).click()
  await operatorPage.getByLabel('Question').selectOption({ label: 'The payment reference (not found)' })
  await operatorPage.getByLabel('Message to the player').fill('No such line at our bank.')
  await operatorPage.getByRole('button', { name: 'Send question' }).click()
  await expect(operatorPage.getByRole('article').getByText('Needs information', { exact: true })).toBeVisible()
  // The stream updates the open page.
  await expect(page.getByRole('heading', { name: 'We have a question' })).toBeVisible()
  await page.goto(`${dhow.portal}/where-is-my-money`)
  await expect(page.getByText('We have a question').first()).toBeVisible()
  await page.getByRole('link', { name: 'Deposit N$75.00' }).click()
  await expect(page.getByRole('button', { name: 'Print status' })).toBeVisible()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Write an answer, or send a screenshot.').first()).toBeVisible()
  await page.getByLabel('Correct reference').fill('QUESTION 2')
  await page.getByLabel('Your answer').fill('I had mistyped it.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('You corrected the reference to QUESTION2.').first()).toBeVisible()
  await operator.actOnDeposit(operatorPage, dhow, id, 'approve', { received_amount: '75' })
  await expect(page.getByText('N$75.00 was added to your balance.').first()).toBeVisible()
  await expect(page.getByText('DHOW-', { exact: false }).first()).toBeVisible()
  // In print it is a receipt: issuer, player, and no buttons.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Receipt of Dhow')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print receipt' })).toBeHidden()
  await page.emulateMedia({ media: null })
  await keepReceipt()
}

/** The history links the receipt of the movement; its page downloads the file, which the receipt command accepts. */
async function keepReceipt() {
  const payment = page.url()
  await page.goto(`${dhow.portal}/deposit-history`)
  await page.getByRole('button', { name: 'Status history' }).first().click()
  // The log lags by a second or two; the row links the receipt once the log contains it.
  await page.getByRole('link', { name: 'Receipt: Deposit credited' }).click()
  await expect(page).toHaveURL(/\/receipts\/\d+$/)
  const path = await downloadReceipt()
  const keys = await (await fetch(`${dhow.portal}/log/keys`)).text()
  const words = ['packages/receipts/receipt.mjs', 'verify', path, '--key', keys.split(' ')[0] ?? '']
  expect(execFileSync(process.execPath, words, { encoding: 'utf8' })).toContain('cash: +75.00 NAD')
  await checkOffline(await readFile(path))
  await page.goto(payment)
}

/** Downloads the receipt once the witness has cosigned its log checkpoint, which the policy of the offline page requires. */
async function downloadReceipt(): Promise<string> {
  let path = ''
  await expect(async () => {
    await page.reload()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const download = await downloaded
    expect(download.suggestedFilename()).toMatch(/^dhow-receipt-\d+\.html$/)
    path = await download.path()
    expect((await readFile(path, 'utf8')).match(/^— /gm)).toHaveLength(2)
  }).toPass({ timeout: 30_000 })
  return path
}

/** Saves the offline page that the receipt links; it checks the receipt without a network, and refuses a changed one. */
async function checkOffline(receipt: Buffer) {
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the offline page' }).click()
  const checker = await (await saved).path()
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 360, height: 740 } })
  if (!context) throw new Error('there is no browser')
  contexts.push(context)
  await context.setOffline(true)
  const offline = await context.newPage()
  const asked: string[] = []
  offline.on('request', (request) => asked.push(request.url()))
  // A download has no file extension that marks it as a page.
  const kept = `${checker}.html`
  await copyFile(checker, kept)
  await offline.goto(pathToFileURL(kept).href)
  const pick = (content: Buffer) =>
    offline.setInputFiles('#files', { name: 'receipt.html', mimeType: 'text/html', buffer: content })
  await pick(receipt)
  await expect(offline.getByRole('article')).toContainText('This receipt holds')
  await pick(Buffer.from(receipt.toString().replace('cash 7500', 'cash 9500')))
  await expect(offline.getByRole('article')).toContainText('This receipt does not hold')
  expect(asked).toEqual([pathToFileURL(kept).href])
}

async function askForHelp() {
  await page.getByLabel('Your message').fill('Thank you. May I use my code as the reference?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('We received your message and will answer here.').first()).toBeVisible()
  await operatorPage.goto(`${dhow.console}/cases`)
  await operatorPage.getByRole('link', { name: /hlp_/ }).first().click()
  await expect(operatorPage.getByText('Thank you. May I use my code as the reference?').last()).toBeVisible()
  await operatorPage.getByRole('textbox', { name: 'Answer' }).fill('Yes, as often as you like.')
  await operatorPage.getByRole('button', { name: 'Send and close' }).click()
  await expect(page.getByText('Yes, as often as you like.').first()).toBeVisible()
  await expect(page.getByText('This question is closed. Write again if you still need help.')).toBeVisible()
}

async function cancelDeposit() {
  await tellByTransfer('TAKEN BACK', '55')
  await page.getByRole('link', { name: 'View status' }).click()
  await page.getByRole('button', { name: 'Cancel deposit' }).click()
  await page.getByRole('group', { name: 'Cancel deposit' }).getByRole('button', { name: 'Cancel deposit' }).click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await page.goto(`${dhow.portal}/where-is-my-money`)
  await expect(page.getByRole('heading', { name: 'No open payments' })).toBeVisible()
}

async function payByWallet(page: Page, dhow: Dhow) {
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: 'Proceed: Blue Wallet' }).click()
  await expect(page).toHaveURL(`${dhow.portal}/deposit-namibia/blue-wallet-deposit/get-payment-details`)
  const amount = page.getByLabel(/^Amount/)
  const reference = page.getByLabel('Reference of the message')
  const submit = page.getByRole('button', { name: 'Submit deposit' })
  await submit.click()
  await expect(page.getByText('Amount is required')).toBeVisible()
  await expect(page.getByText('UTR number is required')).toBeVisible()
  await amount.fill('a lot')
  await reference.fill('1234')
  await submit.click()
  await expect(page.getByText('Enter a valid number')).toBeVisible()
  await amount.fill('120')
  await submit.click()
  // Four digits are a withdrawal code for cash machines, so they are not accepted.
  await expect(page.getByRole('alert').filter({ hasText: /reference/i })).toBeVisible()
  await expect(amount).toHaveValue('120')
  await reference.fill('BW 2026-0001')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
  await page.getByRole('button', { name: 'Make another deposit' }).click()
  await amount.fill('60')
  await reference.fill('bw20260001')
  await submit.click()
  await expect(
    page.getByText('This reference was already submitted. Please reach out to the support team.'),
  ).toBeVisible()
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByText('Where is my money?').click()
  await expect(page.getByRole('link', { name: 'Deposit N$120.00' })).toBeVisible()
  await page.getByRole('link', { name: 'History: Blue Wallet' }).click()
  await expect(page).toHaveURL(`${dhow.portal}/deposit-namibia/blue-wallet-history`)
  await expect(page.getByText('BW20260001')).toBeVisible()
}

async function payByVoucher(page: Page, dhow: Dhow) {
  const mint = async (behaviour: string) => {
    const answer = await fetch(`${dhow.sandbox}/issuer/vouchers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ behaviour, amount: '150.00' }),
    })
    return ((await answer.json()) as { pin: string }).pin
  }
  const [used, good] = [await mint('used'), await mint('change')]
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: 'Proceed: Voucher' }).click()
  const pin = page.getByLabel('Voucher number')
  await pin.fill(used)
  await page.getByRole('button', { name: 'Check voucher' }).click()
  await expect(page.getByText('This voucher cannot be used. Please check its number.').first()).toBeVisible()
  await expect(pin).toHaveValue(used)
  const spaced = good.replace(/(\d{4})(?=\d)/g, '$1 ')
  await pin.fill(spaced)
  await page.getByRole('button', { name: 'Check voucher' }).click()
  await expect(page.getByText('Valid voucher: N$150.00')).toBeVisible()
  await page.getByRole('button', { name: 'Add N$150.00 to my balance' }).click()
  await expect(page.getByRole('heading', { name: 'Your deposit was added.' })).toBeVisible()
  // A third of it was returned as a new voucher.
  await expect(player.balance(page)).toHaveText('N$220.00')
  await page.getByRole('button', { name: 'Show change voucher' }).click()
  await expect(page.getByText('The issuer gave you a new voucher for N$50.00.')).toBeVisible()
  expect(asked.filter((url) => url.includes(used) || url.includes(good))).toEqual([])
  await page.goto(`${dhow.portal}/Voucher-Deposit-History`)
  await expect(page.getByText(`•••• ${good.slice(-4)}`)).toBeVisible()
  await expect(page.getByText(good)).toHaveCount(0)
}

async function payByRedirect(page: Page, dhow: Dhow, service: string, [before, after]: [string, string]) {
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: `Proceed: ${service}` }).click()
  await expect(page).toHaveURL(new RegExp(`^${dhow.sandbox}/pay/`))
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: /^Forge/ }).click()
  await expect(page.getByText('The portal answered: 401.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  // The query string of the return address proves nothing.
  await expect(page.getByText('We are checking your payment with the payment service.')).toBeVisible()
  await expect(player.balance(page)).toHaveText(before)
  const portal = page.url()
  await page.goBack()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('The portal answered: 200.')).toBeVisible()
  await page.goto(portal)
  await expect(page.getByRole('heading', { name: 'Your deposit was added.' })).toBeVisible()
  await expect(player.balance(page)).toHaveText(after)
}
