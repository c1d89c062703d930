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
/** Maximum script of a game until it is playable, in bytes uncompressed; the budget is 60 kB. */
const maxScriptBytes = 60_000

/** Signs a new player with money in at the page; other journeys cover the screens for it. */
export async function signInPlayer(page: Page, dhow: Dhow) {
  const operator = await newOperator(dhow)
  const player = await newPlayer(dhow, { name: 'sailor', mobile: '+264812345678' })
  await player.claim(await operator.newGift('250'))
  await page.addInitScript((token) => {
    // Game pages have their own storage, without a token.
    if (self === top) localStorage.setItem('token', token)
  }, player.token)
  return { operator, player }
}

/** The two checks of a proof that need no log: the chain or seed, and the recomputed outcome. */
export const recomputed = (proof: Page | FrameLocator, result: 'good' | 'bad') =>
  proof.locator(`:not(.in-log) > .checks > .check.${result}`)

/** Reloads a proof page until the public log contains the round's commitment, some seconds after the round. */
export const waitForLogEntry = (proof: Page): Promise<void> =>
  expect(async () => {
    await proof.reload()
    await expect(proof.locator('.in-log .check.good')).toHaveCount(1, { timeout: 5000 })
  }).toPass({ timeout: 60_000 })

const screens = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]

/** Layout faults of the frame: horizontal scrolling, cut buttons, or a main button out of view. */
const layoutFaults = (): string[] => {
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
 * Checks a game's page on the first visit of a journey: its weight, its layout on a phone in both orientations, its accessibility in
 * both themes, and its rules.
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
  expect([slug, bytes < maxScriptBytes, bytes]).toEqual([slug, true, bytes])
  const before = page.viewportSize()!
  for (const screen of screens) {
    await page.setViewportSize(screen)
    await expect.poll(async () => [slug, screen, await frame.evaluate(layoutFaults)]).toEqual([slug, screen, []])
    // One row of 40 px above the game holds its sound and menu buttons, which the game then does not repeat.
    expect([slug, screen, (await page.locator('iframe').boundingBox())?.y]).toEqual([slug, screen, 40])
    await expect(page.getByRole('button', { name: 'Sound' })).toBeInViewport()
    await expect(page.frameLocator('iframe').locator('#tools')).toBeHidden()
  }
  await page.setViewportSize(before)
  expect([slug, await faultsOfFrame(frame)]).toEqual([slug, []])
  await readRules(page, slug)
}

/** Faults that axe finds in a game's page in both themes, which differ in colours alone. */
export async function faultsOfFrame(frame: Frame): Promise<string[]> {
  await frame.evaluate(axe)
  const faults = []
  for (const theme of ['light', 'dark']) {
    const options = { resultTypes: ['violations'], ...(theme === 'dark' ? { runOnly: ['color-contrast'] } : {}) }
    const found = await frame.evaluate(
      async ({ theme, options }) => {
        const root = document.documentElement
        root.dataset['theme'] = theme
        // Colours in mid-transition are not final.
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

/** Opens a dialog of the game from the menu in the portal's row, as on a phone. */
export async function openTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
  await page.getByRole('button', { name, exact: true }).press('Enter')
}

/** The rules are the game's own, with its return and its stake range; the page has no control that bets repeatedly. */
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

/** The studio's list of games. */
interface GameList {
  games: { slug: string; rtp: string; stakes: { NAD: { min: string; max: string } } }[]
}

/** The rules text of a game. */
async function rulesOf(slug: string): Promise<string> {
  const own = (await instantWords('en'))[slug as 'dice'] as { rules: string } | undefined
  const text = own?.rules ?? (await tableWords('en')).rules.how[slug] ?? (await crashWords('en')).rules.how
  expect(text.length).toBeGreaterThan(60)
  return text
}
