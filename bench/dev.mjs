#!/usr/bin/env node
// npm run dev: the time from a saved file to its effect, for a portal screen (keeping typed text), the server, the studio and the
// sandbox; each file is replaced by renaming, as editors do.
//   node bench/dev.mjs        Changes four source files for a moment and restores them.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, machineNotes, report, root } from './setup.mjs'
import { openBrowser } from './phone.mjs'

const barMs = 2_000
const giveUpMs = 60_000

machineNotes()
const [portal, consolePort, studio, sandbox] = await freePorts(4)
const folder = mkdtempSync(join(tmpdir(), 'dhow-dev-'))
const child = spawn(process.execPath, ['tools/dev.mjs'], {
  cwd: root,
  env: {
    ...process.env,
    ...{ PORT: portal, CONSOLE_PORT: consolePort, STUDIO_PORT: studio, SANDBOX_PORT: sandbox, DATA_DIR: folder },
    STUDIO_CHAIN_LENGTH: '2000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((resolve) => child.once('exit', resolve))
const browser = await openBrowser()
try {
  await printed('Ctrl-C stops everything.')
  for (const port of [portal, studio, sandbox]) await until(async () => (await health(port)).includes('"status"'))
  const programs = [
    [
      'server',
      portal,
      'apps/server/src/serve-health.ts',
      ["status: 'success', build", "status: 'success', changed: true, build"],
    ],
    ['studio', studio, 'apps/studio/src/routes.ts', ["status: 'ok', version", "status: 'ok', changed: true, version"]],
    ['sandbox', sandbox, 'apps/sandbox/src/app.ts', ["name: 'sandbox' }", "name: 'sandbox', changed: true }"]],
  ]
  const rows = []
  for (const [name, port, path, texts] of programs) {
    const ms = await changed(path, texts, async () => (await health(port)).includes('changed'))
    rows.push({
      what: `a change of the ${name} takes effect`,
      value: `${ms} ms`,
      bar: `under ${barMs} ms`,
      isReached: ms < barMs,
    })
    await until(async () => /"status"(?!.*changed)/.test(await health(port)))
  }
  const page = await browser.newPage()
  await page.goto(`http://localhost:${portal}/login`)
  await page.waitForFunction(() => performance.getEntriesByName('dhow:hydrated').length > 0)
  const password = page.locator('input[type=password]').first()
  await password.fill('typed before the change')
  const screen = await changed(
    'apps/player/src/features/accounts/login.tsx',
    ['<form method', '<b id="changed">!</b><form method'],
    () => page.locator('#changed').isVisible(),
  )
  const kept = (await password.inputValue()) === 'typed before the change'
  report([
    ...rows,
    {
      what: 'a change of a screen is shown',
      value: `${screen} ms`,
      bar: `under ${barMs} ms`,
      isReached: screen < barMs,
    },
    { what: 'typed text is kept', value: kept ? 'yes' : 'no', bar: 'yes', isReached: kept },
  ])
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds from a changed file to its effect; the file is restored. */
async function changed(path, [before, after], hasEffect) {
  const file = join(root, path)
  const source = readFileSync(file, 'utf8')
  if (!source.includes(before)) throw new Error(`${path} has no ${before}`)
  try {
    const since = performance.now()
    replace(file, source.replace(before, after))
    await until(hasEffect)
    return Math.round(performance.now() - since)
  } finally {
    replace(file, source)
  }
}

function replace(file, text) {
  writeFileSync(`${file}~`, text)
  renameSync(`${file}~`, file)
}

function health(port) {
  return fetch(`http://localhost:${port}/health`).then(
    (answer) => answer.text(),
    () => '',
  )
}

async function until(condition) {
  const deadline = performance.now() + giveUpMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('nothing happened within a minute')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function printed(text) {
  return new Promise((resolve, reject) => {
    let all = ''
    child.stdout.setEncoding('utf8').on('data', (part) => {
      all += part
      if (all.includes(text)) resolve()
    })
    child.once('exit', () => reject(new Error(all)))
  })
}
