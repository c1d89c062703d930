// Planted bugs of the fault explorer: patches that each take one lock, key, check or order out of a copy of the server's sources.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTemporaryCluster } from './postgres.mjs'
import { root } from './run.mjs'

const patches = join(root, 'apps/server/test/explore/planted')

/**
 * Reads the planted bugs: the sentence that says what is missing, and the flows that pass there where not all do.
 * @returns {{ name: string, file: string, missing: string, flows: string | undefined }[]}
 */
export const plantedBugs = () =>
  readdirSync(patches)
    .filter((file) => file.endsWith('.patch'))
    .sort()
    .map((file) => {
      const path = join(patches, file)
      const text = readFileSync(path, 'utf8')
      const [missing = ''] = text.split('\n')
      const flows = /^Flows: (.*)$/m.exec(text)?.[1]
      return { name: file.replace('.patch', ''), file: path, missing, flows }
    })

/**
 * Applies a patch to the sources in this folder.
 * @throws Error where it does not fit them
 */
export const applyPlanted = (file, folder, options = []) =>
  execFileSync('git', ['apply', ...options, file], { cwd: folder, stdio: 'pipe' })

/** A copy of the server's sources with one bug planted; everything else of the repository is the same. */
function copySources(file) {
  const copy = mkdtempSync(join(tmpdir(), 'dhow-planted-'))
  const shared = readdirSync(root).filter((name) => name !== 'apps' && !name.startsWith('.'))
  for (const name of shared) symlinkSync(join(root, name), join(copy, name))
  mkdirSync(join(copy, 'apps/server'), { recursive: true })
  for (const app of readdirSync(join(root, 'apps')).filter((name) => name !== 'server'))
    symlinkSync(join(root, 'apps', app), join(copy, 'apps', app))
  const copied = new Set(['src', 'test', 'database'])
  for (const name of readdirSync(join(root, 'apps/server'))) {
    const [from, to] = [join(root, 'apps/server', name), join(copy, 'apps/server', name)]
    if (copied.has(name)) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
  applyPlanted(file, copy)
  return copy
}

/** Runs the explorer's module, and gives what it printed. */
function run(module, args, databaseUrl) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', module, ...args], {
      env: { ...process.env, DHOW_TEST_PG: databaseUrl },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let printed = ''
    child.stdout.on('data', (chunk) => (printed += chunk))
    child.once('error', reject)
    child.once('close', () => resolve(printed))
  })
}

/** Explores each planted bug until it is found, two at a time, and prints a row of the table for each. Answers how many were not found. */
export async function explorePlanted(wanted, args, { bundle, folder }) {
  const bugs = plantedBugs().filter(({ name }) => wanted === 'all' || wanted.split(',').includes(name))
  if (bugs.length === 0) throw new Error(`no planted bug is called ${wanted}`)
  let missed = 0
  const next = async () => {
    // Transactions of another explorer in the same cluster would hold back what waits for the oldest open one.
    const cluster = await startTemporaryCluster()
    for (let bug = bugs.shift(); bug; bug = bugs.shift()) {
      const copy = copySources(bug.file)
      try {
        const module = await bundle(copy, join(folder, `planted-${bug.name}-${process.pid}.mjs`))
        const printed = await run(
          module,
          ['--first', ...(bug.flows ? ['--flows', bug.flows] : []), ...args],
          cluster.url,
        )
        const [, schedule, number, wrong] = /schedule (\S+) \(number (\d+)\): (.*)/.exec(printed) ?? []
        if (schedule === undefined) missed++
        const found =
          schedule === undefined ? ['not found', '', printed.trim().split('\n').at(-1)] : [number, schedule, wrong]
        console.log(`| \`${bug.name}\` | ${bug.missing} | ${found[0]} | ${found[1]} | ${found[2]} |`)
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    }
    await cluster.stop()
  }
  await Promise.all([next(), next()])
  return missed
}
