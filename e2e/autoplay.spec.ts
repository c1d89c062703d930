import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { faultsOfFrame, signInPlayer } from './game-page.ts'
import { openDhow } from './processes.ts'

/** Autoplay with real money: offered only where the market allows it, its rounds in sequence, and every way to stop it. */
test('autoplay: the market setting, its rounds, Stop, the loss limit, and the reality check of the portal', async ({
  page,
}) => {
  const dhow = await openDhow()
  try {
    const { operator, player } = await signInPlayer(page, dhow)
    const game = page.frameLocator('iframe')
    const button = game.getByRole('button', { name: 'Autoplay' })
    const main = game.locator('.main')
    const status = game.locator('.status')
    const open = async () => {
      await page.goto(`${dhow.portal}/play/dice`)
      await expect(main).toBeEnabled()
      await game.getByLabel('Stake', { exact: true }).fill('1')
    }
    const netInCents = async () =>
      (await player.rounds()).reduce((sum, { net }) => sum + Math.round(Number(net) * 100), 0)

    await test.step('a market that forbids it has no such button', async () => {
      await open()
      await expect(button).toBeHidden()
      const allowed = { NA: { allowed: true, round_seconds: 1 }, IN: { allowed: false, round_seconds: 5 } }
      expect((await operator.set({ autoplay: allowed })).waits).toBe(false)
      await open()
      await expect(button).toBeEnabled()
    })
    await test.step('it needs a loss limit, plays its rounds, and shows their net result', async () => {
      await button.click()
      const dialog = game.getByRole('dialog', { name: 'Autoplay' })
      expect(await faultsOfFrame(frameOf(page))).toEqual([])
      await dialog.getByRole('button', { name: 'Start 10 rounds' }).click()
      await expect(dialog.getByRole('alert')).toHaveText('Enter the loss at which it stops.')
      await begin(game, '200')
      await expect(main).toContainText('Stop')
      await expect(button).toBeDisabled()
      await expect(status).toContainText('Autoplay is done. Rounds: 10, result: ', { timeout: 60_000 })
      expect(await player.rounds()).toHaveLength(10)
      // The colour shows the result of the whole run, not of its last round.
      const isGood = /status-good/.test((await status.getAttribute('class')) ?? '')
      expect(isGood).toBe((await netInCents()) > 0)
    })
    await test.step('Stop ends it after the current round', async () => {
      await button.click()
      await begin(game, '200')
      await expect(main).toContainText(/[1-9] of 10/)
      await main.click()
      await expect(status).toContainText(/Autoplay stopped\. Rounds: \d,/)
      const played = Number(/Rounds: (\d)/.exec((await status.textContent()) ?? '')?.[1])
      expect(await player.rounds()).toHaveLength(10 + played)
      await expect(button).toBeEnabled()
    })
    await test.step('it stops before a loss could exceed its limit, and a loss is not green', async () => {
      await page.goto(`${dhow.portal}/play/limbo`)
      await expect(main).toBeEnabled()
      await game.getByLabel('Stake', { exact: true }).fill('1')
      await game.getByLabel('Target').fill('5000')
      const before = (await player.rounds()).length
      await button.click()
      await begin(game, '2')
      await expect(status).toContainText('Autoplay stopped at the loss you set. Rounds: 2, result: −N$2.00.')
      await expect(status).not.toHaveClass(/status-good/)
      expect(await player.rounds()).toHaveLength(before + 2)
    })
    await test.step('a reality check that becomes due stops it', async () => {
      await page.evaluate(() => {
        const kept = JSON.parse(sessionStorage.getItem('dhow-play-session')!) as { startMs: number }
        sessionStorage.setItem('dhow-play-session', JSON.stringify({ ...kept, startMs: kept.startMs - 61 * 60_000 }))
      })
      await open()
      await expect(page.getByText(/Played for 6\d min/)).toBeVisible()
      await button.click()
      await begin(game, '200')
      const reminder = page.getByRole('dialog', { name: 'Reality check' })
      await expect(reminder).toBeVisible()
      await reminder.getByRole('button', { name: 'Keep playing' }).click()
      await expect(status).toContainText('Autoplay stopped: a reminder was due.')
      await expect(button).toBeEnabled()
    })
    expect(await operator.brokenChecks()).toEqual([])
  } finally {
    await dhow.close()
  }
})

const frameOf = (page: Page) => page.frames().find((one) => one.url().includes('/play/dice?'))!

async function begin(game: FrameLocator, loss: string): Promise<void> {
  await game.getByLabel('Stop before a loss of more than').fill(loss)
  await game.getByRole('button', { name: 'Start 10 rounds' }).click()
}
