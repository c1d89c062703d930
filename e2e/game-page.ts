import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
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

const screens = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
]

/** What does not fit where the frame is now: nothing scrolls sideways, no button is cut, and the large one is in sight. */
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

/** What a game's page weighs, whether it fits a phone upright and on its side, and whether a screen reader finds its way in it, by day and by night. */
export async function inspect(page: Page, slug: string): Promise<void> {
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
  }
  await page.setViewportSize(before)
  await frame.evaluate(axe)
  for (const theme of ['light', 'dark']) {
    // All that the themes differ in is colours.
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
        return (await checker.run(options)).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      },
      { theme, options },
    )
    expect([slug, theme, found]).toEqual([slug, theme, []])
  }
}
