import { expect, test, type Page } from '@playwright/test'
import { newOperator } from './operator-by-api.ts'
import { newPlayer } from './player-by-api.ts'
import { balance } from './player.ts'
import { openDhow } from './processes.ts'

test('can be installed, opens offline with the cached lobby and a dated balance, and clears both at logout', async ({
  page,
}) => {
  const dhow = await openDhow()
  try {
    const { token } = await newPlayer(dhow, { name: 'sailor', mobile: '+264812345678' })
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate((value) => localStorage.setItem('token', value), token)
    await page.goto(`${dhow.portal}/deposit-history`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    // The service worker caches the first visit that it controls.
    for (const path of ['/deposit-history', '/']) {
      await page.goto(`${dhow.portal}${path}`)
      await expect(balance(page)).toHaveText('N$0.00')
      await page.waitForLoadState('networkidle')
    }
    // Screens not opened yet are cached too, after a moment.
    const cachedFiles = () =>
      page.evaluate(async () => (await (await caches.open('dhow-files-1')).keys()).map(({ url }) => url).join())
    await expect.poll(cachedFiles).toMatch(/\/menu-.*\/profile-|\/profile-.*\/menu-/)
    const browser = await page.context().newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // The test's browser is in private mode, and reports that in this check.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    expect(await installability(page)).toEqual({
      start_url: '/',
      display: 'standalone',
      sizes: ['192x192', '512x512', '512x512'],
    })
    await dhow.kill('server')
    await page.goto(`${dhow.portal}/`)
    await expect(balance(page)).toHaveText('N$0.00')
    await expect(page.getByText(/You are offline\. .* As of /)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Crash Games' })).toBeVisible()
    await page.goto(`${dhow.portal}/deposit-history`)
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await page.goto(`${dhow.portal}/menu`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Transaction History' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'sailor' })).toBeVisible()
    await expect(page.getByRole('main').getByText('N$0.00')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    const left = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => /^dhow-reads-.*-[0-9a-f]+$/.test(name)))
    await expect.poll(left).toEqual([])
  } finally {
    await dhow.close()
  }
})

test('a phone that loses the server reads on in its own language, shows no amount without its time, and the amount of now once the server is back', async ({
  page,
  context,
}) => {
  const dhow = await openDhow()
  try {
    const operator = await newOperator(dhow)
    const player = await newPlayer(dhow, { name: 'sailor', mobile: '+264812345678' })
    const [gift, later] = [await operator.newGift('40'), await operator.newGift('25')]
    await player.claim(gift)
    await context.addCookies([
      { name: 'dhow_language', value: 'hi', url: dhow.portal },
      { name: 'dhow_hint', value: 'in', url: dhow.portal },
    ])
    await page.goto(`${dhow.portal}/health`)
    await page.evaluate((value) => localStorage.setItem('token', value), player.token)
    // A first visit without the worker's care, and one with it.
    for (const path of ['/', '/', '/payment-method']) {
      await page.goto(`${dhow.portal}${path}`)
      await expect(balance(page)).toHaveText('N$40.00')
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.waitForLoadState('networkidle')
    }
    const offline = page.getByText(/^आप ऑफ़लाइन हैं।.* की स्थिति।/)

    await dhow.kill('server')
    await page.goto(`${dhow.portal}/`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(page.getByRole('heading', { name: 'क्रैश गेम' })).toBeVisible()
    // An old amount is shown with its time, never without.
    await expect(balance(page)).toHaveText('N$40.00')
    await expect(offline).toBeVisible()
    await page.reload()
    await expect(balance(page)).toHaveText('N$40.00')
    await expect(offline).toBeVisible()
    // Nothing that moves money comes from the phone: the ways to pay in are not there.
    await page.goto(`${dhow.portal}/payment-method`)
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page.getByRole('main').getByText('EFT')).toHaveCount(0)

    await dhow.killAndRestart('server')
    await player.claim(later)
    await page.goto(`${dhow.portal}/`)
    await expect(balance(page)).toHaveText('N$65.00')
    await expect(page.getByText(/^आप ऑफ़लाइन हैं।/)).toHaveCount(0)
    await page.goto(`${dhow.portal}/payment-method`)
    await expect(page.getByRole('main').getByText('EFT').first()).toBeVisible()
  } finally {
    await dhow.close()
  }
})

/** Requirements of an installable page: a manifest with icons of the declared sizes. */
const installability = (page: Page) =>
  page.evaluate(async () => {
    interface Manifest {
      start_url: string
      display: string
      icons: { src: string; type: string }[]
    }
    const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href
    const { start_url, display, icons } = (await (await fetch(address)).json()) as Manifest
    const sizes = icons
      .filter(({ type }) => type === 'image/png')
      .map(async ({ src }) => {
        const picture = await createImageBitmap(await (await fetch(src)).blob())
        return `${picture.width}x${picture.height}`
      })
    return { start_url, display, sizes: await Promise.all(sizes) }
  })
