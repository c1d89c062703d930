#!/usr/bin/env node
// Loads every route cold on a simulated slow phone, signed out and signed in: largest contentful paint and layout shift.
//   node bench/cold-routes.mjs [--runs 3] [--only /play]
// Build first: npm run build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './median.mjs'
import { openBrowser, openPhone } from './phone.mjs'
import { machineNotes, openSetup, report, root } from './setup.mjs'

const bars = { visitor: 1_300, player: 1_600 }
const pathsIn = (name) =>
  [...readFileSync(join(root, 'apps/player/src/app', name), 'utf8').matchAll(/^ {2}(?:\w+: )?'(\/[^']*)',$/gm)].map(
    ([, path]) => path,
  )
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
})
const paths = [...new Set([...pathsIn('paths.ts'), ...pathsIn('deposit-paths.ts')])]
  .map((path) => path.replace(':game', 'dhow'))
  .filter((path) => !path.includes(':') && path.includes(values.only))

machineNotes()
const setup = await openSetup({ players: 1, env: { LOG_LEVEL: 'silent' } })
const browser = await openBrowser()
const lines = []
try {
  for (const who of ['visitor', 'player']) {
    await visit('/', who) // Not measured: the first page also starts the browser.
    const times = []
    const elsewhere = []
    for (const path of paths) {
      const visits = []
      for (let run = 0; run < Number(values.runs); run++) visits.push(await visit(path, who))
      if (visits[0].path === path)
        times.push({ path, ms: median(visits.map(({ ms }) => ms)), shift: median(visits.map(({ shift }) => shift)) })
      else elsewhere.push(path)
    }
    if (elsewhere.length > 0) console.log(`${who}, redirected: ${elsewhere.join(' ')}`)
    times.sort((a, b) => b.ms - a.ms)
    const isSlow = ({ ms }) => ms > bars[who]
    const isMoving = ({ shift }) => shift > 0
    for (const row of times.filter((one, index) => index < 5 || isSlow(one) || isMoving(one)))
      lines.push({
        what: `${who} ${row.path}, largest paint${isMoving(row) ? `, shift ${row.shift.toFixed(3)}` : ''}`,
        value: `${Math.round(row.ms)} ms`,
        bar: `at most ${bars[who]} ms`,
        isReached: !isSlow(row) && !isMoving(row),
      })
    lines.push({ what: `${who}, routes`, value: String(times.length) })
  }
} finally {
  await browser.close()
  await setup.close()
}
report(lines)

async function visit(path, who) {
  const { context, page } = await openPhone(browser)
  if (who === 'player') {
    await context.addInitScript((token) => localStorage.setItem('token', token), setup.tokens[0])
    await context.addCookies([{ name: 'dhow_hint', value: 'in', url: `http://127.0.0.1:${setup.port}` }])
  }
  await page.addInitScript(() => {
    window.__seen = { ms: 0, shift: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.__seen.ms = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.__seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`http://127.0.0.1:${setup.port}${path}`, { waitUntil: 'load' })
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0, undefined, {
    timeout: 30_000,
  })
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => ({ ...window.__seen, path: location.pathname }))
  await context.close()
  return seen
}
