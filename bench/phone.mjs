// A simulated slow phone: 150 ms away, 1.6 Mbit/s, a processor of a quarter of the speed.
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/chromium.mjs'

const line = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
  offline: false,
}

/** The browser of the phones, which asks nobody on its own. */
export const openBrowser = async () =>
  chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })

/** A phone that has seen nothing yet, with a page open; `inspector` reports what the page fetches. */
export async function openPhone(browser) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const inspector = await context.newCDPSession(page)
  await inspector.send('Network.enable')
  await inspector.send('Network.emulateNetworkConditions', line)
  await inspector.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page, inspector }
}
