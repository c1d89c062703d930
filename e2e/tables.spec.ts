import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { waitForLogEntry, inspect, recomputed, signInPlayer } from './game-page.ts'
import { openDhow, type Dhow } from './processes.ts'

/**
 * The live tables with real money through portal, studio and ledger, with short rounds. A machine may be slower than a betting window,
 * so an action that missed the window is repeated in the next one.
 */
const names = {
  dragontiger: 'Coral Dragon Tiger',
  andarbahar: 'Lantern Andar Bahar',
  baccarat: 'Monsoon Baccarat',
  teenpatti: 'Moonlit Teen Patti 20-20',
  roulette: 'Captain’s Roulette',
}
type Slug = keyof typeof names
const ended = /Paid|was returned|It is back|Not this time/
/** How long one try of an action takes at the most. */
const quick = { timeout: 5000 }
/** Maximum time for a round, from its first bet to its end, on a slow machine. */
const round = { timeout: 60_000 }

test('the five live tables: stakes, keyboard, closed pages, a killed studio, history and proof', async ({ page }) => {
  const dhow = await openDhow({
    env: { STUDIO_TABLE_BETTING_MS: '12000', STUDIO_TABLE_PAUSE_MS: '500', STUDIO_TABLE_PACE: '2000' },
  })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  try {
    const { operator, player } = await signInPlayer(page, dhow)
    await test.step('the crash game', async () => {
      await page.goto(`${dhow.portal}/play/dhow`)
      await expect(page.frameLocator('iframe').locator('#balance')).toContainText('N$')
      await inspect(page, 'dhow')
    })
    await test.step('baccarat: stakes on several fields; the page is left before the round ends', async () => {
      const table = await open(page, dhow, 'baccarat')
      await inWindow(table, async () => {
        for (const field of ['Player', 'Tie', 'Tie']) await put(table, field)
        await table.getByRole('button', { name: 'Undo' }).click(quick)
        await placeBet(table, 'N$10.00')
      })
      await expect(spot(table, 'Player')).toHaveAccessibleName(/your stake N\$5\.00/)
    })
    await test.step('dragon tiger, by keyboard alone', async () => {
      const table = await open(page, dhow, 'dragontiger')
      const announced = await listen(table)
      await inWindow(table, async () => {
        await spot(table, 'Dragon').press('1', quick)
        for (const key of ['Enter', 'ArrowRight', 'Enter', 'p']) await page.keyboard.press(key)
        await expect(status(table)).toHaveText('N$2.00 on the table', quick)
      })
      await expect(status(table)).toHaveText(ended, round)
      expect(await announced()).toEqual(expect.arrayContaining([expect.stringMatching(/^(Dragon|Tiger): .* of /)]))
    })
    await test.step('andar bahar: stakes are cancelled', async () => {
      const table = await open(page, dhow, 'andarbahar')
      await inWindow(table, async () => {
        await put(table, 'Andar')
        await placeBet(table, 'N$5.00')
        await table.getByRole('button', { name: 'Cancel bets' }).click(quick)
        await expect(status(table)).toHaveText('Your stakes are back.', quick)
      })
    })
    await test.step('teen patti: the studio is killed with stakes placed, and settles them after its restart', async () => {
      const table = await open(page, dhow, 'teenpatti')
      await inWindow(table, async () => {
        await put(table, 'Player A')
        await placeBet(table, 'N$5.00')
      })
      // Stakes that have not reached the wallet when the studio is killed are returned and leave no entry.
      const stakes = async () => (await player.rounds()).map(({ slug, state }) => `${slug} ${state}`)
      await expect.poll(stakes).toContain('teenpatti open')
      await dhow.killAndRestart('studio')
      await expect(status(table)).toHaveText(ended, round)
    })
    await test.step('roulette: the page is closed, and shows the result on return', async () => {
      const table = await open(page, dhow, 'roulette')
      await inWindow(table, async () => {
        await table.getByRole('button', { name: /^Corner/ }).click(quick)
        await put(table, '17')
        await table.getByRole('button', { name: '14·15·17·18' }).click(quick)
        await expect(table.getByLabel('Your bets on several numbers')).toHaveText('14·15·17·18: 5', quick)
        await table.getByRole('button', { name: 'Clear' }).click(quick)
      })
      await inWindow(table, async () => {
        await put(table, 'Red')
        await table.getByRole('button', { name: /^Split/ }).click(quick)
        await put(table, '36')
        await table.getByRole('button', { name: '35·36' }).click(quick)
        await table.getByRole('button', { name: 'Number', exact: true }).click(quick)
        await put(table, '17')
        await table.getByRole('button', { name: 'Double' }).click(quick)
        await placeBet(table, 'N$30.00')
      })
      await page.goto(`${dhow.portal}/transaction-history`)
      for (const name of Object.values(names))
        await expect(page.getByText(name).locator('visible=true').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Check this round' }).first()).toHaveAttribute(
        'href',
        /\/proof\/roulette\/roulette-1-\d+$/,
      )
      await expect(status(await open(page, dhow, 'roulette'))).toHaveText(ended, round)
    })
    await test.step('a round can be verified, and a changed link is detected', async () => {
      const table = page.frameLocator('iframe')
      await table.locator('.point').first().click()
      await expect(recomputed(table, 'good')).toHaveCount(2)
      const address = (await table.getByRole('link', { name: 'Open the proof page' }).getAttribute('href')) ?? ''
      await page.goto(address)
      await expect(recomputed(page, 'good')).toHaveCount(2)
      await waitForLogEntry(page)
      await page.goto(address.replace(/([?&])n=(\d+)/, (_, sign: string, no: string) => `${sign}n=${Number(no) + 1}`))
      await expect(recomputed(page, 'bad').first()).toBeVisible()
    })
    await test.step('every stake is settled, and the ledger balances', async () => {
      await expect.poll(async () => (await player.rounds()).filter(({ state }) => state === 'open')).toEqual([])
      const played = new Set((await player.rounds()).map(({ slug }) => slug))
      expect([...played].sort()).toEqual(Object.keys(names).sort())
      expect(await operator.brokenChecks()).toEqual([])
    })
    expect(faults).toEqual([])
  } finally {
    await dhow.close()
  }
})

