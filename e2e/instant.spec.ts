import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { findInLog, inspect, openTool, recomputed, seatPlayer } from './game-page.ts'
import { dropTogether, ended, main, open, shownBalance, statusOf } from './one-player-game.ts'
import { openDhow, type Dhow } from './processes.ts'

/** Each one-player game, played with real money through portal, studio and ledger, with a cut line and a killed studio in its rounds. */
const single: [slug: string, prepare: (game: FrameLocator) => Promise<void>][] = [
  ['dice', async () => undefined],
  ['limbo', (game) => game.getByRole('button', { name: '1.5×' }).click()],
  ['plinko', (game) => game.getByRole('radio', { name: 'High' }).click()],
  ['wheel', (game) => game.getByRole('radio', { name: '50', exact: true }).click()],
  ['keno', (game) => game.getByRole('button', { name: 'Pick for me' }).click()],
]
const inSteps: [slug: string, prepare: (game: FrameLocator) => Promise<void>][] = [
  ['mines', async (game) => void (await game.getByLabel('Urchins').selectOption('1'))],
  ['hilo', async () => undefined],
  ['blackjack', async () => undefined],
]

test('the one-player games: cut lines, killed studio, history and proof', async ({ page, browser }) => {
  const dhow = await openDhow()
  const faults: string[] = []
  let staked = 0
  try {
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A cut connection and a killed studio are errors in the browser's console, as they should be.
      if (message.type() === 'error' && !/Failed to load resource|WebSocket|ERR_/.test(message.text()))
        faults.push(message.text())
    })
    await test.step('play money needs no account', () => demoRound(page, dhow))
    const { operator, player } = await seatPlayer(page, dhow)
    for (const [slug, prepare] of single)
      await test.step(slug, async () => {
        const game = await open(page, dhow, slug)
        await inspect(page, slug)
        await prepare(game)
        await game.getByLabel('Stake', { exact: true }).fill('1')
        await cutRound(page, game)
      })
    await test.step('beads fall together, each win counts as it lands, and a tap opens the rounds', async () => {
      await dropTogether(browser, page, dhow, player)
    })
    await test.step('rounds in steps lie open as the studio is killed', async () => {
      for (const [slug, prepare] of inSteps) {
        const game = await open(page, dhow, slug)
        await inspect(page, slug)
        await prepare(game)
        await game.getByLabel('Stake', { exact: true }).fill('1')
        await deal(game)
      }
      await dhow.killAndRestart('studio')
      // The page that was open goes on as if nothing had been.
      await step(page.frameLocator('iframe'), 'blackjack')
      await expect(statusOf(page.frameLocator('iframe'))).toHaveText(ended)
    })
    for (const slug of ['mines', 'hilo'])
      await test.step(`${slug}: the round is found again`, () => finishRound(page, dhow, slug))
    await test.step('a round proves itself after the seeds are changed', () => prove(page, dhow))
    await test.step('the history has every round with its proof', async () => {
      await page.goto(`${dhow.portal}/transaction-history`)
      await expect(page.getByText('Pearl Dice').locator('visible=true').first()).toBeVisible()
      const link = page.getByRole('link', { name: 'Check this round' }).first()
      expect(await link.getAttribute('href')).toMatch(/\/proof\/dice\//)
      await expect.poll(async () => (await player.rounds()).filter(({ state }) => state === 'open')).toEqual([])
      // A page of twenty, and the older ones after it, each once.
      const all = await player.rounds()
      const checks = page.getByRole('link', { name: 'Check this round' })
      await expect(checks).toHaveCount(20)
      await page.getByRole('button', { name: 'Show more' }).click()
      await expect(checks).toHaveCount(all.length)
      const proofs = await checks.evaluateAll((links) => links.map((one) => one.getAttribute('href')))
      expect(new Set(proofs).size).toBe(all.length)
      staked = all.length
      const played = new Set(all.map(({ slug }) => slug))
      expect([...played].sort()).toEqual([...single, ...inSteps].map(([slug]) => slug).sort())
      expect(await operator.brokenChecks()).toEqual([])
    })
    await test.step('the lobby knows what was played last, and who won', async () => {
      await page.goto(dhow.portal)
      const recent = page.locator('section', { has: page.getByRole('heading', { name: 'Continue playing' }) })
      await expect(recent.getByRole('link', { name: / by / })).toHaveCount(single.length + inSteps.length)
      const won = (await player.rounds()).filter(({ stake, payout }) => Number(payout) > Number(stake))
      await page.getByRole('heading', { name: 'Play safely' }).scrollIntoViewIfNeeded()
      const winners = page.locator('section', { has: page.getByRole('heading', { name: 'Latest winners' }) })
      await expect(winners.getByRole('listitem')).toHaveCount(Math.min(won.length, 10))
    })
    await test.step('an hour later the reminder comes at the end of a round, with what play has brought or cost', async () => {
      await page.evaluate(() => {
        const kept = JSON.parse(sessionStorage.getItem('dhow-play-session')!) as { startMs: number }
        sessionStorage.setItem('dhow-play-session', JSON.stringify({ ...kept, startMs: kept.startMs - 61 * 60_000 }))
      })
      const game = await open(page, dhow, 'dice')
      const reminder = page.getByRole('dialog', { name: 'Reality check' })
      await expect(page.getByText(/Played for 6\d min/)).toBeVisible()
      await expect(reminder).toBeHidden()
      await main(game).click()
      await expect(reminder).toContainText(/You have been playing for 6\d minutes/)
      const netShown = async (): Promise<[boolean, string]> => {
        const net = (await player.rounds()).reduce((sum, round) => sum + Math.round(Number(round.net) * 100), 0)
        const text = (await reminder.getByText('Net result since then').textContent()) ?? ''
        return [text.includes((Math.abs(net) / 100).toFixed(2)), text]
      }
      await expect.poll(netShown).toEqual([true, expect.any(String)])
      await reminder.getByRole('button', { name: 'Keep playing' }).click()
      await expect(reminder).toBeHidden()
      // Of all the pages that stood open since, only the button that was pressed has staked.
      expect(await player.rounds()).toHaveLength(staked + 1)
    })
    await test.step('with letters twice as large, the game keeps half of the screen', async () => {
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(370)
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      await expect.poll(async () => (await page.locator('iframe').boundingBox())?.y).toBeLessThanOrEqual(41)
    })
    await test.step('the stake is doubled, halved, and set to the highest that the balance covers', async () => {
      const game = page.frameLocator('iframe')
      const stake = game.getByLabel('Stake', { exact: true })
      await stake.fill('3')
      for (const [name, value] of [
        ['2× stake', '6'],
        ['½ stake', '3'],
      ] as const) {
        await game.getByRole('button', { name, exact: true }).click()
        await expect(stake).toHaveValue(value)
      }
      await game.getByRole('button', { name: 'Max stake' }).click()
      expect(Number(await stake.inputValue())).toBe(await shownBalance(game))
      await stake.fill('1')
    })
    await test.step('a break that starts meanwhile is named above the game, with its end and the ways on', async () => {
      const game = page.frameLocator('iframe')
      await player.takeBreak(1)
      await main(game).click()
      await expect(statusOf(game)).toHaveText('Bets are not allowed for this account now.')
      await expect(page.getByRole('alert')).toContainText(/You are taking a break until .*\d/)
      await expect(page.getByRole('alert').getByRole('link', { name: 'Withdraw' })).toBeVisible()
      await expect(main(game)).toBeVisible()
      expect(await player.rounds()).toHaveLength(staked + 1)
    })
    expect(faults).toEqual([])
  } finally {
    await dhow.close()
  }
})

