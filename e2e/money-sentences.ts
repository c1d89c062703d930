import { expect, test, type Page } from '@playwright/test'
import type { Front } from './front.ts'
import * as operator from './operator.ts'
import type { Dhow } from './processes.ts'

interface Stage {
  /** A player of Namibia, an operator, and a player of India, all signed in. */
  page: Page
  operatorPage: Page
  guest: Page
  dhow: Dhow
  front: Front
}

const eft = '/deposit-namibia/manual-deposit/get-payment-details'
const expectText = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Provokes each sentence of the specification about money, and checks that the screen shows it. */
export async function everySentence(stage: Stage) {
  await test.step('the amount: required, a number, within its limits', () => amounts(stage))
  await test.step('invalid limits', () => invalidLimits(stage))
  await test.step('copying: done, failed, not supported', () => copying(stage))
  await test.step('while a request is pending', () => pendingRequests(stage))
  await test.step('a proxy with an empty answer', () => nothing(stage))
  await test.step('no network', () => offline(stage))
  await test.step('methods that the operator has switched off', () => closed(stage))
  await test.step('A-Pay', () => aPay(stage))
  await test.step('an expired session', () => signedOut(stage))
}

async function invalidLimits({ page, dhow, front }: Stage) {
  const odd = page.getByRole('group', { name: 'Quick amounts' })
  // Invalid limits: the maximum is below the minimum. No amounts are offered, and only the server validates.
  front.injectFault('/get-payment-details', { instead: [/"max":"20000\.00"/, '"max":"10.00"'] })
  await page.goto(`${dhow.portal}${eft}`)
  await page.getByLabel(/^Amount/).fill('1')
  await page.getByLabel('Payment reference').fill('ODD 1')
  await expect(odd).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expectText(page, 'Minimum allowed is N$ 10')
  await expect(page.getByLabel(/^Amount/)).toHaveValue('1')
  front.clearFaults()
}

async function amounts({ page, dhow }: Stage) {
  await page.goto(`${dhow.portal}${eft}`)
  const amount = page.getByLabel(/^Amount/)
  const submit = page.getByRole('button', { name: 'Submit deposit' })
  await submit.click()
  await expectText(page, 'Amount is required')
  await expectText(page, 'UTR number is required')
  await amount.fill('a lot')
  await submit.click()
  await expectText(page, 'Enter a valid number')
  // Submitted by the Enter key, since leaving the field would clamp the amount.
  await amount.fill('1')
  await amount.press('Enter')
  await expectText(page, 'Minimum allowed is N$ 10')
  await amount.fill('99999999')
  await amount.press('Enter')
  await expectText(page, 'Maximum allowed is N$ 20,000')
  await amount.blur()
  await expect(amount).toHaveValue('20000')
  await amount.fill('1')
  await amount.blur()
  await expect(amount).toHaveValue('10')
  const quick = page.getByRole('group', { name: 'Quick amounts' }).getByRole('button')
  // The four of the limits, with the market's common amounts between them.
  const between = ['N$50', 'N$100', 'N$200', 'N$500', 'N$6,000', 'N$14,000']
  await expect(quick).toHaveText(['N$10 Smallest', ...between, 'N$20,000 Largest'])
  await quick.nth(5).click()
  await expect(amount).toHaveValue('6000')
}

async function copying({ page, dhow }: Stage) {
  const copy = page.getByRole('button', { name: 'Copy: Your deposit code' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: dhow.portal })
  // Freezes the page's clock, so that two seconds are exact on a busy machine.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await copy.click()
  await expect(copy).toHaveText('Copied')
  await page.clock.runFor(1_900)
  await expect(copy).toHaveText('Copied')
  await page.clock.runFor(200)
  await expect(copy).toHaveText('Copy')
  await page.clock.resume()
  // A browser that denies copying, and one without the API.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  })
  await copy.click()
  await expectText(page, 'Copy failed. Try manually.')
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
  await copy.click()
  await expectText(page, 'Copy not supported in this browser.')
}

/** A delay that the test ends. */
function pause() {
  let end = () => {}
  const over = new Promise<void>((resolve) => (end = resolve))
  return { over, end: () => end() }
}

async function pendingRequests({ page, guest, operatorPage, dhow, front }: Stage) {
  const methods = pause()
  front.injectFault('/payment-services/payment-methods', methods.over)
  await page.goto(`${dhow.portal}/payment-method`)
  await expectText(page, 'Loading…')
  methods.end()
  await expect(page.getByRole('button', { name: 'Proceed: E-Wallet' })).toBeVisible()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'E-Wallet', exact: true }) })
  await expect(card.locator('svg').first()).toBeVisible()
  await expect(card.getByText(/^Send money with E-Wallet to our number/)).toBeVisible()
  await expect(card.getByText('N$10 – N$5,000', { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: 'History: E-Wallet' })).toBeVisible()

  const start = pause()
  front.injectFault('/payment-services/a-pay', start.over)
  await guest.goto(`${dhow.portal}/payment-method`)
  await guest.getByRole('button', { name: 'Proceed: A-Pay' }).click()
  await expect(guest.getByRole('button', { name: 'Redirecting...: A-Pay' })).toHaveText('Redirecting...')
  start.end()
  await expect(guest).toHaveURL(new RegExp(`^${dhow.sandbox}/pay/`))

  const sending = pause()
  front.injectFault('/send-deposit-request', sending.over)
  await page.goto(`${dhow.portal}${eft}`)
  await page.getByLabel(/^Amount/).fill('40')
  await page.getByLabel('Payment reference').fill('SLOW 1')
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(page.getByRole('button', { name: 'Submitting ...' })).toBeVisible()
  sending.end()
  await expect(page.getByRole('heading', { name: 'We have your deposit and will check it.' })).toBeVisible()
  const link = await page.getByRole('link', { name: 'View status' }).getAttribute('href')
  await operator.actOnDeposit(operatorPage, dhow, link!.split('/').at(-1)!, 'approve', { received_amount: '40' })
  front.clearFaults()
}

