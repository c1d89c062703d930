#!/usr/bin/env node
// Frame times while scrolling down the list of all 5,000 games at a quarter of CPU speed, compared with a static page scrolled alike in the
// same run with only the tiles that scroll by (with all of them it would stutter). The connection is fast, so that loading is not measured.
//   node bench/long-list.mjs [--games 5000] [--seconds 15] [--runs 3]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { openBarePage } from './bare-page.mjs'
import { machineNotes, openSetup, report } from './setup.mjs'
import { openBrowser, openPhone } from './phone.mjs'

const bar = 2
/** A fast swipe: nearly three screens per second. */
const pixelsASecond = 2_000

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '15' },
    runs: { type: 'string', default: '3' },
  },
})
const games = Number(values.games)
const seconds = Number(values.seconds)
machineNotes()
const setup = await openSetup({
  players: 1,
  statements: [
    `insert into catalog.game (id, slug, code, provider_code, name, tile, position)
     select 'game_' || n, 'bench-' || n, 'bench-' || n, 'dhow-studio', 'Game ' || n, '/tiles/drawn/' || lpad(to_hex(n), 12, '0') || '.svg', 100 + n
     from generate_series(1, ${games}) n`,
  ],
  env: { LOG_LEVEL: 'silent' },
})
const address = `http://127.0.0.1:${setup.port}/all-games`
const browser = await openBrowser()
const [ours, plain] = [[], []]
let bare
try {
  // The browser's own first start counts for neither.
  const { heightOfTile } = await scroll(address)
  const scrolledTiles = Math.min(games, Math.ceil((seconds * pixelsASecond) / heightOfTile) + 30)
  bare = await openBarePage(address, (html) => withTiles(html, scrolledTiles))
  for (let run = 0; run < Number(values.runs); run++) {
    plain.push(await scroll(bare.address))
    ours.push(await scroll(address))
  }
} finally {
  bare?.close()
  await browser.close()
  await setup.close()
}
const of = (runs, figure) => runs.map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]
const ratio = of(ours, 'most') / of(plain, 'most')
const least = Math.min(...ours.map(({ pixels }) => pixels))
const wanted = seconds * pixelsASecond * 0.9
const ms = (number) => `${number.toFixed(1)} ms`
report([
  {
    what: 'frame time, 95th percentile, to the bare list’s',
    value: `${ratio.toFixed(2)} (${ms(of(ours, 'most'))}, bare ${ms(of(plain, 'most'))})`,
    bar: `at most ${bar}`,
    isReached: ratio <= bar,
  },
  { what: 'frame time, median', value: `${ms(of(ours, 'usual'))}, bare ${ms(of(plain, 'usual'))}` },
  // A list that fails to load would scroll smoothly too.
  { what: 'scrolled', value: `${Math.round(least)} px`, bar: `at least ${wanted} px`, isReached: least >= wanted },
  { what: 'tiles in the page at the end', value: `${of(ours, 'tiles')} of ${games}, bare ${of(plain, 'tiles')}` },
])

/** Puts this many tiles in place of the server-rendered first page. */
function withTiles(html, count) {
  const list = /<ul\b[^>]*>(?:(?!<\/ul>)[\s\S])*\/play\/bench-[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
  const tile = /<li\b[^>]*>(?:(?!<\/li>)[\s\S])*\/play\/bench-[\s\S]*?<\/li>/.exec(list)?.[0]
  if (tile === undefined) throw new Error('the page shows no game of this bench')
  const all = Array.from({ length: count }, (_, index) =>
    tile
      .replace(/bench-\d+/g, `bench-${index + 1}`)
      .replace(/Game \d+/g, `Game ${index + 1}`)
      .replace(/drawn\/[0-9a-f]{12}/g, `drawn/${(index + 1).toString(16).padStart(12, '0')}`),
  )
  return html.replace(list, list.slice(0, list.indexOf('>') + 1) + all.join('') + '</ul>')
}

async function scroll(url) {
  const { context, page, inspector } = await openPhone(browser)
  await inspector.send('Network.emulateNetworkConditions', {
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    offline: false,
  })
  await page.goto(url, { waitUntil: 'load' })
  if (url === address)
    await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0, undefined, {
      timeout: 60_000,
    })
  // From the page's height with the first sixty tiles: the parts above and below them are negligible.
  const heightOfTile = await page.evaluate(() => document.querySelector('main').offsetHeight / 60)
  const frames = await page.evaluate(scrollForAWhile, { seconds, pixelsASecond })
  const tiles = await page.locator('a[href^="/play/"]').count()
  await context.close()
  const times = frames.times.sort((a, b) => a - b)
  return {
    usual: times[Math.floor(times.length / 2)],
    most: times[Math.floor(times.length * 0.95)],
    pixels: frames.pixels,
    heightOfTile,
    tiles,
  }
}

/** Scrolls down by elapsed time, as a swipe does, and records frame times; runs in the page. */
async function scrollForAWhile({ seconds, pixelsASecond }) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const times = []
  const from = scrollY
  let before = await frame()
  const end = before + seconds * 1_000
  while (before < end) {
    const now = await frame()
    scrollBy({ top: ((now - before) / 1_000) * pixelsASecond, behavior: 'instant' })
    times.push(now - before)
    before = now
  }
  return { times, pixels: scrollY - from }
}
