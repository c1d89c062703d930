// npm test: installs and builds what is missing, checks, and tests each feature once. With --all (npm run test:all) also longer tests. The last line
// counts the tests of all runners.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, refuseOldNode } from './install.mjs'
import { bin, root, run } from './run.mjs'

const cache = join(root, '.cache', 'test')
const startedAt = performance.now()
/** Twice the space of three journeys and a PostgreSQL cluster. */
const memoryPerTest = 2 * 2 ** 30
const isAll = process.argv.includes('--all')
/** Projects and journeys of npm test. */
const quick = ['packages', 'studio', 'server', 'rows', 'front-ends', 'components']
const quickJourneys = ['light', 'lobby', 'money-out', 'receipts'].map((name) => `e2e/${name}.spec.ts`)
/** The fault explorer with a fixed seed, so that each run has the same schedules. */
const explorer = 'apps/server/test/explore/command/explore.mjs --schedules 300 --seed ci --workers 2'.split(' ')
/** Project that repeats tests, and projects with their own commands: npm run test:embedded and test:kills. */
const [embedded, embeddedRest, kills] = ['server-embedded', 'server-embedded-rest', 'kills']
/** Folder of the tests' databases: in memory if there is room, since each is a copy of thousands of files. */
const env = { TMPDIR: process.env.TMPDIR ?? inMemory() ?? tmpdir() }

const sum = { passed: 0, failed: 0 }
const rows = []
const notes = []
/** All failures, repeated at the end of the log. */
const faults = []
const faultsFile = join(cache, 'faults.json')

/** Runs one part at a time: the machine may be small, and race tests need all of it. */
async function part(name, work) {
  console.log(`\n== ${name}`)
  const since = performance.now()
  const {
    isOk,
    passed = 0,
    failed = 0,
  } = await work().catch((error) => {
    console.error(error.message)
    return { isOk: false }
  })
  sum.passed += passed
  // A part that failed outside its tests (type error, server start) counts as a failure, too.
  sum.failed += failed === 0 && !isOk ? 1 : failed
  const words = passed + failed > 0 ? `${passed} passed, ${failed} failed` : isOk ? '' : 'see above'
  rows.push(`  ${isOk ? 'ok    ' : 'FAILED'} ${seconds(since).padStart(7)}  ${name.padEnd(28)} ${words}`.trimEnd())
  return isOk
}

/** Runs a test runner that also writes a report. */
async function withReport(name, command, args, read, env) {
  const path = join(cache, `${name}.json`)
  for (const file of [path, faultsFile]) rmSync(file, { force: true })
  const { isOk } = await run(command, args(path), { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path }, isShown: true })
  return { isOk, ...(existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : {}) }
}

