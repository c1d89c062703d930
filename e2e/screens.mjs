#!/usr/bin/env node
// npm run screens: screenshots of every portal screen on the demo world as contact sheets in `e2e/shots`: four sizes, both themes,
// three languages, signed out and signed in. Lists texts that are too wide, and then fails.
//   npm run screens -- --sizes 360x740 --languages hi --themes dark --only /deposit
//   npm run screens -- --sizes 320x640 --themes dark; npm run screens -- --sizes 360x740 --themes dark --text 200
// The first run seeds the world into `e2e/shots/world`; delete the folder to seed another one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { freePorts } from '../bench/setup.mjs'
import { supervise } from '../packages/platform/program/supervise.mjs'
import { build } from '../tools/build.mjs'
import { readDemo, seedDemo } from '../tools/seed.mjs'
import { programs, readOptions, readSecrets } from '../tools/start.mjs'
import { findOrInstallChromium } from './chromium.mjs'

const root = new URL('..', import.meta.url).pathname
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '360x740,740x360,768x1024,1280x800' },
    themes: { type: 'string', default: 'dark,light' },
    languages: { type: 'string', default: 'en,hi,af' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: join(root, 'e2e/shots') },
    players: { type: 'string', default: '20' },
    days: { type: 'string', default: '30' },
    /** Text size in per cent: 200 is the largest that the screens must support. */
    text: { type: 'string', default: '100' },
    /** Scale of the sheets: 1 shows a screen 270 pixels wide. */
    scale: { type: 'string', default: '1' },
  },
})
const list = (name) => values[name].split(',').filter(Boolean)

/** Paths from the portal's own lists; parameters are filled in below. */
const pathsIn = (name) =>
  [...readFileSync(join(root, 'apps/player/src/app', name), 'utf8').matchAll(/^ {2}(?:\w+: )?'(\/[^']*)',$/gm)].map(
    ([, path]) => path,
  )
const known = [...new Set([...pathsIn('paths.ts'), ...pathsIn('deposit-paths.ts')])]
const signIns = ['/login', '/register', '/forgot-password', '/user-enter', '/starting-page', '/starting-slider']
const signedOut = ['/', '/play/dhow', '/bonus', '/refer-earn', ...signIns]
const games = ['dhow', 'dice', 'plinko', 'mines', 'wheel', 'roulette', 'baccarat', 'blackjack']

/** Demo players to sign in as; together they have content on every screen. */
const demoPlayers = [
  { name: 'NA', mobile: '+264812050001', paths: known.filter((path) => !path.includes('india')) },
  { name: 'IN', mobile: '+919810000003', paths: known.filter((path) => path.includes('india')) },
]

const isWanted = (path) => path.includes(values.only)

await build()
mkdirSync(values.out, { recursive: true })
const world = await openWorld()
const browser = await chromium.launch({ executablePath: await findOrInstallChromium(), args: ['--no-sandbox'] })
const faults = []
try {
  const seats = await Promise.all(demoPlayers.map(async (face) => ({ ...face, ...(await signIn(face.mobile)) })))
  for (const size of list('sizes'))
    for (const theme of list('themes'))
      for (const language of list('languages')) await sheet({ size, theme, language, seats })
} finally {
  await browser.close()
  await world.stop()
}
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1

/** Seeds the demo world if there is none, and starts the programs on it. */
async function openWorld() {
  const dataDir = join(values.out, 'world')
  const [portal, console_, studio, sandbox, smtp] = await freePorts(5)
  const env = { PORT: portal, CONSOLE_PORT: console_, STUDIO_PORT: studio, SANDBOX_PORT: sandbox, DATA_DIR: dataDir }
  Object.assign(process.env, env, { SANDBOX_SMTP_PORT: smtp, DHOW_MODE: 'sandbox', REQUESTS_PER_MINUTE: '100000' })
  delete process.env.DATABASE_URL
  const options = readOptions()
  if (!readDemo(dataDir)) {
    rmSync(dataDir, { recursive: true, force: true })
    const size = ['--players', values.players, '--days', values.days]
    await seedDemo(dataDir, programs(options, readSecrets(options)), size)
  }
  const stop = await supervise(programs(options, readSecrets(options)), () => {})
  return { portal: `http://localhost:${portal}`, sandbox: `http://localhost:${sandbox}`, stop }
}

