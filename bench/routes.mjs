#!/usr/bin/env node
// Navigation from the lobby to every other screen on a simulated slow phone, prefetched as by an approaching finger: time until its heading is
// painted. Also the file size of each screen.
//   node bench/routes.mjs [--runs 3]
// Build first: npm run build.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineNotes, openSetup, report, root } from './setup.mjs'
import { openBrowser, openPhone } from './phone.mjs'

const bars = { shownMs: 300, chunkBytes: 25_000 }
const pathsIn = (name) =>
  [...readFileSync(join(root, 'apps/player/src/app', name), 'utf8').matchAll(/^ {2}(?:\w+: )?'(\/[^']*)',$/gm)].map(
    ([, path]) => path,
  )
const paths = [...new Set([...pathsIn('paths.ts'), ...pathsIn('deposit-paths.ts')])]
const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
machineNotes()
const setup = await openSetup({ players: 1, env: { LOG_LEVEL: 'silent' } })
const browser = await openBrowser()
const lines = []
try {
  const page = await openLobby()
  const times = []
  const elsewhere = []
  for (const path of paths.filter((one) => one !== '/' && !one.includes(':'))) {
    const runs = []
    for (let run = 0; run < Number(values.runs); run++) runs.push(await goFromLobby(page, path))
    const shown = runs.filter((ms) => ms !== undefined).sort((a, b) => a - b)
    if (shown.length === 0) elsewhere.push(path)
    else times.push([path, shown[Math.floor(shown.length / 2)]])
  }
  times.sort((a, b) => b[1] - a[1])
  for (const [path, ms] of times.slice(0, 3))
    lines.push({
      what: `${path}, heading painted`,
      value: `${Math.round(ms)} ms`,
      bar: `at most ${bars.shownMs} ms`,
      isReached: ms <= bars.shownMs,
    })
  lines.push({ what: 'screens visited', value: String(times.length) })
  if (elsewhere.length > 0) console.log(`redirected: ${elsewhere.join(' ')}`)
} finally {
  await browser.close()
  await setup.close()
}
const chunks = screenFiles()
for (const { file, bytes } of chunks.slice(0, 3))
  lines.push({
    what: `${file}, brotli`,
    value: `${bytes} B`,
    bar: `at most ${bars.chunkBytes} B`,
    isReached: bytes <= bars.chunkBytes,
  })
report(lines)

async function openLobby() {
  const { context, page } = await openPhone(browser)
  await context.addInitScript((token) => localStorage.setItem('token', token), setup.tokens[0])
  await page.goto(`http://127.0.0.1:${setup.port}/`)
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  await page.getByTestId('balance').waitFor()
  return page
}

/** Milliseconds until the screen's heading is painted; undefined if the path redirects. */
async function goFromLobby(page, path) {
  const go = (to) =>
    page.evaluate(async (address) => {
      const before = document.querySelector('main h1')
      const since = performance.now()
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (performance.now() - since < 10_000) {
        await frame()
        const heading = document.querySelector('main h1')
        if (heading && heading !== before && heading.checkVisibility()) break
      }
      await frame()
      return { ms: performance.now() - since, at: location.pathname }
    }, to)
  await page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    link.hidden = true
    document.body.append(link)
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    link.remove()
  }, path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  const { ms, at } = await go(path)
  await page.waitForLoadState('networkidle')
  if ((await page.evaluate(() => location.pathname)) !== '/') await go('/')
  return at === path ? ms : undefined
}

/** The file of each screen, the largest first. */
function screenFiles() {
  const folder = join(root, 'apps/player/dist/client')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  return Object.entries(manifest)
    .filter(([source, row]) => row.isDynamicEntry && source.startsWith('src/features/'))
    .map(([, { file }]) => ({ file, bytes: statSync(join(folder, `${file}.br`)).size }))
    .sort((a, b) => b.bytes - a.bytes)
}
