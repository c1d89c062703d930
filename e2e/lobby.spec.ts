import { expect, test, type Page } from '@playwright/test'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'

let dhow: Dhow
test.beforeAll(async () => {
  dhow = await openDhow()
})
test.afterAll(() => dhow.close())

const main = (page: Page) => page.getByRole('main')
const rail = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const hydrated = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)

test('on a phone the first complete row of tiles is above the fold and the tab bar', async ({ page }) => {
  await page.goto(dhow.portal)
  await hydrated(page)
  const boxOf = async (selector: ReturnType<Page['locator']>) => (await selector.boundingBox())!
  const strip = await boxOf(main(page).getByRole('list').first())
  expect(strip.height).toBeLessThanOrEqual(140)
  const tabs = await boxOf(page.getByRole('navigation', { name: 'Menu' }))
  for (const tile of await rail(page, 'Crash Games').getByRole('listitem').all()) {
    const { y, height } = await boxOf(tile)
    expect(y + height).toBeLessThanOrEqual(tabs.y)
  }
  // One row of chips, at any number.
  const chips = main(page).getByRole('navigation', { name: 'Game categories' }).getByRole('link')
  expect(new Set(await chips.evaluateAll((links) => links.map((one) => one.getBoundingClientRect().top))).size).toBe(1)
})

test.describe('three tiles fit in a row of a phone', () => {
  for (const [path, where] of [
    ['/', 'Live tables'],
    ['/all-games', undefined],
  ] as const) {
    test(path, async ({ page }) => {
      await page.goto(dhow.portal + path)
      await hydrated(page)
      const tiles = (where ? rail(page, where) : main(page)).getByRole('link', { name: / by / })
      const boxes = await tiles.evaluateAll((links) =>
        links.map((one) => one.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
      )
      const whole = boxes.filter(({ top, left, right }) => top === boxes[0]!.top && left >= 0 && right <= 360)
      expect(whole.length).toBe(3)
    })
  }
})

test.describe('the pictures of the first screen stand in the page itself, and stay when the program takes it over', () => {
  for (const [path, count] of [
    ['/', 3],
    ['/all-games', 6],
  ] as const) {
    test(path, async ({ page }) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      await page.goto(dhow.portal + path)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      const first = main(page).locator('img:not([loading=lazy])')
      const shown = await first.evaluateAll((pictures: HTMLImageElement[]) =>
        pictures.map(({ src, naturalWidth }) => [src.slice(0, 18), naturalWidth > 0]),
      )
      expect(shown).toEqual(Array.from({ length: count }, () => ['data:image/svg+xml', true]))
      expect(faults).toEqual([])
    })
  }
})

test('the first shelf hydrates with the page, those below it by themselves, and a tap on one of them is answered', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const mark = performance.mark.bind(performance)
    const isHydrated = (part: Element) => Object.keys(part).some((name) => name.startsWith('__reactFiber'))
    const shelves = () => [...document.querySelectorAll('main section')].map(isHydrated)
    performance.mark = (name, options) => {
      if (name === 'dhow:hydrated') Object.assign(self, { atFirst: shelves() })
      return mark(name, options)
    }
    Object.assign(self, { shelves })
  })
  const read = (what: 'atFirst' | 'shelves') =>
    page.evaluate((name) => {
      const known = self as unknown as { atFirst: boolean[]; shelves(): boolean[] }
      return name === 'atFirst' ? known.atFirst : known.shelves()
    }, what)
  await page.goto(dhow.portal)
  await hydrated(page)
  const [crash, ...others] = await read('atFirst')
  expect(crash).toBe(true)
  expect(others.length).toBeGreaterThan(2)
  expect(others).toEqual(others.map(() => false))
  await expect.poll(() => read('shelves')).not.toContain(false)
  await rail(page, 'Turbo games').getByRole('link', { name: 'All: Turbo games' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Turbo games' })).toBeFocused()
})

