import { expect, test, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { call, enrol, actOnDeposit, signIn } from './operator.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

let dhow: Dhow
let maria: Awaited<ReturnType<typeof newPlayer>>
let first: Page
let second: Page
let portal: Page
let playerId: string
let payoutAccount: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  dhow = await openDhow()
  const open = async (viewport: { width: number; height: number }) => (await browser.newContext({ viewport })).newPage()
  const desktop = { width: 1280, height: 800 }
  ;[first, second, portal] = [await open(desktop), await open(desktop), await open({ width: 360, height: 740 })]
  maria = await newPlayer(dhow, { name: 'maria.n', mobile: '+264812000001' })
  await signIn(first, dhow)
  const made = await call(first, dhow, '/staff/operators', { name: 'nelao', role: 'manager' })
  await enrol(second, String(made['link']))
  const { players } = (await call(first, dhow, '/staff/players?q=maria.n')) as unknown as { players: { id: string }[] }
  playerId = players[0]!.id
  payoutAccount = await maria.addBank('Skeleton Coast Bank')
  await portal.goto(`${dhow.portal}/health`)
  await portal.evaluate((value) => localStorage.setItem('token', value), maria.token)
  await portal.context().addCookies(maria.cookies())
})
test.afterAll(async () => {
  for (const page of [first, second, portal]) await page.context().close()
  await dhow.close()
})

async function credited(amount: string): Promise<string> {
  const id = await maria.deposit(amount)
  await actOnDeposit(first, dhow, id, 'approve', { received_amount: amount })
  return id
}
async function decide(id: string, verb: string, body: object = {}) {
  const { withdrawal } = await call(first, dhow, `/staff/withdrawals/${id}`)
  await call(first, dhow, `/staff/withdrawals/${id}/${verb}`, { version: withdrawal!['version'], ...body })
}
const article = (page: Page) => page.getByRole('article')
const picture = async (page: Page, name: string) => {
  const folder = process.env['DHOW_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

let deposit: string

test('a frozen player’s withdrawal shows why it is held, and cannot be approved', async () => {
  deposit = await credited('2500')
  const id = await maria.withdraw('400', payoutAccount)
  await first.goto(`${dhow.console}/players/${playerId}`)
  await first.getByRole('button', { name: 'Freeze wallet' }).click()
  await expect(first.getByText('Open withdrawal of N$400.00 (requested): it is held until this ends.')).toBeVisible()
  await first.getByLabel('Reason').fill('A doubt about the payer')
  await picture(first, 'freeze')
  await first.getByRole('button', { name: 'Confirm freezing' }).click()
  await expect(first.getByText('The wallet of maria.n is frozen.')).toBeVisible()

  await first.goto(`${dhow.console}/withdrawals/${id}`)
  await expect(first.getByText('Money held: this withdrawal cannot go out')).toBeVisible()
  await expect(first.getByText('Nothing goes out until a manager unfreezes it.')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect(first.getByRole('link', { name: id })).toContainText('Frozen')
  await first.keyboard.press('a')
  await expect(first.getByRole('button', { name: 'Confirm approval' })).toHaveCount(0)
  expect(await accessibilityFaults(first)).toEqual([])
  await picture(first, 'frozen-withdrawal')

  await call(first, dhow, `/staff/players/${playerId}/freeze`, { frozen: false, reason: 'Cleared' })
  await first.reload()
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByRole('button', { name: 'Confirm approval' }).click()
  await expect(article(first).getByText('Approved', { exact: true })).toBeVisible()
  await decide(id, 'pay', { payment_reference: 'EFT 1' })
})

test('a reversed deposit leaves a debt that player and operator see, and the next deposit repays part of it', async () => {
  await first.goto(`${dhow.console}/deposits/${deposit}`)
  await first.getByRole('button', { name: 'Reverse credit' }).click()
  await first.getByLabel('Reason', { exact: true }).selectOption('amount_differs')
  await first.getByLabel('Reason in words').fill('A zero too many')
  await first.getByRole('button', { name: 'Confirm reversal' }).click()
  await expect(article(first).getByText('Owes N$400.00')).toBeVisible()
  await picture(first, 'reversed-deposit')

  await portal.goto(`${dhow.portal}/manual-withdraw-namibia`)
  await expect(portal.getByText('You owe N$400.00 from a payment that was reversed.')).toBeVisible()
  expect(await accessibilityFaults(portal)).toEqual([])
  await picture(portal, 'withdraw-with-debt')

  const next = await credited('250')
  await portal.goto(`${dhow.portal}/payments/${next}`)
  await expect(portal.getByText('N$250.00 of it went towards what you owed.')).toBeVisible()
  await expect(portal.getByText('You still owe N$150.00.')).toBeVisible()
  await picture(portal, 'deposit-paid-debt')
})

test('the remainder is written off by two operators', async () => {
  await first.goto(`${dhow.console}/players/${playerId}`)
  await expect(first.getByText('N$150.00').first()).toBeVisible()
  await first.getByRole('button', { name: 'Write off debt' }).click()
  await first.getByLabel('Reason').fill('Our own mistake')
  await first.getByRole('button', { name: 'Propose write-off' }).click()
  await expect(first.getByText('Proposed. A second operator has to confirm it.')).toBeVisible()
  await picture(first, 'player-with-debt')

  await second.goto(`${dhow.console}/approvals`)
  await expect(second.getByText('Write off N$150.00 that maria.n owes')).toBeVisible()
  await picture(second, 'approvals')
  await second.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(second.getByText('Confirmed. It is in effect.')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('button', { name: 'Write off debt' })).toHaveCount(0)
})

test('a player who excluded themselves chooses what happens to the waiting deposit', async () => {
  const id = await maria.deposit('500')
  await portal.evaluate(
    async (token) =>
      fetch('/api/v1/dhow/player/self-exclusion', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ months: 6, confirm: 'EXCLUDE' }),
      }),
    maria.token,
  )
  await first.goto(`${dhow.console}/deposits/${id}`)
  await expect(first.getByText('has not decided yet whether this payment is credited')).toBeVisible()
  await expect(first.getByRole('button', { name: 'Approve' })).toBeDisabled()
  expect(await accessibilityFaults(first)).toEqual([])
  await picture(first, 'deposit-on-break')
  await portal.goto(`${dhow.portal}/payments/${id}`)
  await expect(portal.getByRole('heading', { name: 'What should we do with this payment?' })).toBeVisible()
  await picture(portal, 'choice')
  await portal.getByRole('button', { name: 'Credit my balance' }).click()
  await expect(portal.getByText('You chose to credit it.')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('button', { name: 'Approve' })).toBeEnabled()
})
