import { expect, test, type Page, type Request } from '@playwright/test'
import { depositForms, depositHistories } from '../apps/player/src/app/deposit-paths.ts'
import { paths } from '../apps/player/src/app/paths.ts'
import { accessibilityFaults, moveTo } from './accessibility.ts'
import { newPlayer } from './player-by-api.ts'
import { openDhow, type Dhow } from './processes.ts'
import { publicPaths, sharedScreens, players } from './specified-routes.ts'

/** Parameters of the visited paths; a payment's page needs a payment and is opened by the deposits journey. */
const visited = [...new Set<string>([...Object.values(paths), ...depositForms, ...depositHistories])]
  .filter((path) => !path.includes('/:id'))
  .map((path) => path.replace(':game', 'dhow'))

/** Sign-in and registration forms: they redirect signed-in players home. */
const signIns = [
  '/login',
  '/register',
  '/forgot-password',
  '/forgototp',
  '/verify-otp',
  '/enter-new-password',
  '/user-enter',
]

/** Screens that differ between visitors and players; the others differ only in their header, which these have too. */
const visitors = ['/', '/play/dhow', '/bonus', '/claim-bonus', '/gift_envelope', '/refer-earn', ...signIns]

interface Look {
  width: number
  height: number
  theme: 'dark' | 'light'
  /** Whether to navigate within the open page or to load each page anew. */
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
 * Visits a path by a page load or within the open page, and returns its faults: console, network, width and axe. Several paths can
 * lead to one page, as all that need a token redirect home; axe checks it once, recorded in `checked`.
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
  if (!isOpen && (await ownScripts(page)) === 0 && path !== '/') note('preloads no file of its own screen')
  const isReady = () =>
    performance.getEntriesByName('dhow:hydrated').length > 0 &&
    document.querySelector('h1') !== null &&
    [...document.querySelectorAll('[role="status"][aria-label="Loading…"]')].every((one) => !one.checkVisibility())
  await page.waitForFunction(isReady).catch(() => note('is never ready'))
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (tooWide > 0) note(`is ${tooWide} pixels too wide`)
  if (new URL(page.url()).pathname === path) titles.set(path, await page.title())
  // Reduced motion allows no animations.
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 50).length,
  )
  if (moving > 0) note(`has ${moving} running animations`)
  const shown = new URL(page.url()).pathname
  // The two sizes cover each page in both themes. The header and menus depend on the width, and are checked in the other theme too, on
  // the first page.
  const found = checked.has(shown) ? [] : await accessibilityFaults(page, { inOtherTheme: isFirst })
  checked.add(shown)
  for (const one of found) note(`axe: ${one}`)
  page.off('console', onConsole).off('pageerror', onError).off('response', onResponse).off('requestfailed', onFailure)
  return faults
}

/** Preloaded files of the page's own screen besides those of the app: loading both in sequence is slow on a distant phone. */
const ownScripts = (page: Page) =>
  page.evaluate(
    () =>
      (document.querySelector<HTMLElement>('script[data-main]')?.dataset['main'] ?? '')
        .split(' ')
        .filter((file) => !/\/(entry-client|core|rolldown-runtime|other-languages)-/.test(file)).length,
  )

/** Document title of each path at its last visit. */
const titles = new Map<string, string>()
/** Paths of different screens that share a title. */
const sameTitles = () => {
  const ways = new Map<string, string[]>()
  for (const [path, title] of titles) ways.set(title, [...(ways.get(title) ?? []), path])
  return [...ways.values()].filter(
    (paths) =>
      paths.length > 1 &&
      !sharedScreens.some((own) => own.every((one) => paths.includes(one)) && paths.length === own.length),
  )
}

for (const { width, height, theme, isInPlace } of looks) {
  test(`every route, signed out and signed in, at ${width} pixels in the ${theme} theme`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
    await context.addCookies([{ name: 'dhow_theme', value: theme, url: dhow.portal }])
    const page = await context.newPage()
    const faults: string[] = []
    // Pages that are equal for visitors and players are checked by axe as a player.
    const signedOut = new Set(publicPaths.filter((path) => !visitors.includes(path)))
    const redirected = new Set<string>()
    for (const [index, path] of (isInPlace ? visitors : visited).entries()) {
      // A redirect home works from anywhere; another journey loads some of these directly.
      const isOpen = index > 0 && (isInPlace || players.includes(path))
      faults.push(...(await faultsOf(page, path, { checked: signedOut, isOpen, isFirst: index === 0 })))
      if (new URL(page.url()).pathname !== path) redirected.add(path)
    }
    expect(publicPaths.filter((path) => redirected.has(path))).toEqual([])
    if (!isInPlace) expect(players.filter((path) => !redirected.has(path))).toEqual([])
    // Registration is covered by other journeys.
    const player = await newPlayer(dhow, { name: `route.${width}`, mobile: `+26481234${5000 + width}` })
    await page.evaluate((token) => localStorage.setItem('token', token), player.token)
    const signedIn = new Set<string>()
    for (const [index, path] of visited.entries()) {
      // Public pages were already loaded, signed out.
      const isOpen = index > 0 && (isInPlace || !players.includes(path))
      faults.push(...(await faultsOf(page, path, { checked: signedIn, isOpen, isFirst: index === 0 })))
    }
    expect(faults).toEqual([])
    expect([...publicPaths, ...players].filter((path) => signedIn.has(path) === signIns.includes(path))).toEqual([])
    expect(sameTitles()).toEqual([])
    expect([...titles].filter(([, title]) => !title.endsWith(' · Dhow'))).toEqual([])
  })
}