async function nothing({ page, dhow, front }: Stage) {
  const spoilt = async (text: string, path: string, sentence: string) => {
    front.injectFault(text, 'empty')
    await page.goto(`${dhow.portal}${path}`)
    await expectText(page, sentence)
    front.clearFaults()
  }
  await spoilt('/payment-services/payment-methods', '/payment-method', 'Failed to load payment methods.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Proceed: E-Wallet' })).toBeVisible()
  await spoilt('/get-payment-details', eft, 'Request failed')
  await spoilt('/portal-setting', '/deposit', 'Failed to fetch portal settings')
  await spoilt('/player/deposit-history', '/deposit-history', 'Something went wrong. Try again.')

  await page.goto(`${dhow.portal}/deposit-history`)
  await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
  front.injectFault('kind=deposits', 'empty')
  await page.getByRole('button', { name: 'Download (CSV)' }).click()
  await expectText(page, 'Something went wrong. Please try again.')
  front.clearFaults()

  // Settings answered by another program without a success flag are a failure too.
  front.injectFault('/portal-setting', 'foreign')
  await page.goto(`${dhow.portal}/deposit`)
  await expectText(page, 'Failed to fetch portal settings')
  front.clearFaults()

  await page.goto(`${dhow.portal}${eft}`)
  await page.getByLabel(/^Amount/).fill('40')
  await page.getByLabel('Payment reference').fill('LOST 1')
  front.injectFault('/send-deposit-request', 'empty')
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expectText(page, 'Failed to send deposit request.')
  await expect(page.getByLabel('Payment reference')).toHaveValue('LOST 1')
  front.clearFaults()
}

async function offline({ page }: Stage) {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expectText(page, 'Server not responding. Please try again later.')
  await page.context().setOffline(false)
}

async function closed({ page, operatorPage, dhow, front }: Stage) {
  const change = async (change: object) =>
    operator.call(operatorPage, dhow, '/staff/settings', { change, reason: 'For the sentences' }, 'PUT')
  const detail = (enabled: boolean) =>
    operator.call(operatorPage, dhow, '/staff/payment-details/2/switch', { enabled, reason: 'For the sentences' })
  const market = (open: boolean) =>
    operator.call(operatorPage, dhow, '/staff/payment-markets/NA/switch', {
      ...{ what: 'deposits', open, reason: 'For the sentences' },
    })
  await detail(false)
  await page.goto(`${dhow.portal}${eft}`)
  await expectText(page, 'Payment details not found')
  await detail(true)

  await market(false)
  await page.goto(`${dhow.portal}/payment-method`)
  await expectText(page, 'Deposits are temporarily unavailable. Please reach out to the support team.')
  await market(true)
  front.injectFault('/payment-services/payment-methods', { instead: [/"methods":\[[^]*\]/, '"methods":[]'] })
  await page.goto(`${dhow.portal}/payment-method`)
  await expectText(page, 'No methods available.')
  front.clearFaults()

  await page.goto(`${dhow.portal}${eft}`)
  await page.getByLabel(/^Amount/).fill('40')
  await page.getByLabel('Payment reference').fill('CLOSED 1')
  await change({ auto_deposit: false })
  const sentence = 'Deposits are temporarily unavailable. Please reach out to the support team.'
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expectText(page, sentence)
  await page.goto(`${dhow.portal}/`)
  await page.getByRole('button', { name: 'Add coins' }).click()
  await expectText(page, sentence)
  await change({ auto_deposit: true })
}

async function aPay({ guest, dhow, front }: Stage) {
  const proceed = () => guest.getByRole('button', { name: 'Proceed: A-Pay' }).click()
  await guest.goto(`${dhow.portal}/payment-method`)
  front.injectFault('/payment-services/a-pay', 'foreign')
  await proceed()
  await expectText(guest, 'Payment URL missing from response.')
  front.clearFaults()
  await dhow.kill('sandbox')
  await guest.reload()
  await proceed()
  await expectText(guest, 'Failed to start A-Pay payment.')
  await guest.evaluate(() => localStorage.removeItem('token'))
  await proceed()
  await expectText(guest, 'Please login again to start the payment.')
}

async function signedOut({ page, dhow, front }: Stage) {
  // The stream, or its ticket, would show the session's end before anything is sent.
  front.injectFault('/live-ticket', 'empty')
  await page.goto(`${dhow.portal}${eft}`)
  await page.getByLabel(/^Amount/).fill('40')
  await page.getByLabel('Payment reference').fill('OVER 1')
  // Ended on another device.
  await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('token')}`
    await fetch('/api/v1/dhow/player/logout', {
      ...{ method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{}' },
    })
  })
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expectText(page, 'Session expired. Redirecting to login...')
  await expectText(page, 'Invalid or expired token. Please log in again.')
  front.clearFaults()
}
