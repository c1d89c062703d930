import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a Chromium is on this machine: the setting, the usual places, or the one that a package brings; undefined where there is none. */
export async function findChromium() {
  const here = [process.env.DHOW_CHROMIUM, ...places].find((path) => path && existsSync(path))
  if (here) return here
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } catch {
    return undefined
  }
}
