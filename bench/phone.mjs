// A simulated slow phone: 150 ms latency, 1.6 Mbit/s, a quarter of CPU speed.
import { chromium } from '@playwright/test'
import { findChromium } from '../e2e/chromium.mjs'

const line = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
  offline: false,
}

/** The browser of the phones, without background requests of its own. */
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

/** A phone with an empty cache and an open page; `inspector` reports what the page loads. */
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
