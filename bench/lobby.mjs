// First visits of the lobby and of the list with its first sixty tiles on a simulated slow phone: largest contentful paint compared with a
// static copy of the server-rendered page without scripts from a plain node:http server; hydration; and bytes loaded.
//   node bench/lobby.mjs [--runs 15] [--url http://localhost:8080]
// Without --url it starts its own portal with sixty games. Build first: npm run build.
import { parseArgs } from 'node:util'
import { openBarePage } from './bare-page.mjs'
import { openSetup } from './setup.mjs'
import { median } from './median.mjs'
import { openBrowser, openPhone } from './phone.mjs'

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    runs: { type: 'string', default: '15' },
  },
})
const limits = {
  paintRatio: 1.1,
  hydratedMs: 2_500,
  scriptBytes: 95_000,
  chunkBytes: 25_000,
  totalBytes: 200_000,
  shift: 0,
}
const sixtyGames = `insert into catalog.game (id, slug, code, provider_code, name, tile, position)
  select 'game_' || n, 'bench-' || n, 'bench-' || n, 'dhow-studio', 'Game ' || n, '/tiles/drawn/' || substr(md5(n::text), 1, 12) || '.svg', 100 + n
  from generate_series(1, 60) n`
const setup =
  values.url === undefined
    ? await openSetup({ players: 1, statements: [sixtyGames], env: { LOG_LEVEL: 'silent' } })
    : undefined
const portal = setup ? `http://127.0.0.1:${setup.port}` : values.url
const browser = await openBrowser()
try {
  for (const path of ['/', '/all-games']) await measure(path)
} finally {
  await browser.close()
  await setup?.close()
}

async function measure(path) {
  const address = new URL(path, portal).href
  const bare = await openBarePage(address)
  const ours = []
  const plain = []
  await visit(bare.address) // The browser's own first start counts for neither.
  for (let run = 0; run < Number(values.runs); run++) {
    plain.push(await visit(bare.address))
    ours.push(await visit(address, true))
  }
  bare.close()
  const of = (visits, figure) => median(visits.map((one) => one[figure]))
  const paintMs = of(ours, 'paintMs')
  const barePaintMs = of(plain, 'paintMs')
  const what = `largest paint ${round(paintMs)} ms, bare static page ${round(barePaintMs)} ms, ratio`
  const rows = [
    [what, paintMs / barePaintMs, limits.paintRatio],
    ['hydrated, ms', of(ours, 'hydratedMs'), limits.hydratedMs],
    // A screen's own file may come on top of what the lobby has.
    ['script, bytes compressed', of(ours, 'scriptBytes'), limits.scriptBytes + (path === '/' ? 0 : limits.chunkBytes)],
    ['everything, bytes on the wire', of(ours, 'totalBytes'), limits.totalBytes],
    ['layout shift', of(ours, 'shift'), limits.shift],
  ]
  for (const [name, value, limit] of rows) {
    const holds = value > 0 || name === 'layout shift' ? value <= limit : false
    console.log(`${holds ? 'ok    ' : 'MISSED'}  ${path} ${name}: ${round(value)} (at most ${limit})`)
    if (!holds) process.exitCode = 1
  }
}

async function visit(url, hydrates = false) {
  const { context, page, inspector } = await openPhone(browser)
  const types = new Map()
  let scriptBytes = 0
  let totalBytes = 0
  inspector.on('Network.responseReceived', (event) => types.set(event.requestId, event.type))
  inspector.on('Network.dataReceived', (event) => {
    if (types.get(event.requestId) === 'Script') scriptBytes += event.encodedDataLength
  })
  inspector.on('Network.loadingFinished', (event) => (totalBytes += event.encodedDataLength))
  await page.addInitScript(() => {
    window.__seen = { paintMs: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.__seen.paintMs = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'load' })
  if (hydrates) {
    await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0, undefined, {
      timeout: 30_000,
    })
  }
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => ({
    ...window.__seen,
    hydratedMs: performance.getEntriesByName('dhow:hydrated')[0]?.startTime ?? 0,
  }))
  await context.close()
  return { ...seen, scriptBytes, totalBytes }
}

function round(value) {
  return Math.round(value * 1000) / 1000
}
