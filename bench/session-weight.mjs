#!/usr/bin/env node
// Bytes of a session on a phone with an empty cache: the lobby scrolled to its end, a search, and a game's page until it can be played. Both
// programs are behind a counting proxy, so headers, frames and live streams are included.
//   node bench/session-weight.mjs
// Build first: npm run build.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { openBrowser, openPhone } from './phone.mjs'
import { freePorts, machineNotes, openSetup, report, root } from './setup.mjs'

const bars = { sessionBytes: 250_000 }

machineNotes()
const folder = mkdtempSync(join(tmpdir(), 'session-weight-'))
const [studioPort, studioDoor, portalDoor] = await freePorts(3)
const studioOrigin = `http://127.0.0.1:${studioDoor}`
const portal = `http://127.0.0.1:${portalDoor}`
const setup = await openSetup({
  players: 1,
  env: { LOG_LEVEL: 'silent', STUDIO_ORIGIN: studioOrigin, PORTAL_ORIGIN: portal },
})
let bytes = 0
const doors = [openProxy(studioDoor, studioPort), openProxy(portalDoor, setup.port)]
const studio = spawn(process.execPath, ['apps/studio/dist/program.js'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    STUDIO_PORT: String(studioPort),
    STUDIO_ORIGIN: studioOrigin,
    PORTAL_ORIGIN: portal,
    STUDIO_DATA_DIR: folder,
    STUDIO_WALLET_URL: `http://127.0.0.1:${setup.port}/api/v1/dhow/gateway/dhow`,
    STUDIO_WALLET_KEY: setup.bets.key,
    STUDIO_CHAIN_LENGTH: '20000',
    LOG_LEVEL: 'error',
  },
})
const browser = await openBrowser()
const lines = []
try {
  await isPlaying()
  for (const saver of [false, true]) {
    const weights = await visit(saver)
    const sum = Object.values(weights).reduce((all, one) => all + one, 0)
    for (const [what, bytes] of Object.entries(weights)) lines.push({ what: `  ${what}`, value: `${bytes} B` })
    lines.push({
      what: saver ? 'the session with the data saver' : 'the session',
      value: `${sum} B`,
      bar: `at most ${bars.sessionBytes} B`,
      isReached: sum <= bars.sessionBytes,
    })
  }
} finally {
  await browser.close()
  studio.kill()
  for (const door of doors) door.close()
  await setup.close()
  rmSync(folder, { recursive: true, force: true })
}
report(lines)

/** Forwards one port to another, and counts the answered bytes. */
function openProxy(from, to) {
  return createServer((phone) => {
    const server = connect(to, '127.0.0.1')
    server.on('data', (chunk) => void (bytes += chunk.length))
    phone.pipe(server).pipe(phone)
    for (const socket of [phone, server]) socket.on('error', () => [phone, server].forEach((one) => one.destroy()))
  }).listen(from, '127.0.0.1')
}

async function isPlaying() {
  for (let tries = 0; tries < 600; tries++) {
    const health = await fetch(`${studioOrigin}/health`).then(
      (answer) => answer.json(),
      () => undefined,
    )
    if (health?.state === 'playing') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the studio does not play')
}

/** Bytes of each part of a session. */
async function visit(saver) {
  const { context, page } = await openPhone(browser)
  if (saver) await context.addCookies([{ name: 'dhow_saver', value: 'on', url: portal }])
  await context.addInitScript((token) => {
    if (self === top) localStorage.setItem('token', token)
  }, setup.tokens[0])
  /** Bytes since the last part, once only live streams remain active. */
  const taken = async () => {
    let before = -1
    for (let tries = 0; tries < 6 && before < bytes - 2_000; tries++) {
      before = bytes
      await page.waitForTimeout(1_500)
    }
    const part = bytes
    bytes = 0
    return part
  }

  await page.goto(`${portal}/`)
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  await page.getByTestId('balance').waitFor()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) {
    await page.evaluate((top) => scrollTo(0, top), y)
    await page.waitForTimeout(300)
  }
  const lobby = await taken()

  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: 'Search games' }).first().click()
  await page.getByRole('searchbox').fill('dhow')
  await page.locator('main a[href="/play/dhow"]').first().waitFor()
  const search = await taken()

  await page.locator('main a[href="/play/dhow"]').first().click()
  await page.waitForURL('**/play/dhow')
  const handle = await page.waitForSelector('iframe:not(#ahead iframe)')
  const frame = await handle.contentFrame()
  await frame.waitForFunction(() => document.getElementById('balance')?.textContent.trim())
  const game = await taken()
  await context.close()
  return { lobby, search, 'a game until it can be played': game }
}
