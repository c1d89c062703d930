import { expect, test, type Page } from '@playwright/test'
import * as operator from './operator.ts'
import * as player from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

/** From an empty machine to a paid withdrawal, step by step; the test decides what happens between two steps. */
function steps(dhow: Dhow, market: player.Market, page: Page, operatorPage: Page): [string, () => Promise<void>][] {
  return [
    ['registers with a code', () => player.register(page, dhow, market)],
    ['deposits', () => player.deposit(page, market)],
    ['the operator signs in', () => operator.signIn(operatorPage, dhow)],
    ['the operator approves', () => operator.approveDeposit(operatorPage, dhow, market.amount)],
    ['sees the balance without a reload', () => expect(player.balance(page)).toHaveText(market.shown)],
    ['stakes on a round', () => player.bet(page, market)],
    ['sees the round settled', () => player.waitForRound(page, dhow, market)],
    ['adds a payout account', () => player.addPayoutAccount(page, dhow, market)],
    ['asks for a withdrawal', () => player.withdraw(page, dhow, market)],
    ['the operator pays', () => operator.payWithdrawal(operatorPage, dhow, 'BANK-REF-000123')],
    [
      'sees it paid',
      async () => {
        await expect(page.getByText('Completed', { exact: true }).last()).toBeVisible()
        await expect(page.getByText('BANK-REF-000123', { exact: true })).toBeVisible()
        await page.getByRole('button', { name: 'Status history' }).first().click()
        await expect(page.getByRole('listitem').getByText(/paid/i).first()).toBeVisible()
      },
    ],
  ]
}

test.describe.configure({ mode: 'parallel' })
for (const [title, market, between, on] of [
  ['one path in Namibia', player.namibia, undefined, { engine: 'embedded' }],
  ['one path in India, with the server killed between every two steps', player.india, 'server', {}],
] as const) {
  test(title, async ({ page, browser }) => {
    const operatorPage = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    // Rounds are the usual ones with shorter pauses.
    const env = { STUDIO_BETTING_MS: '4000', STUDIO_PAUSE_MS: '1000' }
    const dhow = await openDhow({ env, from: 'nothing', ...on })
    const faults: string[] = []
    try {
      for (const one of [page, operatorPage]) {
        one.on('pageerror', (error) => faults.push(error.message))
        one.on('console', (message) => {
          // A killed server is logged as an error in the browser's console, which is correct.
          if (message.type() === 'error' && !/Failed to load resource|WebSocket|ERR_CONNECTION/.test(message.text()))
            faults.push(message.text())
        })
      }
      for (const [name, action] of steps(dhow, market, page, operatorPage)) {
        await test.step(name, action)
        if (between) await test.step(`the ${between} is killed and restarted`, () => dhow.killAndRestart(between))
      }
      expect(faults).toEqual([])
      await test.step('the ledger balances', () => operator.checkLedger(operatorPage, dhow))
    } finally {
      // Left open, it would keep reconnecting during the journeys that follow.
      await operatorPage.context().close()
      await dhow.close()
    }
  })
}
