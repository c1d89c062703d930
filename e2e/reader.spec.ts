import { writeFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

/**
 * A deposit, a bet in the crash game and a withdrawal as a screen reader presents them: the accessibility tree of each step. With
 * DHOW_WALKS=docs/screen-reader.md, writes the page docs/screen-reader.md.
 */
test('a deposit, the crash game and a withdrawal, as a screen reader has them', async ({ page }) => {
  const dhow = await openDhow()
  const walk = openWalk()
  try {
    const operator = await newOperator(dhow)
    const player = await newPlayer(dhow, { name: 'reader.one', mobile: '+264812340001' })
    await player.addBank('Skeleton Coast Bank')
    await page.context().addCookies(player.cookies())
    await page.addInitScript((token) => {
      if (self === top) localStorage.setItem('token', token)
    }, player.token)
    await deposit(page, dhow, walk, () => operator.approveOldest('250'))
    await crash(page, dhow, walk)
    await withdraw(page, dhow, walk)
  } finally {
    await dhow.close()
  }
  walk.write()
})

type Walk = ReturnType<typeof openWalk>

async function deposit(page: Page, dhow: Dhow, walk: Walk, approve: () => Promise<unknown>) {
  const main = page.getByRole('main')
  walk.part('A deposit')
  await page.goto(`${dhow.portal}/deposit-namibia/manual-deposit/get-payment-details`)
  await main.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(main).toMatchAriaSnapshot(`
    - heading /^Deposit/ [level=1]
    - textbox /^Amount/
    - textbox /Payment reference/
    - button "Submit deposit"
  `)
  await expect(main.getByLabel(/^Amount/)).toHaveAccessibleDescription(/\w/)
  await walk.step('The form, sent empty: each field has its sentence', main)
  await main.getByLabel(/^Amount/).fill('250')
  await main.getByLabel(/Payment reference/).fill('EFT 2026 00091')
  await main.getByRole('button', { name: 'Submit deposit' }).click()
  const done = main.getByRole('heading', { name: 'We have your deposit and will check it.' })
  await expect(done).toBeVisible()
  await walk.step('Sent', main)
  await approve()
  await expect(page.getByTestId('balance')).toHaveText('N$250.00')
  await walk.step('Credited, while the page stands open', main)
}

async function crash(page: Page, dhow: Dhow, walk: Walk) {
  walk.part('A bet in the crash game')
  await page.goto(`${dhow.portal}/play/dhow`)
  const game = page.frameLocator('iframe')
  const panel = game.getByRole('form', { name: 'Bet 1' })
  const button = panel.locator('.main')
  await expect(button).toBeEnabled()
  await panel.getByRole('textbox', { name: 'Stake, bet 1' }).fill('10')
  await expect(panel).toMatchAriaSnapshot(`
    - form "Bet 1":
      - button "Less, bet 1"
      - textbox "Stake, bet 1"
      - button "More, bet 1"
      - textbox "Auto cash-out, bet 1"
  `)
  await walk.step('The panel of a bet', panel)
  await panel.getByRole('textbox', { name: 'Auto cash-out, bet 1' }).fill('1.01')
  await button.click()
  await expect(panel.getByRole('status')).toHaveText(/Paid|Not this time/, { timeout: 90_000 })
  await walk.step('The status says how the bet ended', panel.getByRole('status'))
  await walk.step('What is announced of the round', game.locator('#announcement'))
}

async function withdraw(page: Page, dhow: Dhow, walk: Walk) {
  const main = page.getByRole('main')
  walk.part('A withdrawal')
  await page.goto(`${dhow.portal}/manual-withdraw-namibia`)
  await main.getByLabel(/^Amount/).fill('100')
  await main.getByRole('button', { name: 'Send me a code' }).click()
  await expect(main.getByText('We sent a code to your mobile.')).toBeVisible()
  await expect(main).toMatchAriaSnapshot(`
    - heading /^Withdraw/ [level=1]
    - textbox /^Amount/
    - textbox "Code"
  `)
  await walk.step('The form, with the code on its way', main)
  await main.getByLabel('Code', { exact: true }).fill(await dhow.codeFor('+264812340001'))
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw History' })).toBeFocused()
  await expect(main.getByRole('listitem').getByText('Pending', { exact: true })).toBeVisible()
  await walk.step('Requested: the code has sent itself, and the focus is on the heading of the history', main)
}

function openWalk() {
  const lines = [
    '# Three walks with a screen reader',
    '',
    'The accessibility tree of each step, as a screen reader has it, at 360×740. `e2e/reader.spec.ts` walks them on the real programs and asks for their',
    'names, roles and sentences; with `DHOW_WALKS=docs/screen-reader.md` it writes this page.',
  ]
  return {
    part: (title: string) => void lines.push('', `## ${title}`),
    async step(title: string, part: Locator) {
      lines.push('', `### ${title}`, '', '```yaml', cleared(await part.ariaSnapshot()), '```')
    },
    write() {
      const path = process.env['DHOW_WALKS']
      if (path) writeFileSync(path, `${lines.join('\n')}\n`)
    },
  }
}

/** Removes link addresses, which screen readers do not announce and which differ from run to run. */
const cleared = (tree: string) => tree.replace(/:\n +- \/url: .*$/gm, '')
