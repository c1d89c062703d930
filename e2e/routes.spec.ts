import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test, type Page } from '@playwright/test'
import { paths } from '../apps/player/src/app/paths.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What a path with a parameter is visited with; a payment's page needs a payment, and the journey of deposits opens it. */
const visited = Object.values(paths)
  .filter((path) => !path.includes('/:id'))
  .map((path) => path.replace(':game', 'dhow'))

interface Look {
  width: number
  height: number
  theme: 'dark' | 'light'
}
const looks: Look[] = [
  { width: 360, height: 740, theme: 'dark' },
  { width: 1280, height: 800, theme: 'light' },
]

// A trace of a hundred pages says less than their list of faults.
test.use({ trace: 'off' })

let dhow: Dhow
test.beforeAll(async () => {
  dhow = await openDhow()
})
test.afterAll(() => dhow.close())

/**
 * Visits a path and answers what is wrong with it: the console, the network, the width, and what axe finds. Where many paths lead to
 * one page, as all that need a token lead home, axe looks at it once; `checked` remembers.
 */
async function faultsOf(page: Page, path: string, checked: Set<string>): Promise<string[]> {
  const faults: string[] = []
  const note = (fault: string) => faults.push(`${path}: ${fault}`)
  const onConsole = (message: { type(): string; text(): string }) => {
    if (['error', 'warning'].includes(message.type())) note(message.text())
  }
  const onError = (error: Error) => note(error.message)
  const onResponse = (response: { status(): number; url(): string }) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`)
  }
  page.on('console', onConsole).on('pageerror', onError).on('response', onResponse)
  await page.goto(dhow.portal + path)
  const isReady = () =>
    performance.getEntriesByName('dhow:hydrated').length > 0 &&
    document.querySelector('h1') !== null &&
    [...document.querySelectorAll('[role="status"][aria-label="Loading…"]')].every((one) => !one.checkVisibility())
  await page.waitForFunction(isReady).catch(() => note('is never ready'))
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (tooWide > 0) note(`is ${tooWide} pixels too wide`)
  if (!(await page.title()).includes('·')) note('has no title of its own')
  const shown = new URL(page.url()).pathname
  let found: string[] = []
  if (!checked.has(shown)) {
    await page.evaluate(axe)
    found = await page.evaluate(findFaults, checked.size === 0)
  }
  checked.add(shown)
  for (const one of found) note(`axe: ${one}`)
  page.off('console', onConsole).off('pageerror', onError).off('response', onResponse)
  return faults
}

/**
 * What axe finds on the page, in both themes; runs in the page. In the other theme, what stands around every page (its head and its menus) is
 * looked at on the first one alone.
 */
async function findFaults(isFirst: boolean): Promise<string[]> {
  const { axe } = window as unknown as {
    axe: {
      run(root: unknown, options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
  }
  const check = async (runOnly: string[], within: object = {}) =>
    (await axe.run({ exclude: ['iframe'], ...within }, { runOnly, resultTypes: ['violations'] })).violations.map(
      ({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`,
    )
  const here = await check(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  // The other theme differs in its colours alone.
  const { dataset } = document.documentElement
  const theme = dataset['theme']
  // A colour that is still on its way to the other theme is none that anybody reads.
  const still = new CSSStyleSheet()
  still.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(still)
  dataset['theme'] = theme === 'light' ? 'dark' : 'light'
  const there = await check(['color-contrast'], isFirst ? {} : { include: ['main'] })
  if (theme === undefined) delete dataset['theme']
  else dataset['theme'] = theme
  return [...here, ...there.map((fault) => `${fault} in the other theme`)]
}

/** Signed out, these have led to another page in the first look; the width has no part in that, and the other page is visited at each. */
const leadElsewhere = new Set<string>()

for (const { width, height, theme } of looks) {
  test(`every route, signed out and signed in, at ${width} pixels in the ${theme} theme`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'dhow_theme', value: theme, url: dhow.portal }])
    const page = await context.newPage()
    const faults: string[] = []
    const signedOut = new Set<string>()
    for (const path of visited) {
      if (leadElsewhere.has(path)) continue
      faults.push(...(await faultsOf(page, path, signedOut)))
      if (new URL(page.url()).pathname !== path) leadElsewhere.add(path)
    }
    // How somebody registers is other journeys' matter.
    const player = await newPlayer(dhow, { name: `route.${width}`, mobile: `+26481234${5000 + width}` })
    await page.evaluate((token) => localStorage.setItem('token', token), player.token)
    const signedIn = new Set<string>()
    for (const path of visited) faults.push(...(await faultsOf(page, path, signedIn)))
    expect(faults).toEqual([])
  })
}
