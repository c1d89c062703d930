import { expect, test } from '@playwright/test'
import { newPlayer } from './player-by-api.ts'
import {
  setUpPortalWorld,
  openAsMaria,
  context,
  dhow,
  faults,
  front,
  go,
  hydrated,
  openBrowserTab,
  page,
  path,
  freezeClock,
  toast,
} from './portal-world.ts'

/** Course of a visit: files that fail to load, languages, and bytes transferred. */
setUpPortalWorld()

test.describe('a screen whose file fails to load', () => {
  test('after 120 s a sentence shows it, with a retry button', async () => {
    await page.clock.install()
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    const release = front.hold('/assets/games-screen')
    await freezeClock()
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/all-games"]')!.click())
    await expect(page.getByRole('status', { name: 'Loading…' })).toBeVisible()
    await page.clock.runFor(119_900)
    await expect(page.getByText('This page took too long to load.')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(page.getByText('This page took too long to load.')).toBeVisible()
    await page.clock.resume()
    release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  })

  test('an unreachable server shows a sentence, and the screen loads by itself once it is back', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    await page.route('**/assets/games-screen*', (route) => route.abort())
    await page.route('**/portal-info*', (route) => route.abort())
    await go('All Games')
    await expect(page.getByText('Server not responding. Please try again later.')).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
    faults.splice(0)
  })

  test('a new deployment under an open tab blocks no navigation: the new page is shown', async () => {
    await page.goto(`${dhow.portal}/terms-condition`)
    await hydrated()
    const answers: number[] = []
    page.on(
      'response',
      (answer) => void (answer.url().includes('/assets/games-screen') && answers.push(answer.status())),
    )
    // The old file is gone from the server, which has only the new ones.
    front.injectFault('/assets/games-screen', {
      status: 404,
      type: 'application/json',
      body: '{"status":"error"}',
      once: true,
    })
    await go('All Games')
    await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
    expect(path()).toBe('/all-games')
    // The server-rendered screen is visible before its script has loaded.
    await expect.poll(() => answers).toEqual([404, 200])
  })
})

test('a screen that throws shows an error and leaves the rest of the portal working', async ({ browser }) => {
  await openAsMaria(browser)
  // A phone with a broken calendar: every date formatting throws.
  await page.addInitScript(() => {
    Intl.DateTimeFormat = function () {
      throw new RangeError('no calendar')
    } as unknown as typeof Intl.DateTimeFormat
  })
  await page.goto(`${dhow.portal}/profile`)
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await go('All Games')
  await expect(page.getByRole('heading', { level: 1, name: 'All Games' })).toBeVisible()
  faults.splice(0)
})

test('a file that fails to load shows a sentence and is retried', async ({ browser }) => {
  await openAsMaria(browser)
  await page.goto(`${dhow.portal}/transaction-history`)
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Download (CSV)' }).click()
  await expect(toast('Something went wrong. Please try again.')).toBeVisible()
})