test('a list of games hydrates its first rows with the page, and the others by themselves', async ({ page }) => {
  await page.addInitScript(() => {
    const mark = performance.mark.bind(performance)
    const isHydrated = (part: Element) => Object.keys(part).some((name) => name.startsWith('__reactFiber'))
    const tiles = () => [...document.querySelectorAll('main li a')].map(isHydrated)
    performance.mark = (name, options) => {
      if (name === 'dhow:hydrated') Object.assign(self, { atFirst: tiles() })
      return mark(name, options)
    }
    Object.assign(self, { tiles })
  })
  await page.goto(`${dhow.portal}/all-games`)
  await hydrated(page)
  const atFirst = await page.evaluate(() => (self as unknown as { atFirst: boolean[] }).atFirst)
  expect(atFirst.slice(0, 9)).not.toContain(false)
  expect(atFirst.length).toBeGreaterThan(9)
  expect(atFirst.slice(9)).not.toContain(true)
  await expect.poll(() => page.evaluate(() => (self as unknown as { tiles(): boolean[] }).tiles())).not.toContain(false)
})

test('a page with its pictures inside is painted at once, and fetches the core of the program while it is', async ({
  page,
  request,
}) => {
  for (const [path, isMarked] of [
    ['/', true],
    ['/all-games', true],
    ['/login', false],
  ] as const) {
    const html = await (await request.get(dhow.portal + path)).text()
    expect(html.includes('<link rel="expect" href="#first-screen" blocking="render">'), path).toBe(isMarked)
    const ahead = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file)
    expect(ahead, path).toEqual([expect.stringMatching(/^\/assets\/core-/)])
    expect(/data-main="([^"]+)"/.exec(html)?.[1]?.split(' '), path).toContain(ahead[0])
    // The marked element is on the first screen of a phone.
    await page.goto(dhow.portal + path)
    const last = page.locator('#first-screen')
    await expect(last).toHaveCount(isMarked ? 1 : 0)
    if (isMarked) expect((await last.boundingBox())!.y, path).toBeLessThan(740)
  }
})

test('rails are keyboard accessible, and the focused tile is visible', async ({ page }) => {
  await page.goto(dhow.portal)
  await hydrated(page)
  const tiles = rail(page, 'Turbo games').getByRole('link', { name: / by / })
  const last = (await tiles.count()) - 1
  expect(last).toBeGreaterThan(3)
  await tiles.first().focus()
  for (let step = 0; step < last; step++) await page.keyboard.press('ArrowRight')
  await expect(tiles.nth(last)).toBeFocused()
  await expect(tiles.nth(last)).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('ArrowRight')
  await expect(tiles.nth(last)).toBeFocused()
  for (let step = 0; step < last; step++) await page.keyboard.press('ArrowLeft')
  await expect(tiles.first()).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Tab')
  await expect(tiles.nth(1)).toBeFocused()
})

for (const language of ['en-GB', 'hi-IN', 'af-NA'])
  test.describe(language, () => {
    test.use({ locale: language })
    test(`the page hydrates without changes, and nothing overflows at 320 pixels or with text at 200 %`, async ({
      page,
    }) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(dhow.portal)
      await hydrated(page)
      const overhang = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(await overhang()).toBe(0)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      expect(await overhang()).toBe(0)
      expect(faults).toEqual([])
    })
  })

test('a shared table shows its countdown and its last results', async ({ page }) => {
  await page.goto(dhow.portal)
  const tile = rail(page, 'Crash Games').getByRole('link', { name: /^Dhow by/ })
  await expect(tile.getByText(/^\d+ s$/)).toBeVisible({ timeout: 180_000 })
  await expect(tile.getByText(/^\d+\.\d\d×/).first()).toBeVisible({ timeout: 180_000 })
})