/** Signs a player in with the code for a new device. */
async function signIn(mobile) {
  const context = await browser.newContext()
  const post = async (path, data) => (await context.request.post(`${world.portal}/api/v1/dhow${path}`, { data })).json()
  const textsTo = async () => (await fetch(`${world.sandbox}/sms?to=${encodeURIComponent(mobile)}`)).json()
  const before = new Set((await textsTo()).map(({ id }) => id))
  let answer = await post('/login', { mobile, password: 'calm-sea-at-dusk' })
  for (let tries = 0; !answer.token && tries < 100; tries++) {
    const code = (await textsTo()).find(({ id, text }) => !before.has(id) && /\b\d{6}\b/.test(text))
    if (code)
      answer = await post('/authentication-otp-verify', { mobile, otp: /\b\d{6}\b/.exec(code.text)[0], type: 'login' })
    else await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (!answer.token) throw new Error(`${mobile} cannot sign in: ${JSON.stringify(answer)}`)
  const { cookies } = await context.storageState()
  const ask = async (path) => {
    const headers = { authorization: `Bearer ${answer.token}` }
    return (await context.request.get(`${world.portal}/api/v1/dhow${path}`, { headers })).json()
  }
  const deposits = await ask('/player/deposit-history')
  const receipts = await ask('/player/receipts')
  await context.close()
  return { token: answer.token, cookies, payment: deposits.data?.[0]?.id, receipt: receipts.entries?.[0]?.posting }
}

/** Every screen at one size, in one theme and language, on one contact sheet. */
async function sheet({ size, theme, language, seats }) {
  const [width, height] = size.split('x').map(Number)
  const name = `${size}-${theme}-${language}${values.text === '100' ? '' : `-${values.text}`}`
  const shots = []
  const visits = [
    { who: 'visitor', paths: signedOut },
    ...seats.map((seat) => ({ who: seat.name, seat, paths: addressesOf(seat) })),
  ]
  for (const { who, seat, paths } of visits) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', locale: language })
    const look = { dhow_theme: theme, dhow_language: language, dhow_hint: seat ? 'in' : 'out' }
    await context.addCookies([
      ...(seat?.cookies ?? []).filter(({ name: cookie }) => !(cookie in look)),
      ...Object.entries(look).map(([cookie, value]) => ({ name: cookie, value, url: world.portal })),
    ])
    if (values.text !== '100')
      await context.addInitScript(
        (size) =>
          addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size), { once: true }),
        `${values.text}%`,
      )
    if (seat) await context.addInitScript((token) => localStorage.setItem('token', token), seat.token)
    const page = await context.newPage()
    for (const path of paths.filter(isWanted)) shots.push(await shoot(page, { path, who, name }))
    await context.close()
  }
  if (shots.length > 0) await writeSheet(name, shots, width, height)
}

function addressesOf({ paths, payment, receipt }) {
  const given = {
    '/payments/:id': payment && `/payments/${payment}`,
    '/receipts/:id': receipt && `/receipts/${receipt}`,
  }
  return paths
    .filter((path) => !signIns.includes(path))
    .flatMap((path) => {
      if (path === '/play/:game') return games.map((game) => `/play/${game}?demo=1`)
      return path.includes(':') ? (given[path] ?? []) : path
    })
}

async function shoot(page, { path, who, name }) {
  await page.goto(world.portal + path)
  await page
    .waitForFunction(
      () =>
        document.querySelector('h1') !== null &&
        [...document.querySelectorAll('main [role="status"][aria-label]')].every((one) => !one.checkVisibility()),
      undefined,
      { timeout: 15_000 },
    )
    .catch(() => faults.push(`${name} ${who} ${path} is never ready`))
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (tooWide > 0) faults.push(`${name} ${who} ${path} is ${tooWide} pixels too wide`)
  const cut = await page.evaluate(cutTexts)
  for (const text of cut) faults.push(`${name} ${who} ${path} cuts “${text}”`)
  return { path, who, picture: (await page.screenshot({ type: 'jpeg', quality: 70 })).toString('base64') }
}

/** Texts of the page that their box cuts off. Runs in the page. */
function cutTexts() {
  return [...document.querySelectorAll('main *, header *, nav *')]
    .filter((one) => one.childElementCount === 0 && one.textContent.trim() !== '' && one.checkVisibility())
    .filter((one) => {
      const { overflowX, textOverflow } = getComputedStyle(one)
      return (
        overflowX === 'hidden' &&
        textOverflow !== 'ellipsis' &&
        one.clientWidth > 1 &&
        one.scrollWidth > one.clientWidth + 1
      )
    })
    .map((one) => one.textContent.trim().slice(0, 60))
}

/** Writes an image of all screens with their paths, and an HTML page of the same at full size. */
async function writeSheet(name, shots, width, height) {
  const scale = Math.min(1, 270 / width)
  const figures = shots
    .map(
      ({ path, who, picture }) =>
        `<figure><img width=${Math.round(width * scale)} height=${Math.round(height * scale)} src="data:image/jpeg;base64,${picture}"><figcaption>${who} ${path}</figcaption></figure>`,
    )
    .join('')
  const html = `<!doctype html><meta charset=utf-8><title>${name}</title><style>body{margin:8px;background:#777;font:11px sans-serif;display:flex;flex-wrap:wrap;gap:8px;width:1690px}figure{margin:0;width:${Math.round(width * scale)}px}img{display:block}figcaption{overflow-wrap:anywhere;color:#fff}</style>${figures}`
  writeFileSync(join(values.out, `${name}.html`), html)
  const page = await browser.newPage({ viewport: { width: 1706, height: 800 } })
  await page.setContent(html)
  const inspector = await page.context().newCDPSession(page)
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const { data } = await inspector.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 50, captureBeyondViewport: true },
    clip: { x: 0, y: 0, width: 1706, height: whole, scale: Number(values.scale) },
  })
  writeFileSync(join(values.out, `${name}.webp`), Buffer.from(data, 'base64'))
  await page.close()
  console.log(`${name}: ${shots.length} screens`)
}