test.describe('languages', () => {
  test('the browser’s languages, then a stored choice; refusals of the server in the same language', async ({
    browser,
  }) => {
    await openBrowserTab(browser, { locale: 'hi-IN' })
    await page.goto(`${dhow.portal}/login`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(page.getByRole('heading', { level: 1, name: 'फिर से स्वागत है' })).toBeVisible()
    await page.goto(`${dhow.portal}/menu`)
    await hydrated()
    await page.getByRole('button', { name: 'Afrikaans' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')
    await page.goto(`${dhow.portal}/login`)
    await hydrated()
    await page.getByLabel('Selfoonnommer').fill('081 200 0001')
    await page.getByLabel('Wagwoord', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Teken in', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Die selfoonnommer of die wagwoord is verkeerd.')
  })

  test('a choice follows its player to a new device', async ({ browser }) => {
    const mobile = '081 200 0078'
    const kauna = await newPlayer(dhow, { name: 'kauna.s', mobile: '+264812000078' })
    await page.goto(`${dhow.portal}/`)
    await page.evaluate((value) => localStorage.setItem('token', value), kauna.token)
    await page.goto(`${dhow.portal}/menu`)
    await expect(page.getByTestId('balance')).toHaveText(/N\$/)
    const saved = page.waitForResponse('**/player/preferences')
    await page.getByRole('button', { name: 'Afrikaans' }).click()
    expect((await saved).ok()).toBe(true)
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')

    await openBrowserTab(browser)
    await page.goto(`${dhow.portal}/login`)
    await hydrated()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByLabel('Mobile number').fill(mobile)
    await page.getByLabel('Password', { exact: true }).fill('calm-sea-at-dusk')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByLabel('Code').fill(await dhow.codeFor('+264812000078'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'af')
    await expect(page.getByTestId('balance')).toHaveText(/N\$/)
    expect(path()).toBe('/')
  })

  test('the English lobby loads no texts of another language', async () => {
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(`${dhow.portal}/`)
    await hydrated()
    await page.waitForLoadState('networkidle')
    const scripts = files.filter((file) => file.endsWith('.js') && file.startsWith('/assets/'))
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      const text = await (await page.request.get(`${dhow.portal}${script}`)).text()
      // The language switch shows the language's own name.
      expect([script, text.replace('हिन्दी', '').match(/[\u0900-\u097f]+/)]).toEqual([script, null])
    }
  })
})

test.describe('the data use of a visit', () => {
  /** Bytes transferred for a page, its calls and its stream, including headers. */
  async function transferredBytes(address: string): Promise<number> {
    const line = await context.newCDPSession(page)
    let bytes = 0
    line.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    line.on('Network.webSocketFrameReceived', ({ response }) => (bytes += response.payloadData.length))
    await line.send('Network.enable')
    await page.goto(`${dhow.portal}${address}`)
    await hydrated()
    await page.waitForLoadState('networkidle')
    await line.detach()
    test.info().annotations.push({ type: address, description: `${bytes} bytes` })
    return bytes
  }

  for (const saver of [true, false]) {
    test(`${saver ? 'with' : 'without'} data saving, a page transfers under 30 kB after the first visit`, async ({
      browser,
    }) => {
      await openAsMaria(browser)
      if (saver) {
        await page.goto(`${dhow.portal}/menu`)
        await hydrated()
        await page.getByRole('button', { name: 'Save data' }).click()
        await expect(page.getByText('Data saver is on')).toBeVisible()
      }
      for (const address of ['/', '/deposit-history', '/transaction-history']) {
        await page.goto(`${dhow.portal}${address}`)
        // Only the lobby still loads its pictures after it handles input.
        await (address === '/' ? page.waitForLoadState('networkidle') : hydrated())
        const bytes = await transferredBytes(address)
        expect(bytes).toBeGreaterThan(2_000)
        expect(bytes).toBeLessThan(30_000)
      }
      await page.goto(`${dhow.portal}/`)
      await hydrated()
      expect((await page.getByRole('main').locator('img').count()) > 0).toBe(!saver)
    })
  }

  test('the browser’s data saving hint applies, and the switch overrides it', async ({ browser }) => {
    await openBrowserTab(browser, { extraHTTPHeaders: { 'save-data': 'on' } })
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto(`${dhow.portal}/`)
    await hydrated()
    await expect(page.getByRole('link', { name: /^Dhow by/ }).first()).toBeVisible()
    // Prefetching is off too, even with a pointer on a link.
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Menu' }).hover()
    await page.waitForLoadState('networkidle')
    expect(fetched.filter((file) => file.startsWith('/tiles/') || file.includes('/menu-'))).toEqual([])
    await go('Menu')
    await page.getByRole('button', { name: 'Save data' }).click()
    await expect(page.getByText('Data saver is on')).toHaveCount(0)
    await page.goto(`${dhow.portal}/`)
    await expect(page.getByRole('main').locator('img').first()).toBeVisible()
  })
})

test('full screen is entered and left by its button', async ({ browser }) => {
  await openAsMaria(browser)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${dhow.portal}/`)
  await expect(page.getByTestId('balance')).toHaveText(/N\$/)
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(true)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(isFull).toBe(false)
})
