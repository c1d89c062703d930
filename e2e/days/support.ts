import { expect } from '@playwright/test'
import { gatewaysReport, idShown, openColleague, type Desk } from './desk.ts'

/** A player whose message about a rejected deposit comes to no phone. */
const unreached = 'help_closed'

/** A call, a question, a message that did not arrive, and money that others decide. */
export async function dayOfSupport(desk: Desk) {
  await rejectsWithoutReaching(desk)
  await findsAPlayer(desk)
  await answersAQuestion(desk)
  await sendsAgain(desk)
  await onlyLooks(desk)
}

/** Happened before the day: a cashier rejects a deposit while no gateway reaches a phone. */
async function rejectsWithoutReaching({ dhow, call }: Desk) {
  const cashier = await openColleague(dhow, 'cashier')
  await gatewaysReport(dhow.sandbox, 'failed')
  const { deposits } = await cashier('staffDeposits', { query: { q: unreached } })
  const [deposit] = deposits
  if (!deposit) throw new Error(`${unreached} has no deposit`)
  const { id, version } = deposit
  await cashier('rejectDeposit', { params: { id }, body: { reason: 'not_received', version } })
  const failed = async () => {
    const { deliveries } = await call('allDeliveries', {
      query: { state: 'failed', player: unreached, channel: 'sms' },
    })
    return deliveries.map(({ kind }) => kind)
  }
  await expect.poll(failed, { timeout: 60_000 }).toEqual(['deposit_rejected'])
  await gatewaysReport(dhow.sandbox, 'delivered')
}

/** Finds a player by a name as somebody says it on the phone, and reads what they may do and why not. */
async function findsAPlayer({ page, main, look, heading }: Desk) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('on_brek_marta')
  await expect(page.getByRole('option', { name: /on_break_martha.*similar name/ })).toBeVisible()
  await look('search')
  await page.keyboard.press('Enter')
  await expect(heading('on_break_martha')).toBeVisible()
  const act = (name: string) => main.getByRole('listitem').filter({ hasText: new RegExp(`^${name}May`) })
  await expect(act('Stake')).toContainText(/May notOn a break of their own until \d+ \w+/)
  await expect(act('Withdraw')).toHaveText('WithdrawMay')
  await look('player')
  // Money and wallets are others' work: no button for them stands on the page.
  await expect(main.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
  for (const name of ['Freeze wallet', 'Close wallet', 'Verify identity', 'Block the number'])
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0)
}

/** A question that waits is answered from a ready answer in the player's language, and closed. */
async function answersAQuestion({ page, main, open, look, call }: Desk) {
  await open('Overview')
  await main.getByRole('link', { name: /^Questions of players \d+ wait/ }).click()
  await page
    .getByRole('region', { name: 'Queue', exact: true })
    .getByRole('link', { name: /help_waiting/ })
    .click()
  const question = page.getByRole('article')
  await expect(question.getByText('I paid an hour ago. Where is my money?', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Take it', exact: true }).click()
  await expect(question.getByLabel('Assigned to', { exact: true })).toHaveValue(/^op/)
  await question.getByLabel('Ready answer', { exact: true }).selectOption({ label: 'A payment is on its way' })
  await expect(question.getByRole('textbox', { name: 'Answer', exact: true })).toHaveValue(
    /takes up to one working day/,
  )
  await look('question')
  const params = { id: idShown(page) }
  await question.getByRole('button', { name: 'Send and close', exact: true }).click()
  await expect(page.getByText('Answered. help_waiting can read it in the portal.')).toBeVisible()
  const answered = (await call('staffGetHelpCase', { params })).case
  expect([answered.state, answered.assigned?.name, answered.messages.at(-1)?.text]).toEqual([
    'closed',
    'support',
    'A bank transfer takes up to one working day. We credit it as soon as it is on our account.',
  ])
}

/** A text message that did not arrive is sent again, and arrives. */
async function sendsAgain({ page, main, open, look }: Desk) {
  await open('Deliveries')
  const search = async (fields: { state: string; channel: string; player: string }) => {
    await page.getByLabel('State', { exact: true }).selectOption(fields.state)
    await page.getByLabel('Channel', { exact: true }).selectOption(fields.channel)
    await page.getByLabel('Player', { exact: true }).fill(fields.player)
    await main.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await search({ state: 'failed', channel: '', player: '' })
  const again = main.getByRole('button', {
    name: `Send again: Deposit rejected, Text message, ${unreached}`,
    exact: true,
  })
  await expect(again).toBeVisible()
  await look('deliveries')
  await again.click()
  await expect(page.getByText('It is sent again now.')).toBeVisible()
  await search({ state: '', channel: 'sms', player: unreached })
  const row = main.locator('tbody tr', { hasText: 'Deposit rejected' })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Delivered', { exact: true })).toBeVisible()
}

/** Support sees deposits, and decides none: the screen says so and has no button for it, and the server refuses. */
async function onlyLooks({ page, main, open, call }: Desk) {
  await open('Deposits')
  await page.keyboard.press('j')
  await expect(page.getByRole('article')).toBeVisible()
  await expect(main.getByText('Your role can view this queue, and does not decide here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject|Claim|Ask)/ })).toHaveCount(0)
  await expect(call('claimDeposit', { params: { id: idShown(page) } })).rejects.toMatchObject({
    status: 403,
    code: 'staff_forbidden',
  })
}