/** From the lobby, signed out: one tap, and the game is there with play money; silent, and played by keys alone. */
async function demoRound(page: Page, dhow: Dhow): Promise<void> {
  await page.goto(dhow.portal)
  await page.getByRole('link', { name: /Pearl Dice/ }).click()
  await expect(page.getByText('Play money: these coins are not real.')).toBeVisible()
  const game = page.frameLocator('iframe')
  await expect(game.getByText('Play money')).toBeVisible()
  await expect(main(game)).toBeEnabled()
  const sound = page.getByRole('button', { name: 'Sound' })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  // The game has it switched on too, and has its own tools again where the portal has room for names.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(game.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true')
  await expect(sound).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.y).toBeLessThanOrEqual(41)
  await sound.click()
  await expect(game.getByRole('button', { name: 'Sound' })).toBeHidden()
  await game.getByRole('slider', { name: 'Mark' }).press('ArrowLeft')
  await expect(game.getByText('Over 50.00 wins')).toBeVisible()
  await game.getByRole('slider', { name: 'Mark' }).press('Enter')
  await expect(statusOf(game)).toHaveText(ended)
}

/** The connection is cut while the bet is sent; it comes back, and the page shows the result. */
async function cutRound(page: Page, game: FrameLocator): Promise<void> {
  await expect(main(game)).toBeEnabled()
  await main(game).click({ noWaitAfter: true })
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(statusOf(game)).toHaveText(ended)
  await page.context().setOffline(true)
  await main(game).click()
  await expect(game.getByText('Reconnecting…').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(statusOf(game)).toHaveText(ended)
  await expect(main(game)).toBeEnabled()
}

/** A round that lay open as the studio was killed stands as it stood; one more action, and its money is asked for over a cut line. */
async function finishRound(page: Page, dhow: Dhow, slug: string): Promise<void> {
  const game = await open(page, dhow, slug)
  await expect(game.getByText('Your round is still open. Play on.')).toBeVisible()
  await step(game, slug)
  await expect(
    game.locator('.status', { hasText: ended }).or(game.locator('.main', { hasText: 'Cash out' })),
  ).toBeVisible()
  if (!(await game.locator('.status', { hasText: ended }).isVisible())) {
    await expect(main(game)).toBeEnabled()
    await main(game).click({ noWaitAfter: true })
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }
  await expect(statusOf(game)).toHaveText(ended)
}

/** Bets until a round is open: twenty-one with the first two cards ends one as it begins. */
async function deal(game: FrameLocator): Promise<void> {
  const isOpen = game.getByText('Your move')
  for (let rounds = 0; rounds < 8; rounds++) {
    await expect(main(game)).toBeEnabled()
    await main(game).click()
    await expect(isOpen.or(game.locator('.status', { hasText: ended }))).toBeVisible()
    if (await isOpen.isVisible()) return
  }
  throw new Error('no round stayed open')
}

async function step(game: FrameLocator, slug: string): Promise<void> {
  if (slug === 'mines') await game.getByRole('button', { name: 'Shell 13, closed' }).click()
  else if (slug === 'blackjack') await game.getByRole('button', { name: 'Stand' }).click()
  else await likelier(game)
}

/** The guess that more ranks make right. */
async function likelier(game: FrameLocator): Promise<void> {
  const pays = async (name: string): Promise<number> => {
    const button = game.locator(`.guess-${name}`)
    return (await button.isEnabled()) ? Number(/([\d.]+)×/.exec((await button.textContent()) ?? '')?.[1] ?? 99) : 99
  }
  const [higher, lower] = [await pays('higher'), await pays('lower')]
  await game.locator(higher < lower ? '.guess-higher' : '.guess-lower').click()
}

async function prove(page: Page, dhow: Dhow): Promise<void> {
  const game = await open(page, dhow, 'dice')
  await betByApi(page, 12)
  await openTool(page, 'Fairness')
  await game.getByLabel('New client seed').fill('the-wind-of-sofala')
  await game.getByRole('button', { name: 'Change seeds and reveal' }).click()
  await expect(game.getByText('Its SHA-256 is the one you were shown.')).toBeVisible()
  await game.getByRole('button', { name: 'Close' }).click()
  await game
    .getByRole('button', { name: /Show the proof/ })
    .first()
    .click()
  await expect(recomputed(game, 'good')).toHaveCount(2)
  const address = await game.getByRole('link', { name: 'Open the proof page' }).getAttribute('href')
  const proof = await page.context().newPage()
  await proof.goto(address ?? '')
  await expect(recomputed(proof, 'good')).toHaveCount(2)
  await findInLog(proof)
  // A changed link is found out: another nonce gives another roll.
  await proof.goto(
    (address ?? '').replace(/([?&])n=(\d+)/, (_, sign: string, nonce: string) => `${sign}n=${Number(nonce) + 1}`),
  )
  await expect(recomputed(proof, 'bad')).toHaveCount(1)
  await proof.close()
}

/** So many rounds of dice as the page would play them, without the wait for its pearl. */
async function betByApi(page: Page, count: number): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes('/play/dice?'))!
  const codes = await frame.evaluate(async (rounds) => {
    const authorization = `Bearer ${sessionStorage.getItem('dhow-dice-resume')}`
    const options = { side: 'over', mark: 5000 }
    const codes: string[] = []
    for (let round = 0; round < rounds; round++) {
      const answer = await fetch('/api/instant/bet', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ game: 'dice', id: `one-of-many-${round}`, stake: 100, options }),
      })
      codes.push(((await answer.json()) as { code: string }).code)
    }
    return [...new Set(codes)]
  }, count)
  expect(codes).toEqual(['ok'])
}