test('the search has the focus from every entrance, tolerates typos, and stores successful queries', async ({
  page,
}) => {
  const field = page.getByRole('searchbox', { name: 'Search games' })
  const entrances: [width: number, path: string, within: 'banner' | 'main'][] = [
    [360, '/', 'main'],
    [1280, '/', 'banner'],
    [1280, '/all-games', 'banner'],
    [1280, '/terms-condition', 'banner'],
    [1280, '/turbo-games', 'banner'],
  ]
  for (const [width, path, part] of entrances) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(dhow.portal + path)
    await hydrated(page)
    await page.getByRole(part).getByRole('link', { name: 'Search games' }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type('monson bacarat')
    await expect(main(page).getByText('No game is called “monson bacarat”. These are spelled alike:')).toBeVisible()
    await expect(main(page).getByRole('link', { name: / by / }).first()).toHaveAccessibleName(/^Monsoon Baccarat/)
  }
  await field.fill('keno zzzz')
  await expect(page.getByRole('heading', { name: 'No games found' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: / by / })).toHaveCount(6)
  await field.fill('pearl')
  await expect(main(page).getByText(/^\d+ games?$/)).toBeVisible()
  await main(page)
    .getByRole('link', { name: /^Pearl Dice/ })
    .click()
  await page.goto(dhow.portal)
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Search games' }).click()
  await main(page).getByRole('button', { name: 'pearl' }).click()
  await expect(field).toHaveValue('pearl')
  await expect(main(page).getByText(/^\d+ games?$/)).toBeVisible()
})

test('the sandbox games are shown by their switch and found by name, and are in no other list', async ({ page }) => {
  const outside = main(page).getByRole('link', { name: /by (Brass Lantern|Quick Tide|Lagoon Works|Reef & Rope)/ })
  const imported = async () =>
    ((await (await page.request.get(`${dhow.portal}/api/v1/dhow/games?provider=lagoon`)).json()) as { total: number })
      .total
  await expect.poll(imported).toBeGreaterThan(0)
  for (const path of ['/', '/all-games', '/top-games', '/turbo-games', '/filtered-games?type=crash']) {
    await page.goto(dhow.portal + path)
    await hydrated(page)
    await expect(
      main(page)
        .getByRole('link', { name: / by Dhow Studio/ })
        .first(),
    ).toBeVisible()
    await expect(outside).toHaveCount(0)
  }
  await page.goto(`${dhow.portal}/all-games`)
  await hydrated(page)
  const toggle = main(page).getByRole('switch', { name: /^Sandbox providers/ })
  await expect(toggle).not.toBeChecked()
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  await expect(outside.first()).toBeVisible()
  await expect(outside.first()).toContainText('sandbox')
  // The address stores the switch.
  await page.reload()
  await hydrated(page)
  await expect(toggle).toBeChecked()
  await expect(outside.first()).toBeVisible()
})

test('a player’s own rails come first, and nothing moves when they load', async ({ page }) => {
  const player = await newPlayer(dhow, { name: 'shelf.owner', mobile: '+264812000091' })
  await page.goto(`${dhow.portal}/health`)
  await page.evaluate((value) => localStorage.setItem('token', value), player.token)
  await page.context().addCookies(player.cookies())
  const open = async () => {
    await page.goto(dhow.portal)
    await expect(
      main(page)
        .getByRole('button', { name: /favourites: Pearl Dice/ })
        .first(),
    ).toBeVisible()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await open()
  await expect(main(page).getByRole('region').first()).toHaveAccessibleName('Top games')
  // A rail longer than the screen has scroll buttons for pointers.
  const tiles = rail(page, 'Top games').getByRole('link', { name: / by / })
  await rail(page, 'Top games').getByRole('button', { name: 'Top games: forward' }).click()
  await expect(tiles.last()).toBeInViewport({ ratio: 0.9 })
  await rail(page, 'Top games').getByRole('button', { name: 'Top games: back' }).click()
  await expect(tiles.first()).toBeInViewport({ ratio: 0.9 })
  await main(page).getByRole('button', { name: 'Add to favourites: Pearl Dice' }).first().click()
  await expect(rail(page, 'Favourites')).toBeVisible()
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        if (entry.sources.some(({ node }) => document.querySelector('main')?.contains(node))) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open()
  const names = main(page).getByRole('region')
  for (const [index, name] of ['Top games', 'Favourites', 'Crash Games'].entries())
    await expect(names.nth(index)).toHaveAccessibleName(name)
  expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBe(0)
})
