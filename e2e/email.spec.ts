import { expect, test, type Page } from '@playwright/test'
import { accessibilityFaults } from './accessibility.ts'
import { newOperator } from './operator-by-api.ts'
import { namibia, playerName, register } from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

// E-mails as a player gets them: adding an address, its code, the message about a decision, and opting out of offers. They go through the sandbox's mail server.

let dhow: Dhow
test.beforeAll(async () => {
  dhow = await openDhow({ hasMail: true })
})
test.afterAll(() => dhow.close())

interface Letter {
  subject: string
  text: string
}
const address = 'sailor@mail.example'

/** Waits for the newest e-mail to the address whose subject matches. */
async function letter(subject: RegExp): Promise<Letter> {
  let found: Letter | undefined
  await expect(async () => {
    const answer = await fetch(`${dhow.sandbox}/mail/received?to=${encodeURIComponent(address)}`)
    found = ((await answer.json()) as Letter[]).find((one) => subject.test(one.subject))
    expect(found).toBeDefined()
  }).toPass()
  return found!
}
const faults = async (page: Page) => [
  await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
  await accessibilityFaults(page),
]

test('a player adds an address, is e-mailed a decision, and unsubscribes from offers by link', async ({
  page,
  browser,
}) => {
  const operator = await newOperator(dhow)
  const anyHour = { from: '08:00', to: '08:00' }
  await operator.set({
    messaging: {
      ...{ quiet: { NA: anyHour, IN: anyHour }, player_a_day: 20, operator_a_day: 10_000 },
      ...{ sms_cost: { NA: '0.10', IN: '0.20' }, email_cost: { NA: '0.01', IN: '0.01' } },
    },
  })
  await register(page, dhow, namibia)
  await page.goto(`${dhow.portal}/channels`)
  await page.getByLabel('E-mail address').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText(`We sent a code to ${address}.`)).toBeVisible()
  const code = /^\d{6}/.exec((await letter(/^\d{6} is your Dhow code$/)).subject)?.[0] ?? ''
  // The last digit submits the code.
  await page.getByLabel('Code').fill(code)
  await expect(page.getByText(`E-mails go to ${address}.`)).toBeVisible()
  await page.getByLabel('Send me offers').click()
  await expect(page.getByText(/^You agreed on/)).toBeVisible()
  expect(await faults(page)).toEqual([0, []])

  // The e-mail has no amounts, since the player has not allowed them.
  await page.goto(`${dhow.portal}/payment-method`)
  await page.getByRole('button', { name: 'Proceed: Bank transfer (EFT)' }).click()
  await page.getByRole('textbox', { name: /^Amount/ }).fill(namibia.amount)
  await page.getByLabel(namibia.reference.label).fill(namibia.reference.value)
  await page.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(page.getByText('View status')).toBeVisible()
  await operator.approveOldest('250.00')
  const decision = await letter(/deposit/i)
  expect(decision.text).not.toContain('250')
  expect(decision.text).toContain(dhow.portal)

  const id = await operator.findPlayer(playerName)
  await operator.sendOffer(id, 'tide', 'Spring tide', 'Ten free rounds wait for you.')
  const offer = await letter(/Spring tide/)
  const link = /https?:\S+\/unsubscribe\/[\w-]+/.exec(offer.text)?.[0] ?? ''
  // The link needs neither a session nor scripts, and opening it alone does not unsubscribe.
  const mailbox = await browser.newContext({ javaScriptEnabled: false })
  const mail = await mailbox.newPage()
  await mail.goto(link)
  await page.goto(`${dhow.portal}/channels`)
  await expect(page.getByLabel('Send me offers')).toBeChecked()
  await mail.getByRole('button', { name: 'Stop offers' }).click()
  await expect(mail.getByText('You get no more offers.')).toBeVisible()
  await mailbox.close()
  await page.reload()
  await expect(page.getByLabel('Send me offers')).not.toBeChecked()
  await expect(operator.sendOffer(id, 'tide-2', 'Neap tide', 'Nobody reads this.')).rejects.toThrow(
    'This player has not agreed to offers.',
  )
})
