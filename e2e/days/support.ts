import { expect } from '@playwright/test'
import { setDeliveryReports, idInAddress, openColleague, type StaffPage } from './staff-page.ts'

/** A player whose message about a rejected deposit cannot be delivered. */
const unreached = 'help_closed'

/** A phone call, a question, an undelivered message, and deposits that support cannot decide. */
export async function runSupportDay(staff: StaffPage) {
  await rejectUndelivered(staff)
  await findPlayer(staff)
  await answerQuestion(staff)
  await resendMessage(staff)
  await checkReadOnly(staff)
}

/** Setup before the day: a cashier rejects a deposit while no gateway delivers. */
async function rejectUndelivered({ dhow, call }: StaffPage) {
  const cashier = await openColleague(dhow, 'cashier')
  await setDeliveryReports(dhow.sandbox, 'failed')
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
  await setDeliveryReports(dhow.sandbox, 'delivered')
}

/** Finds a player by a name as heard on the phone, and reads what they can do and why not. */
async function findPlayer({ page, main, look, heading }: StaffPage) {
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
  // Support cannot move money: the page has no button for it.
  await expect(main.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible()
  for (const name of ['Freeze wallet', 'Close wallet', 'Verify identity', 'Block the number'])
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0)
}

/** Answers a waiting question from a template in the player's language, and closes it. */
async function answerQuestion({ page, main, open, look, call }: StaffPage) {
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
  const params = { id: idInAddress(page) }
  await question.getByRole('button', { name: 'Send and close', exact: true }).click()
  await expect(page.getByText('Answered. help_waiting can read it in the portal.')).toBeVisible()
  const answered = (await call('staffGetHelpCase', { params })).case
  expect([answered.state, answered.assigned?.name, answered.messages.at(-1)?.text]).toEqual([
    'closed',
    'support',
    'A bank transfer takes up to one working day. We credit it as soon as it is on our account.',
  ])
}

/** Resends an undelivered text message, which then arrives. */
async function resendMessage({ page, main, open, look }: StaffPage) {
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

/** Support can see deposits but not decide them: the screen says so without a button, and the server refuses the call. */
async function checkReadOnly({ page, main, open, call }: StaffPage) {
  await open('Deposits')
  await page.keyboard.press('j')
  await expect(page.getByRole('article')).toBeVisible()
  await expect(main.getByText('Your role can view this queue, and does not decide here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject|Claim|Ask)/ })).toHaveCount(0)
  await expect(call('claimDeposit', { params: { id: idInAddress(page) } })).rejects.toMatchObject({
    status: 403,
    code: 'staff_forbidden',
  })
}
