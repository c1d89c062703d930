// npm test: installs and builds what is missing, checks, and runs every test; the last line counts them.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failedInPlaywright, failedInVitest, triedTwice } from './failed-tests.mjs'
import { install, refuseOldNode } from './install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache', 'test')
const bin = (name) => join(root, 'node_modules', '.bin', name)
const startedAt = performance.now()

/** Projects that start no program and wait for none. */
const computing = ['packages', 'front-ends']

const sum = { passed: 0, failed: 0 }
const rows = []
const failures = []
const leftOut = []

/**
 * Runs a part and notes how it went. Parts run one after the other: the machine may be small, and the races need it whole. One that is
 * `aside` waits most of its time, and has others beside it; what it says stands together at its end.
 */
async function part(name, work, { aside = false } = {}) {
  const kept = aside ? [] : undefined
  if (!aside) console.log(`\n== ${name}`)
  const since = performance.now()
  let counts
  try {
    counts = await work((command, args, env) => run(command, args, env, kept))
  } catch (error) {
    console.error(error.message)
    counts = { isOk: false }
  }
  if (kept) console.log(`\n== ${name}\n${Buffer.concat(kept).toString()}`)
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

async function vitest(run, project, env = {}) {
  const output = join(cache, `${project}.json`)
  rmSync(output, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const isOk = await run(bin('vitest'), ['run', '--project', project, '--passWithNoTests', ...reporters], env)
  if (!existsSync(output)) return { isOk }
  const report = readJson(output)
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return { isOk, passed, failed, skipped, names: failedInVitest(report, root) }
}

async function journeys(run, chromium) {
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
  const { findPostgres } = await import('./postgres.mjs')
  const hasPostgres = Boolean(findPostgres() || process.env.DHOW_TEST_PG)
  if (!hasPostgres)
    leftOut.push('PostgreSQL is not on this machine: the races were left out, the rest ran on the embedded engine')
  const tests = (project, options) => part(`tests: ${project}`, (run) => vitest(run, project), options)
  const check = () =>
    part('check', async (run) => ({ isOk: await run(process.execPath, [join(root, 'tools/check.mjs')]) }))
  // What kills programs and waits until they are back leaves the processor to what only computes; nothing else stands two at once.
  const waiting = availableParallelism() > 1 ? ['faults'] : []
  const rest = (await projects()).filter((project) => !waiting.includes(project))
  const beside = waiting.length > 0 ? rest.filter((project) => computing.includes(project)) : []
  const waited = Promise.all(waiting.map((project) => tests(project, { aside: true })))
  await check()
  for (const project of beside) await tests(project)
  await waited
  for (const project of rest) if (!beside.includes(project)) await tests(project)
  // What starts programs of its own has just run on PostgreSQL; a second time would be minutes more for the same processes.
  if (hasPostgres)
    await part('tests: server, embedded', async (run) => ({
      ...(await vitest(run, 'server', { DHOW_TEST_ENGINE: 'pglite', DHOW_TEST_PG: '' })),
      // A test that is about several connections says of itself that it is for PostgreSQL, where it has just run.
      skipped: 0,
    }))

  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return
  const { findOrInstallChromium } = await import('./chromium.mjs')
  const chromium = await findOrInstallChromium()
  if (!chromium) leftOut.push('there is no Chromium on this machine (DHOW_CHROMIUM names one): the browser journeys')
  else if (!isBuilt) leftOut.push('the browser journeys, because the build stopped')
  else await part('browser journeys', (run) => journeys(run, chromium))
}

/** The names in vitest.config.ts, so that a new project is never forgotten here. */
async function projects() {
  const { loadConfigFromFile } = await import('vite')
  const { config } = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(root, 'vitest.config.ts'))
  return config.test.projects.map(({ test }) => test.name)
}

/** Runs a command and answers whether it went well; what it says is kept where there is a place for it, and said at once where not. */
function run(command, args, env = {}, kept) {
  return new Promise((resolve, reject) => {
    const stdio = kept ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    child.stdout?.on('data', (data) => kept.push(data))
    child.stderr?.on('data', (data) => kept.push(data))
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
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
