import { expect, test, type Page } from '@playwright/test'
import * as operator from './operator.ts'
import * as player from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

/** Ways to pay in other than the bank transfer of the one path, each with what it refuses, through the real programs. */
test('a wallet, a voucher and a redirect payment', async ({ browser }) => {
  const dhow = await openDhow()
  const faults: string[] = []
  try {
    const page = await (await browser.newContext()).newPage()
    const desk = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    const guest = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    for (const one of [page, desk, guest]) {
      one.on('pageerror', (error) => faults.push(error.message))
      one.on('console', (message) => {
        // A refusal is an answer like any other here, but the browser calls it a failed resource.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
      })
    }
    await test.step('a player of Namibia registers', () => player.register(page, dhow, player.namibia))
    await test.step('a wallet deposit: refused in words, then sent once', () => payByWallet(page, dhow))
    await test.step('the operator approves, and the player sees it live', async () => {
      await operator.signIn(desk, dhow)
      await operator.approveDeposit(desk, dhow, '120')
      await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
      await expect(player.balance(page)).toHaveText('N$120.00')
    })
    await test.step('vouchers: refused, then redeemed with one for the rest', () => payByVoucher(page, dhow))
    await test.step('a player of India registers', () => player.register(guest, dhow, player.india, 'Sailor.Two'))
    await test.step('A-Pay: a forged success adds nothing, a real one does', () => payByRedirect(guest, dhow))
    expect(faults).toEqual([])
    await test.step('the books add up', () => operator.seeBooksAddUp(desk, dhow))
  } finally {
    await dhow.close()
  }
})

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
  // Four digits are what a cash machine asks for, so nobody keeps them.
  await expect(page.getByRole('alert').filter({ hasText: /reference/i })).toBeVisible()
  await expect(amount).toHaveValue('120')
  await reference.fill('BW 2026-0001')
  await submit.click()
  await expect(page.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
  await page.getByRole('button', { name: 'Make another deposit' }).click()
  await amount.fill('60')
  await reference.fill('bw20260001')
  await submit.click()
  await expect(page.getByText('This reference was already submitted. Contact support.')).toBeVisible()
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
  await expect(page.getByText('This voucher cannot be used. Please look at its number again.').first()).toBeVisible()
  await expect(pin).toHaveValue(used)
  const spaced = good.replace(/(\d{4})(?=\d)/g, '$1 ')
  await pin.fill(spaced)
  await page.getByRole('button', { name: 'Check voucher' }).click()
  await expect(page.getByText('This voucher is good: N$150.00.')).toBeVisible()
  await page.getByRole('button', { name: 'Add N$150.00 to my balance' }).click()
  await expect(page.getByText('The voucher was added to your balance.')).toBeVisible()
  // A third of it came back as a voucher of its own.
  await expect(player.balance(page)).toHaveText('N$220.00')
  await page.getByRole('button', { name: 'Show the voucher for the rest' }).click()
  await expect(page.getByText('The issuer gave you a new voucher for N$50.00.')).toBeVisible()
  expect(asked.filter((url) => url.includes(used) || url.includes(good))).toEqual([])
  await page.goto(`${dhow.portal}/Voucher-Deposit-History`)
  await expect(page.getByText(`•••• ${good.slice(-4)}`)).toBeVisible()
  await expect(page.getByText(good)).toHaveCount(0)
}

async function payByRedirect(page: Page, dhow: Dhow) {
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: 'Proceed: A-Pay' }).click()
  await expect(page).toHaveURL(new RegExp(`^${dhow.sandbox}/pay/`))
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: /^Forge/ }).click()
  await expect(page.getByText('The portal answered: 401.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the portal' }).click()
  // What the address says proves nothing.
  await expect(page.getByText('We are asking the payment service how your payment stands.')).toBeVisible()
  await expect(player.balance(page)).toHaveText('₹0.00')
  const portal = page.url()
  await page.goBack()
  await page.getByLabel('Amount').fill('500')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('The portal answered: 200.')).toBeVisible()
  await page.goto(portal)
  await expect(page.getByText('The money is on your balance.')).toBeVisible()
  await expect(player.balance(page)).toHaveText('₹500.00')
}
