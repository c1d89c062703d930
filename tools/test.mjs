// npm test: installs and builds what is missing, checks, and runs every test; the last line counts them.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failedInPlaywright, failedInVitest, leftOutInVitest, triedTwice } from './failed-tests.mjs'
import { install, refuseOldNode } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache', 'test')
const bin = (name) => join(root, 'node_modules', '.bin', name)
const startedAt = performance.now()
/** Three journeys and a cluster of PostgreSQL at a time, and as much again. */
const roomOfTests = 2 * 2 ** 30

/** Folder of the tests' databases, unless TMPDIR is set: in memory where there is room, since each begins as a copy of a folder of thousands of files. */
const folderOfTests = process.env.TMPDIR ?? inMemory() ?? tmpdir()

/** The project of what runs a second time. */
const embedded = 'server-embedded'

const sum = { passed: 0, failed: 0 }
const rows = []
const failures = []
const leftOut = []

/** Runs one part after the other, never two at once: the machine may be small, and the races need it whole. */
async function part(name, work) {
  console.log(`\n== ${name}`)
  const since = performance.now()
  let counts
  try {
    counts = await work()
  } catch (error) {
    console.error(error.message)
    counts = { isOk: false }
  }
  const { isOk, passed = 0, failed = 0, skipped = 0, names = [] } = counts
  failures.push(...names.map((one) => `${name}: ${one}`))
  if (!isOk && names.length === 0) failures.push(`${name}: outside its tests; see above`)
  sum.passed += passed
  // A part that broke outside its tests (a fault of types, a server that would not start) is a failure all the same.
  sum.failed += failed === 0 && !isOk ? 1 : failed
  if (skipped > 0) leftOut.push(`${skipped} tests of "${name}" say of themselves that they do not fit this machine`)
  const words = passed + failed > 0 ? `${passed} passed, ${failed} failed` : ''
  rows.push(`  ${isOk ? 'ok    ' : 'FAILED'} ${seconds(since).padStart(7)}  ${name.padEnd(28)} ${words}`.trimEnd())
  return isOk
}

async function vitest(projects) {
  const output = join(cache, 'vitest.json')
  rmSync(output, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const isOk = await run(bin('vitest'), ['run', ...chosen, '--passWithNoTests', ...reporters])
  if (!existsSync(output)) return { isOk }
  const report = readJson(output)
  const { numPassedTests: passed, numFailedTests: failed } = report
  // A test that is about several connections says so on the embedded engine; on PostgreSQL it runs.
  const skipped = leftOutInVitest(report)
  return { isOk, passed, failed, skipped, names: failedInVitest(report, root) }
}

async function journeys(chromium) {
  const output = join(cache, 'journeys.json')
  rmSync(output, { force: true })
  const isOk = await run(bin('playwright'), ['test', '-c', 'e2e', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
    DHOW_CHROMIUM: chromium,
  })
  if (!existsSync(output)) return { isOk }
  const report = readJson(output)
  const { expected, flaky, unexpected, skipped } = report.stats
  for (const name of triedTwice(report)) leftOut.push(`passed at its second try only: ${name}`)
  return { isOk, passed: expected + flaky, failed: unexpected, skipped, names: failedInPlaywright(report) }
}

async function everything() {
  refuseOldNode()
  mkdirSync(cache, { recursive: true })
  if (!(await part('install', () => ({ isOk: install() || true })))) return
  const isBuilt = await part('build', async () => {
    const { build } = await import('./build.mjs')
    if (!(await build())) console.log('Nothing changed since the last build.')
    return { isOk: true }
  })
  await part('check', async () => ({ isOk: await run(process.execPath, [join(root, 'tools/check.mjs')]) }))

  const { findPostgres } = await import('./postgres.mjs')
  const hasPostgres = Boolean(findPostgres() || process.env.DHOW_TEST_PG)
  if (!hasPostgres)
    leftOut.push('PostgreSQL is not on this machine: the races were left out, the rest ran on the embedded engine')
  if (isBuilt) await noteGo()
  const projects = await projectsFor(hasPostgres)
  await part(`tests: ${projects.join(', ')}`, () => vitest(projects))

  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return
  const { findOrInstallChromium } = await import('../e2e/chromium.mjs')
  const chromium = await findOrInstallChromium()
  if (!chromium) leftOut.push('there is no Chromium on this machine (DHOW_CHROMIUM names one): the browser journeys')
  else if (!isBuilt) leftOut.push('the browser journeys, because the build stopped')
  else await part('browser journeys', () => journeys(chromium))
}

/** Says who checks the files of receipts beside our own code: the Go team's packages, or only what they gave once. */
async function noteGo() {
  const { findGo } = await import('../packages/receipts/dist/testing/find-go.js')
  if (findGo()) rows.push("  ran              receipts, also through Go's note and tlog")
  else
    leftOut.push(
      'Go with golang.org/x/mod is not on this machine (golang-go, golang-golang-x-mod-dev): receipts were checked against its recorded files only',
    )
}

/** The names in vitest.config.ts, so that a new project is never forgotten here. They share one run: one start, one cluster of PostgreSQL. */
async function projectsFor(hasPostgres) {
  const { loadConfigFromFile } = await import('vite')
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'))
  // Without PostgreSQL that engine is the one they ran on.
  return config.test.projects.map(({ test }) => test.name).filter((name) => name !== embedded || hasPostgres)
}

/** The folder that Linux keeps in memory, unless it is small, as it is in most containers. */
function inMemory() {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > roomOfTests ? folder : undefined
  } catch {
    return undefined
  }
}

function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: folderOfTests, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

try {
  await everything()
} catch (error) {
  console.error(error.message)
  failures.push(error.message)
  sum.failed++
}
console.log(`\n${rows.join('\n')}`)
for (const line of failures) console.log(`  FAILED ${line}`)
for (const line of leftOut) console.log(`  left out: ${line}`)
console.log(`  in all ${seconds(startedAt)}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed > 0 ? 1 : 0
