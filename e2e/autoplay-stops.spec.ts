import { expect, test, type Browser, type Page } from '@playwright/test'
import { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

const rounds = 100

/** Autoplay stopped by something other than its player: the game and the portal say why, and no further round is played. */
test('autoplay ends with the balance, a limit, a break and the session', async ({ browser }) => {
  const dhow = await openDhow()
  try {
    const operator = await newOperator(dhow)
    const allowed = { NA: { allowed: true, round_seconds: 1 }, IN: { allowed: false, round_seconds: 5 } }
    expect((await operator.set({ autoplay: allowed })).waits).toBe(false)
    const seat = async (name: string, mobile: string) => {
      const player = await newPlayer(dhow, { name, mobile })
      await player.claim(await operator.newGift('250'))
      return { player, ...(await openGame(browser, dhow, player.token)) }
    }

    await test.step('its rounds are marked as automatic, those by hand are not', async () => {
      const { page, player, begin, stop, status } = await seat('marked', '+264812345601')
      await begin()
      await expect.poll(async () => (await player.rounds()).length).toBeGreaterThan(1)
      await stop()
      await expect(status).toContainText('Autoplay stopped.')
      const played = await player.rounds()
      expect(played.map(({ automatic }) => automatic)).toEqual(played.map(() => true))
      await page.frameLocator('iframe').locator('.main').click()
      await expect.poll(async () => (await player.rounds()).length).toBe(played.length + 1)
      expect((await player.rounds())[0]?.automatic).toBeUndefined()
      await page.goto(`${dhow.portal}/transaction-history`)
      await expect(page.getByText('Automatic', { exact: true })).toHaveCount(played.length)
      await page.close()
    })

    await test.step('the balance went to another game: both say so, and the portal leads to a deposit', async () => {
      const { page, player, begin, status } = await seat('spender', '+264812345602')
      await begin()
      await expect.poll(async () => (await player.rounds()).length).toBeGreaterThan(0)
      const other = await openGame(browser, dhow, player.token, 'limbo')
      await other.page.frameLocator('iframe').getByLabel('Target').fill('5000')
      await expect(async () => {
        // The rest, while the other game keeps betting.
        const left = Math.floor(Number(await player.balance()))
        if (left < 1) return
        await other.game.getByLabel('Stake', { exact: true }).fill(String(left))
        await other.game.locator('.main').click()
        await expect.poll(async () => Number(await player.balance()), { timeout: 3_000 }).toBeLessThan(1)
      }).toPass()
      await expect(status).toContainText(/Autoplay stopped\. Rounds: \d+, .*Your balance does not cover this stake\./)
      const notice = page.getByRole('alert')
      await expect(notice).toContainText('Your balance does not cover this bet.')
      await expect(notice.getByRole('link', { name: 'Deposit' })).toHaveAttribute('href', '/payment-method')
      await other.page.close()
      await page.close()
    })

    await test.step('a limit: the portal leads to the limits', async () => {
      const { page, player, begin, status } = await seat('limited', '+264812345603')
      await player.limitStakes('3')
      await begin()
      await expect(status).toContainText(/Autoplay stopped\. Rounds: 3, .*This stake would pass one of your limits\./)
      expect(await player.rounds()).toHaveLength(3)
      const notice = page.getByRole('alert')
      await expect(notice).toContainText('This bet would pass one of your limits.')
      await notice.getByRole('link', { name: 'View limits' }).click()
      await expect(page.getByText('N$3.00 of N$3.00 used today')).toBeVisible()
      await page.close()
    })

    await test.step('a break that begins elsewhere: the portal names its end and what stays open', async () => {
      const { page, player, begin, status } = await seat('resting', '+264812345604')
      await begin()
      await expect.poll(async () => (await player.rounds()).length).toBeGreaterThan(0)
      await player.takeBreak(1)
      await expect(status).toContainText(
        /Autoplay stopped\. Rounds: \d+, .*Bets are not allowed for this account now\./,
      )
      const notice = page.getByRole('alert')
      await expect(notice.getByRole('heading', { name: 'You are taking a break' })).toBeVisible()
      await expect(notice.getByRole('link', { name: 'Withdraw' })).toBeVisible()
      await page.close()
    })

    await test.step('the session ends elsewhere: the game says so at once, and the portal leads to the login', async () => {
      const { page, player, begin, texts } = await seat('leaving', '+264812345605')
      await begin()
      await expect.poll(async () => (await player.rounds()).length).toBeGreaterThan(0)
      await player.signOutEverywhere()
      await expect(page).toHaveURL(`${dhow.portal}/login`)
      await expect(page.getByText('Please login again.')).toBeVisible()
      expect(texts.join('\n')).toContain('Autoplay stopped: you are signed out.')
      await player.enterAgain()
      const played = (await player.rounds()).length
      expect(played).toBeLessThan(rounds)
      await page.close()
    })
    expect(await operator.brokenChecks()).toEqual([])
  } finally {
    await dhow.close()
  }
})

/** A game in its own browser, with a signed-in player. */
async function openGame(browser: Browser, dhow: Dhow, token: string, slug = 'dice') {
  const page: Page = await browser.newPage()
  const texts: string[] = []
  await page.exposeFunction('heard', (text: string) => void texts.push(text))
  await page.addInitScript((given) => {
    // The games' own pages have a storage of theirs, and no token in it.
    if (self === top) return localStorage.setItem('token', given)
    const { heard } = self as unknown as { heard(text: string): void }
    new MutationObserver(() => heard(document.querySelector('.status')?.textContent ?? '')).observe(document, {
      ...{ subtree: true, childList: true, characterData: true },
    })
    return undefined
  }, token)
  await page.goto(`${dhow.portal}/play/${slug}`)
  const game = page.frameLocator('iframe')
  const main = game.locator('.main')
  await expect(main).toBeEnabled()
  await game.getByLabel('Stake', { exact: true }).fill('1')
  return {
    page,
    game,
    texts,
    status: game.locator('.status'),
    async begin() {
      await game.getByRole('button', { name: 'Autoplay' }).click()
      await game.getByLabel('Stop before a loss of more than').fill('200')
      await game
        .getByRole('dialog')
        .getByRole('radio', { name: String(rounds) })
        .click()
      await game.getByRole('button', { name: `Start ${rounds} rounds` }).click()
      await expect(main).toContainText('Stop')
    },
    stop: () => main.click(),
  }
}