async function open(page: Page, dhow: Dhow, slug: Slug): Promise<FrameLocator> {
  await page.goto(`${dhow.portal}/play/${slug}`)
  const table = page.frameLocator('iframe')
  await expect(table.locator('#balance')).toContainText('N$')
  await inspect(page, slug)
  return table
}

/** Runs an action while betting is open; repeats it in the next window if this one closed. */
const inWindow = (table: FrameLocator, action: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await expect(table.locator('.spot').first()).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 })
    await action()
  }).toPass({ intervals: [100], timeout: 90_000 })

/** Records every screen reader announcement from now on: each is in the page for a moment only. */
async function listen(table: FrameLocator): Promise<() => Promise<string[]>> {
  const announcement = table.locator('#announcement')
  await announcement.evaluate((element) => {
    const announced: string[] = []
    Object.assign(globalThis, { announced })
    new MutationObserver(() => announced.push(element.textContent)).observe(element, { childList: true })
  })
  return () => announcement.evaluate(() => (globalThis as unknown as { announced: string[] }).announced)
}

const status = (table: FrameLocator) => table.locator('.status')
const spot = (table: FrameLocator, name: string) => table.getByRole('button', { name: new RegExp(`^${name}, pays `) })
const put = (table: FrameLocator, name: string): Promise<void> => spot(table, name).click(quick)

/** Places exactly this amount, without chips that an earlier try left on the table. */
async function placeBet(table: FrameLocator, amount: string): Promise<void> {
  await table.getByRole('button', { name: `Place ${amount}` }).click(quick)
  await expect(status(table)).toHaveText(`${amount} on the table`, quick)
}
