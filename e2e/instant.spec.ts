import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import { waitForLogEntry, inspect, openTool, recomputed, signInPlayer } from './game-page.ts'
import { dropBalls, ended, main, open, shownBalance, statusOf } from './one-player-game.ts'
import { openDhow, type Dhow } from './processes.ts'

/** Every one-player game, played with real money through portal, studio and ledger, with cut connections and a killed studio. */
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

test('the one-player games: cut connections, killed studio, history and proof', async ({ page, browser }) => {
  const dhow = await openDhow()
  const faults: string[] = []
  let staked = 0
  try {
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A cut connection and a killed studio are logged as errors in the browser's console, which is correct.
      if (message.type() === 'error' && !/Failed to load resource|WebSocket|ERR_/.test(message.text()))
        faults.push(message.text())
    })
    await test.step('demo money needs no account', () => demoRound(page, dhow))
    const { operator, player } = await signInPlayer(page, dhow)
    for (const [slug, prepare] of single)
      await test.step(slug, async () => {
        const game = await open(page, dhow, slug)
        await inspect(page, slug)
        await prepare(game)
        await game.getByLabel('Stake', { exact: true }).fill('1')
        await cutRound(page, game)
      })
    await test.step('balls drop together, each win counts as it lands, and a tap opens the rounds', async () => {
      await dropBalls(browser, page, dhow, player)
    })
    await test.step('multi-step rounds are open as the studio is killed', async () => {
      for (const [slug, prepare] of inSteps) {
        const game = await open(page, dhow, slug)
        await inspect(page, slug)
        await prepare(game)
        await game.getByLabel('Stake', { exact: true }).fill('1')
        await deal(game)
      }
      await dhow.killAndRestart('studio')
      // The open page continues as if nothing had happened.
      await step(page.frameLocator('iframe'), 'blackjack')
      await expect(statusOf(page.frameLocator('iframe'))).toHaveText(ended)
    })
    for (const slug of ['mines', 'hilo'])
      await test.step(`${slug}: the round is restored`, () => finishRound(page, dhow, slug))
    await test.step('a round can be verified after the seed is rotated', () => prove(page, dhow))
    await test.step('the history has every round with its proof', async () => {
      await page.goto(`${dhow.portal}/transaction-history`)
      await expect(page.getByText('Pearl Dice').locator('visible=true').first()).toBeVisible()
      const link = page.getByRole('link', { name: 'Check this round' }).first()
      expect(await link.getAttribute('href')).toMatch(/\/proof\/dice\//)
      await expect.poll(async () => (await player.rounds()).filter(({ state }) => state === 'open')).toEqual([])
      // A first page of twenty, then the older rounds, without duplicates.
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
    await test.step('the lobby shows the last played games and the winners', async () => {
      await page.goto(dhow.portal)
      const recent = page.locator('section', { has: page.getByRole('heading', { name: 'Continue playing' }) })
      await expect(recent.getByRole('link', { name: / by / })).toHaveCount(single.length + inSteps.length)
      const won = (await player.rounds()).filter(({ stake, payout }) => Number(payout) > Number(stake))
      await page.getByRole('heading', { name: 'Play safely' }).scrollIntoViewIfNeeded()
      const winners = page.locator('section', { has: page.getByRole('heading', { name: 'Latest winners' }) })
      await expect(winners.getByRole('listitem')).toHaveCount(Math.min(won.length, 10))
    })
    await test.step('an hour later the reality check comes at the end of a round, with the net result', async () => {
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
      // Of all pages open since then, only the button that was pressed has staked.
      expect(await player.rounds()).toHaveLength(staked + 1)
    })
    await test.step('with text at 200 %, the game keeps half of the screen', async () => {
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
    await test.step('a break that starts during play is shown above the game, with its end and links', async () => {
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

/** From the lobby, signed out: one tap opens the game with demo money; muted, and played with the keyboard alone. */
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
  // Sound is on in the game too; in a wide window the game shows its own tools again.
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

/** The connection is cut while the bet is sent and then restored; the page shows the result. */
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

/** A round that was open as the studio was killed is unchanged; one more action settles it over a cut connection. */
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

/** Bets until a round stays open: a natural with the first two cards ends it at once. */
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
  else await guessLikelier(game)
}

/** Makes the more likely guess. */
async function guessLikelier(game: FrameLocator): Promise<void> {
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
  await waitForLogEntry(proof)
  // A changed link is detected: another nonce gives another roll.
  await proof.goto(
    (address ?? '').replace(/([?&])n=(\d+)/, (_, sign: string, nonce: string) => `${sign}n=${Number(nonce) + 1}`),
  )
  await expect(recomputed(proof, 'bad')).toHaveCount(1)
  await proof.close()
}

/** Plays so many rounds of dice through the API, without the page's animation. */
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
