import { expect, type Browser, type FrameLocator, type Page } from '@playwright/test'
import type { signInPlayer } from './game-page.ts'
import type { Dhow } from './processes.ts'

type Player = Awaited<ReturnType<typeof signInPlayer>>['player']

/** Paid, partly returned, lost, or waiting for it: a round that has ended is announced in words; also one whose wallet was too busy to answer. */
export const ended = /Paid|was returned|Not this time|on its way|Your stake is back/

/** Opens a game for the signed-in player; resolves once it shows their balance. */
export async function open(page: Page, dhow: Dhow, slug: string): Promise<FrameLocator> {
  await page.goto(`${dhow.portal}/play/${slug}`)
  const game = page.frameLocator('iframe')
  await expect(main(game)).toBeVisible()
  await expect(game.locator('#balance')).toContainText('N$')
  await expect(page.getByText('Played for')).toBeVisible()
  return game
}

export const main = (game: FrameLocator) => game.locator('.main')
export const statusOf = (game: FrameLocator) => game.locator('.status')
export const shownBalance = async (game: FrameLocator): Promise<number> =>
  Number(((await game.locator('#balance').textContent()) ?? '').replace(/[^0-9.]/g, ''))

/** Three bets before any ball has landed: the clock is frozen, in a browser of its own since a clock applies to all its pages. */
export async function dropBalls(browser: Browser, page: Page, dhow: Dhow, player: Player) {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const tab = await context.newPage()
  await tab.clock.install()
  const game = await open(tab, dhow, 'plinko')
  await expect(main(game)).toBeEnabled()
  await game.getByLabel('Stake', { exact: true }).fill('1')
  const before = (await player.rounds()).length
  await tab.clock.pauseAt(Date.now() + 60_000)
  const beads = game.locator('.plinko-bead')
  const resting = await beads.count()
  for (let bets = 1; bets <= 3; bets++) {
    await main(game).click()
    await expect(beads).toHaveCount(resting + bets)
    await expect(main(game)).toBeEnabled()
  }
  // All three stakes are deducted, and none of their wins is shown yet.
  const [stood, brought] = [await shownBalance(game), await player.balance()]
  const payouts = (await player.rounds()).slice(0, 3).reduce((sum, { payout }) => sum + Number(payout), 0)
  expect(await player.rounds()).toHaveLength(before + 3)
  expect(stood).toBeCloseTo(Number(brought) - payouts, 2)
  await tab.clock.runFor(3_000)
  await expect(beads).toHaveCount(1)
  await expect(statusOf(game)).toHaveText(ended)
  expect(await shownBalance(game)).toBeCloseTo(Number(brought), 2)
  await game.getByRole('button', { name: 'Your last rounds' }).click()
  await expect(game.getByRole('dialog').getByRole('listitem')).toHaveCount((await ofGame(player, 'plinko')).length)
  await context.close()
}

const ofGame = async (player: Player, slug: string) =>
  (await player.rounds()).filter((round) => round.slug === slug && round.state === 'settled')
