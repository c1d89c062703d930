import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type FrameLocator, type Page } from '@playwright/test'
import * as operator from './operator.ts'
import * as player from './player.ts'
import { openDhow, type Dhow } from './processes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The most script that a game may fetch until it is playable, unpacked; its bar is 60 kB. */
const mostScript = 60_000

/** Each one-player game, played with real money through portal, studio and ledger, with a cut line and a killed studio in its rounds. */
const games: [slug: string, prepare: (game: FrameLocator) => Promise<void>, steps: boolean][] = [
  ['dice', async () => undefined, false],
  ['limbo', (game) => game.getByRole('button', { name: '1.5×' }).click(), false],
  ['plinko', (game) => game.getByRole('radio', { name: 'High' }).click(), false],
  ['wheel', (game) => game.getByRole('radio', { name: '50', exact: true }).click(), false],
  ['keno', (game) => game.getByRole('button', { name: 'Pick for me' }).click(), false],
  ['mines', async (game) => void (await game.getByLabel('Urchins').selectOption('1')), true],
  ['hilo', async () => undefined, true],
  ['blackjack', async () => undefined, true],
]
/** Paid, partly returned, lost, or waiting for it: a round that has ended is said in words. */
const ended = /Paid|came back|Not this time|on its way/

test('the one-player games: cut lines, killed studio, history and proof', async ({ browser }) => {
  test.setTimeout(300_000)
  const dhow = await openDhow()
  const faults: string[] = []
  try {
    const page = await (await browser.newContext()).newPage()
    const desk = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A cut line and a killed studio are heard of in the console, and that is right.
      if (message.type() === 'error' && !/Failed to load resource|WebSocket|ERR_/.test(message.text()))
        faults.push(message.text())
    })
    await test.step('play money needs no account', () => demoRound(page, dhow))
    await player.register(page, dhow, player.namibia)
    await player.deposit(page, player.namibia)
    await operator.signIn(desk, dhow)
    await operator.approveDeposit(desk, dhow, player.namibia.amount)
    for (const [slug, prepare, hasSteps] of games) {
      await test.step(slug, async () => {
        const game = await open(page, dhow, slug)
        await inspect(page, slug)
        await prepare(game)
        await game.getByLabel('Stake', { exact: true }).fill('1')
        await (hasSteps ? roundOfSteps(page, dhow, game, slug) : cutRound(page, game))
      })
    }
    await test.step('a round proves itself after the seeds are changed', () => prove(page, dhow))
    await test.step('the history has every round with its proof', async () => {
      await page.goto(`${dhow.portal}/transaction-history`)
      for (const name of [
        'Pearl Dice',
        'Flare',
        'Bead Fall',
        'Compass',
        'Forty Lanterns',
        'Pearl Diver',
        'Tide Cards',
        'Harbour Twenty-One',
      ])
        await expect(page.getByText(name).first()).toBeVisible()
      const link = page.getByRole('link', { name: 'Check this round' }).first()
      expect(await link.getAttribute('href')).toMatch(/\/proof\/(dice|blackjack)\//)
    })
    expect(faults).toEqual([])
    await operator.seeBooksAddUp(desk, dhow)
  } finally {
    await dhow.close()
  }
})

async function open(page: Page, dhow: Dhow, slug: string): Promise<FrameLocator> {
  await page.goto(`${dhow.portal}/play/${slug}`)
  const game = page.frameLocator('iframe')
  await expect(main(game)).toBeVisible()
  await expect(game.locator('#balance')).toContainText('N$')
  await expect(page.getByText('min of play')).toBeVisible()
  return game
}

/** What a game's page weighs, and whether a screen reader finds its way in it. */
async function inspect(page: Page, slug: string): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes(`/play/${slug}?`))!
  const bytes = await frame.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(5000)
  expect(bytes).toBeLessThan(mostScript)
  await frame.evaluate(axe)
  const found = await frame.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await checker.run({ resultTypes: ['violations'] })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    )
  })
  expect([slug, found]).toEqual([slug, []])
}