const vitest = (projects) =>
  withReport(
    'vitest',
    bin('vitest'),
    (path) => [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${path}`],
      ...['--reporter=./tools/test-faults.mjs', `--outputFile.faults=${faultsFile}`],
    ],
    ({ numPassedTests: passed, numFailedTests: failed, testResults }) => {
      if (existsSync(faultsFile)) faults.push(...JSON.parse(readFileSync(faultsFile, 'utf8')))
      // Tests of several connections are skipped on the embedded engine, but run on PostgreSQL.
      const tests = testResults.flatMap((file) =>
        file.assertionResults.map(({ fullName, status }) => [`${file.name} > ${fullName}`, status]),
      )
      const ran = new Set(tests.filter(([, status]) => /passed|failed/.test(status)).map(([name]) => name))
      const skipped = new Set(tests.map(([name]) => name).filter((name) => !ran.has(name))).size
      if (skipped > 0) notes.push(`left out: ${skipped} tests that do not fit this machine`)
      return { passed, failed }
    },
    env,
  )

const journeys = (chromium) =>
  withReport(
    'journeys',
    bin('playwright'),
    () => ['test', '-c', 'e2e', '--reporter=list,json', ...(isAll ? [] : quickJourneys)],
    ({ suites, stats: { expected, flaky, unexpected: failed, skipped } }) => {
      faults.push(...suites.flatMap(faultsOfJourneys))
      if (skipped > 0) notes.push(`left out: ${skipped} browser journeys`)
      if (flaky > 0) notes.push(`passed at the second try only: ${flaky} browser journeys; see above`)
      return { passed: expected + flaky, failed }
    },
    { ...env, DHOW_CHROMIUM: chromium },
  )

/** Failed journeys, at the first or every try, with the first lines of their errors. */
function faultsOfJourneys({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      .map(({ message }) => `journey ${file} > ${title}\n${message.split('\n').slice(0, 12).join('\n')}`),
  )
  return [...own, ...suites.flatMap(faultsOfJourneys)]
}

async function everything() {
  refuseOldNode()
  mkdirSync(cache, { recursive: true })
  if (!(await part('install', async () => ({ isOk: install() || true })))) return
  const isBuilt = await part('build', async () => {
    const { build } = await import('./build.mjs')
    if (!(await build())) console.log('Nothing changed since the last build.')
    return { isOk: true }
  })
  await part('check', () => run(process.execPath, ['tools/check.mjs'], { isShown: true }))

  const { findPostgres } = await import('../packages/platform/testing/postgres.mjs')
  const hasPostgres = Boolean(findPostgres() || process.env.DHOW_TEST_PG)
  if (!isAll)
    notes.push(
      'left to npm run test:all: long tests of server and studio, the embedded engine, races, programs that are killed, most journeys',
    )
  else if (!hasPostgres)
    notes.push('left out: the races, since PostgreSQL is not on this machine; the rest ran on the embedded engine')
  else
    notes.push(
      'on the embedded engine too: money, limits, sign-in and the schema; npm run test:embedded repeats the rest',
      'killed at every fourth statement and at each around the effect; npm run test:kills kills at every one',
    )
  const projects = await projectsFor(hasPostgres)
  await part(`tests: ${projects.join(', ')}`, () => vitest(projects))
  const engine = findPostgres() ? [] : ['--in-process']
  await part('fault explorer', () => run(process.execPath, [...explorer, ...engine], { env, isShown: true }))

  if (isBuilt) {
    const { findGo } = await import('../packages/receipts/dist/testing/find-go.js')
    const without = 'golang-go, golang-golang-x-mod-dev: receipts were checked against its recorded files only'
    notes.push(
      findGo() ? 'ran: receipts, also through Go’s note and tlog' : `left out: Go with golang.org/x/mod (${without})`,
    )
  }

  const { findOrInstallChromium } = await import('../e2e/chromium.mjs')
  const chromium = await findOrInstallChromium()
  if (!chromium) notes.push('left out: the browser journeys, since there is no Chromium (DHOW_CHROMIUM names one)')
  else if (!isBuilt) notes.push('left out: the browser journeys, because the build stopped')
  else await part('browser journeys', () => journeys(chromium))
}

/** Names in vitest.config.ts, so that no project is forgotten; they share one run and one PostgreSQL cluster. */
async function projectsFor(hasPostgres) {
  const { loadConfigFromFile } = await import('vite')
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'))
  const names = config.test.projects.map(({ test }) => test.name)
  if (!isAll) return names.filter((name) => quick.includes(name))
  // Without PostgreSQL they already ran on that engine.
  return names.filter((name) => ![embeddedRest, kills].includes(name) && (name !== embedded || hasPostgres))
}

/** The in-memory folder of Linux, unless it is small, as in most containers. */
function inMemory() {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > memoryPerTest ? folder : undefined
  } catch {
    return undefined
  }
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

try {
  await everything()
} catch (error) {
  console.error(error.message)
  sum.failed++
}
for (const fault of faults.slice(0, 40)) console.log(`\n${fault}`)
if (faults.length > 40) console.log(`\n… and ${faults.length - 40} more failures`)
console.log(`\n${[...rows, ...notes.map((note) => `  ${note}`)].join('\n')}`)
console.log(`  in all ${seconds(startedAt)}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exitCode = sum.failed > 0 ? 1 : 0
