import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test'
import { formatMoneyText } from '@dhow/contract/money'
import { wordsFor as instantWords } from '../apps/studio/client/src/instant/words.ts'
import { wordsFor as tableWords } from '../apps/studio/client/src/tables/words.ts'
import { wordsFor as crashWords } from '../apps/studio/client/src/words.ts'
import { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import type { Dhow } from './processes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The most script that a game may fetch until it is playable, unpacked; its bar is 60 kB. */
const mostScript = 60_000

/** Signs a new player with money in at the page; what a visitor's screens do for it is somebody else's journey. */
export async function seatPlayer(page: Page, dhow: Dhow) {
  const operator = await newOperator(dhow)
  const player = await newPlayer(dhow, { name: 'sailor', mobile: '+264812345678' })
  await player.claim(await operator.newGift('250'))
  await page.addInitScript((token) => {
    // The games' own pages have a storage of theirs, and no token in it.
    if (self === top) localStorage.setItem('token', token)
  }, player.token)
  return { operator, player }
}

/** The two checks of a proof that need no log: the chain or seed, and the outcome recomputed from it. */
export const recomputed = (proof: Page | FrameLocator, result: 'good' | 'bad') =>
  proof.locator(`:not(.in-log) > .checks > .check.${result}`)

/** Reads a proof page again until the public log has the round's commitment: it is sequenced some seconds after the round. */
export const findInLog = (proof: Page): Promise<void> =>
  expect(async () => {
    await proof.reload()
    await expect(proof.locator('.in-log .check.good')).toHaveCount(1, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })

const screens = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]

/** Overflow checks of the frame: nothing scrolls sideways, no button is cut, and the large one is in sight. */
const misfits = (): string[] => {
  const cut = [...document.querySelectorAll<HTMLElement>('button:not(.last *)')].filter(
    (one) => one.offsetParent !== null && one.scrollWidth > one.clientWidth + 1,
  )
  const main = document.querySelector('.main')!.getBoundingClientRect()
  return [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the screen'] : []),
    ...cut.map((one) => `cut: ${one.className}`),
    ...(main.bottom > innerHeight + 1 ? [`the large button ends at ${main.bottom} of ${innerHeight}`] : []),
  ]
}

const inspected = new WeakMap<Page, Set<string>>()

/**
 * Check of a game's page: its weight, whether it fits a phone upright and on its side, whether a screen reader finds its way in it by day and by night,
 * and whether it shows its rules; the first time that a journey comes to it.
 */
export async function inspect(page: Page, slug: string): Promise<void> {
  const known = inspected.get(page) ?? new Set()
  if (known.has(slug)) return
  inspected.set(page, known.add(slug))
  const frame = page.frames().find((one) => one.url().includes(`/play/${slug}?`))!
  const bytes = await frame.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(5000)
  expect([slug, bytes < mostScript, bytes]).toEqual([slug, true, bytes])
  const before = page.viewportSize()!
  for (const screen of screens) {
    await page.setViewportSize(screen)
    await expect.poll(async () => [slug, screen, await frame.evaluate(misfits)]).toEqual([slug, screen, []])
    // One row of 40 points stands above the game; its sound and its menu are in it, and not in the game again.
    expect([slug, screen, (await page.locator('iframe').boundingBox())?.y]).toEqual([slug, screen, 40])
    await expect(page.getByRole('button', { name: 'Sound' })).toBeInViewport()
    await expect(page.frameLocator('iframe').locator('#tools')).toBeHidden()
  }
  await page.setViewportSize(before)
  expect([slug, await faultsOfFrame(frame)]).toEqual([slug, []])
  await readRules(page, slug)
}

/** Faults that axe finds in a game's page as it stands, by night and by day; the themes differ in colours alone. */
export async function faultsOfFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe)
  const faults = []
  for (const theme of ['light', 'dark']) {
    const options = { resultTypes: ['violations'], ...(theme === 'dark' ? { runOnly: ['color-contrast'] } : {}) }
    const found = await frame.evaluate(
      async ({ theme, options }) => {
        const root = document.documentElement
        root.dataset['theme'] = theme
        // Colours that are on their way are nobody's colours.
        for (const motion of document.getAnimations()) if (motion instanceof CSSTransition) motion.finish()
        const { axe: checker } = globalThis as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
        return (await checker.run(options)).violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes[0]?.html}`)
      },
      { theme, options },
    )
    faults.push(...found)
  }
  return faults
}

/** Opens a dialog of the game by its name in the menu of the portal's row, as a phone has it. */
export async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
  await page.getByRole('button', { name, exact: true }).press('Enter')
}

/** The game's rules are its own, with its return and its range of stakes; and nothing on its page would go on staking by itself. */
async function readRules(page: Page, slug: string): Promise<void> {
  const game = page.frameLocator('iframe')
  await openTool(page, 'How it pays')
  const dialog = game.getByRole('dialog')
  const frame = page.frames().find((one) => one.url().includes(`/play/${slug}?`))!
  const { games } = (await (await page.request.get(new URL('/games.json', frame.url()).href)).json()) as GameList
  const { rtp, stakes } = games.find((one) => one.slug === slug)!
  const { min, max } = stakes.NAD
  for (const text of [await rulesOf(slug), `${rtp} %`, formatMoneyText(min, 'NAD'), formatMoneyText(max, 'NAD')])
    await expect(dialog).toContainText(text)
  await dialog.press('Escape')
  const controls = await game
    .locator('button, input, select, [role=switch]')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent}`),
    )
  expect(controls.length).toBeGreaterThan(3)
  expect(controls.filter((name) => /auto.?(?:play|bet|spin)|repeat|rounds in a row/i.test(name))).toEqual([])
}

/** The studio's feed of its games. */
interface GameList {
  games: { slug: string; rtp: string; stakes: { NAD: { min: string; max: string } } }[]
}

/** How a game is played, in the words that it has for it. */
async function rulesOf(slug: string): Promise<string> {
  const own = (await instantWords('en'))[slug as 'dice'] as { rules: string } | undefined
  const text = own?.rules ?? (await tableWords('en')).rules.how[slug] ?? (await crashWords('en')).rules.how
  expect(text.length).toBeGreaterThan(60)
  return text
}