const main = (game: FrameLocator) => game.locator('.main')
const said = (game: FrameLocator) => game.locator('.status')

/** From the lobby, signed out: one tap, and the game is there with play money; silent, and played by keys alone. */
async function demoRound(page: Page, dhow: Dhow): Promise<void> {
  await page.goto(dhow.portal)
  await page.getByRole('link', { name: /Pearl Dice/ }).click()
  await expect(page.getByText('Play money: these coins are not real.')).toBeVisible()
  const game = page.frameLocator('iframe')
  await expect(game.getByText('Play money')).toBeVisible()
  await expect(main(game)).toBeEnabled()
  const sound = game.getByRole('button', { name: 'Sound' })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await sound.click()
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await sound.click()
  await game.getByRole('button', { name: 'How it pays' }).press('Enter')
  await expect(game.getByText('Return to player: 99.00 %')).toBeVisible()
  await expect(game.getByText(/Stake: \S+ to \S+\./)).toBeVisible()
  await game.getByRole('button', { name: 'Close' }).press('Escape')
  await game.getByRole('slider', { name: 'Mark' }).press('ArrowLeft')
  await expect(game.getByText('Over 50.00 wins')).toBeVisible()
  await game.getByRole('slider', { name: 'Mark' }).press('Enter')
  await expect(said(game)).toHaveText(ended)
}

/** The line is cut as the bet is on its way; it comes back, and the page says how the round went. */
async function cutRound(page: Page, game: FrameLocator): Promise<void> {
  await expect(main(game)).toBeEnabled()
  await main(game).click({ noWaitAfter: true })
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(said(game)).toHaveText(ended)
  await page.context().setOffline(true)
  await main(game).click()
  await expect(game.getByText('Reconnecting…').first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(said(game)).toHaveText(ended)
  await expect(main(game)).toBeEnabled()
}

/** The studio is killed in the middle of a round; the page finds the round again, and plays it to its end. */
async function roundOfSteps(page: Page, dhow: Dhow, before: FrameLocator, slug: string): Promise<void> {
  await deal(before)
  await dhow.killAndRestart('studio')
  await step(before, slug)
  await expect(
    before.locator('.status', { hasText: ended }).or(before.getByText(/^(Cash out|Your move)$/)),
  ).toBeVisible()
  const game = await open(page, dhow, slug)
  const isOpen = game.getByText('Your round is still open. Play on.')
  await expect(isOpen.or(game.getByText(/^Your last round/))).toBeVisible()
  if (await isOpen.isVisible()) {
    // The line is cut as the money is asked for, too: it is sent again, and paid once.
    await expect(main(game)).toBeEnabled()
    await main(game).click({ noWaitAfter: true })
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }
  await expect(said(game)).toHaveText(ended)
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
  await game.getByRole('button', { name: 'Fairness' }).click()
  await game.getByLabel('New client seed').fill('the-wind-of-sofala')
  await game.getByRole('button', { name: 'Change seeds and reveal' }).click()
  await expect(game.getByText('Its SHA-256 is the one you were shown.')).toBeVisible()
  await game.getByRole('button', { name: 'Close' }).click()
  await game
    .getByRole('button', { name: /Show the proof/ })
    .first()
    .click()
  await expect(game.locator('.check.good')).toHaveCount(2)
  const address = await game.getByRole('link', { name: 'Open the proof page' }).getAttribute('href')
  const proof = await page.context().newPage()
  await proof.goto(address ?? '')
  await expect(proof.locator('.check.good')).toHaveCount(2)
  // A changed link is found out: another nonce gives another roll.
  await proof.goto(
    (address ?? '').replace(/([?&])n=(\d+)/, (_, sign: string, nonce: string) => `${sign}n=${Number(nonce) + 1}`),
  )
  await expect(proof.locator('.check.bad')).toHaveCount(1)
  await proof.close()
}
