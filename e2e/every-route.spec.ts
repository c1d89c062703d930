import { expect, test, type Page, type Request } from '@playwright/test'
import { depositForms, depositHistories } from '../apps/player/src/app/deposit-paths.ts'
import { paths } from '../apps/player/src/app/paths.ts'
import { accessibilityFaults, moveTo } from './accessibility.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'
import { everybodys, oneScreen, players } from './specified-routes.ts'

/** Parameters of the visited paths; a payment's page needs a payment, and the journey of deposits opens it. */
const visited = [...new Set<string>([...Object.values(paths), ...depositForms, ...depositHistories])]
  .filter((path) => !path.includes('/:id'))
  .map((path) => path.replace(':game', 'dhow'))

/** Forms of signing in and registering: they lead who is signed in home. */
const signIns = [
  '/login',
  '/register',
  '/forgot-password',
  '/forgototp',
  '/verify-otp',
  '/enter-new-password',
  '/user-enter',
]

/** Screens that differ for visitors and players; the other screens differ by their head alone, which stands on these too. */
const visitors = ['/', '/play/dhow', '/bonus', '/claim-bonus', '/gift_envelope', '/refer-earn', ...signIns]

interface Look {
  width: number
  height: number
  theme: 'dark' | 'light'
  /** Whether one screen follows another in the open page, or each that shows itself is loaded anew once. */
  isInPlace: boolean
}
const looks: Look[] = [
  { width: 360, height: 740, theme: 'dark', isInPlace: false },
  { width: 1280, height: 800, theme: 'light', isInPlace: true },
]

let dhow: Dhow
test.beforeAll(async () => {
  dhow = await openDhow()
})
test.afterAll(() => dhow.close())

/**
 * Visits a path, by a page load of its own or in the open page, and answers what is wrong with it: the console, the network, the width,
 * and what axe finds. Where many paths lead to one page, as all that need a token lead home, axe looks at it once; `checked` remembers.
 */
async function faultsOf(
  page: Page,
  path: string,
  { checked, isOpen, isFirst }: { checked: Set<string>; isOpen: boolean; isFirst: boolean },
): Promise<string[]> {
  const faults: string[] = []
  const note = (fault: string) => faults.push(`${path}: ${fault}`)
  const onConsole = (message: { type(): string; text(): string }) => {
    if (['error', 'warning'].includes(message.type())) note(message.text())
  }
  const onError = (error: Error) => note(error.message)
  const onResponse = (response: { status(): number; url(): string }) => {
    if (response.status() >= 400) note(`${response.status()} ${response.url()}`)
  }
  const onFailure = (request: Request) => {
    // Requests cancelled by leaving the page are not failures.
    const { errorText = '' } = request.failure() ?? {}
    if (errorText !== 'net::ERR_ABORTED') note(`${errorText} ${request.url()}`)
  }
  page.on('console', onConsole).on('pageerror', onError).on('response', onResponse).on('requestfailed', onFailure)
  if (isOpen) await moveTo(page, path)
  else await page.goto(dhow.portal + path)
  if (!isOpen && (await ownScripts(page)) === 0 && path !== '/') note('names no file of its own screen')
  const isReady = () =>
    performance.getEntriesByName('dhow:hydrated').length > 0 &&
    document.querySelector('h1') !== null &&
    [...document.querySelectorAll('[role="status"][aria-label="Loading…"]')].every((one) => !one.checkVisibility())
  await page.waitForFunction(isReady).catch(() => note('is never ready'))
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (tooWide > 0) note(`is ${tooWide} pixels too wide`)
  if (new URL(page.url()).pathname === path) titles.set(path, await page.title())
  // Nothing moves under reduced motion.
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 50).length,
  )
  if (moving > 0) note(`moves ${moving} things`)
  const shown = new URL(page.url()).pathname
  // The two looks show each page in both themes; what stands around every page (its head and its menus) differs by the width, and is
  // looked at in the other theme too, on the first page.
  const found = checked.has(shown) ? [] : await accessibilityFaults(page, { inOtherTheme: isFirst })
  checked.add(shown)
  for (const one of found) note(`axe: ${one}`)
  page.off('console', onConsole).off('pageerror', onError).off('response', onResponse).off('requestfailed', onFailure)
  return faults
}

/** Files of the page's screen that are named beside those of the program, so that a phone far away does not wait for both in turn. */
const ownScripts = (page: Page) =>
  page.evaluate(
    () =>
      (document.querySelector<HTMLElement>('script[data-main]')?.dataset['main'] ?? '')
        .split(' ')
        .filter((file) => !/\/(entry-client|core|rolldown-runtime|other-languages)-/.test(file)).length,
  )

/** Title of the tab on each path at its last visit. */
const titles = new Map<string, string>()
/** The paths whose title is another one's too, though they are screens of their own. */
const sameTitles = () => {
  const ways = new Map<string, string[]>()
  for (const [path, title] of titles) ways.set(title, [...(ways.get(title) ?? []), path])
  return [...ways.values()].filter(
    (paths) =>
      paths.length > 1 &&
      !oneScreen.some((own) => own.every((one) => paths.includes(one)) && paths.length === own.length),
  )
}

for (const { width, height, theme, isInPlace } of looks) {
  test(`every route, signed out and signed in, at ${width} pixels in the ${theme} theme`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'dhow_theme', value: theme, url: dhow.portal }])
    const page = await context.newPage()
    const faults: string[] = []
    // Pages equal for visitors and players are checked by axe as a player.
    const signedOut = new Set(everybodys.filter((path) => !visitors.includes(path)))
    const leadElsewhere = new Set<string>()
    for (const [index, path] of (isInPlace ? visitors : visited).entries()) {
      // A link home works from anywhere; a journey of its own loads some of these.
      const isOpen = index > 0 && (isInPlace || players.includes(path))
      faults.push(...(await faultsOf(page, path, { checked: signedOut, isOpen, isFirst: index === 0 })))
      if (new URL(page.url()).pathname !== path) leadElsewhere.add(path)
    }
    expect(everybodys.filter((path) => leadElsewhere.has(path))).toEqual([])
    if (!isInPlace) expect(players.filter((path) => !leadElsewhere.has(path))).toEqual([])
    // How somebody registers is other journeys' matter.
    const player = await newPlayer(dhow, { name: `route.${width}`, mobile: `+26481234${5000 + width}` })
    await page.evaluate((token) => localStorage.setItem('token', token), player.token)
    const signedIn = new Set<string>()
    for (const [index, path] of visited.entries()) {
      // Public pages were loaded before, signed out.
      const isOpen = index > 0 && (isInPlace || !players.includes(path))
      faults.push(...(await faultsOf(page, path, { checked: signedIn, isOpen, isFirst: index === 0 })))
    }
    expect(faults).toEqual([])
    expect([...everybodys, ...players].filter((path) => signedIn.has(path) === signIns.includes(path))).toEqual([])
    expect(sameTitles()).toEqual([])
    expect([...titles].filter(([, title]) => !title.endsWith(' · Dhow'))).toEqual([])
  })
}
