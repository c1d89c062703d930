// Planted bugs of the fault explorer: patches that each remove one lock, key, check or ordering from a copy of the
// server's sources.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterFor, runExplorer } from './explore-shared.mjs'
import { root } from '../../../../../tools/run.mjs'

const patches = join(root, 'apps/server/test/explore/planted')

/**
 * Reads the planted bugs: the sentence that says what is missing, and the flows that use that code, if not all do.
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
 * @throws Error if it does not apply
 */
export const applyPlanted = (file, folder, options = []) =>
  execFileSync('git', ['apply', ...options, file], { cwd: folder, stdio: 'pipe' })

/** A copy of the server's sources with one planted bug; the rest of the repository is the same. */
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

/**
 * Explores planted bugs until each is found, several at a time, and prints a row of the table for each. Returns how
 * many were not found.
 */
export async function explorePlanted(wanted, args, { bundle, folder, workers }) {
  const bugs = plantedBugs().filter(({ name }) => wanted === 'all' || wanted.split(',').includes(name))
  if (bugs.length === 0) throw new Error(`no planted bug is called ${wanted}`)
  let missed = 0
  const next = async () => {
    const cluster = await clusterFor(args)
    for (let bug = bugs.shift(); bug; bug = bugs.shift()) {
      const copy = copySources(bug.file)
      try {
        const module = await bundle(copy, join(folder, `planted-${bug.name}-${process.pid}.mjs`))
        const lines = []
        const flows = bug.flows ? ['--flows', bug.flows] : []
        await runExplorer(module, ['--first', ...flows, ...args], cluster.url, (line) => lines.push(line))
        const [, number, wrong] =
          lines.map((line) => /^schedule \S+ \(number (\d+)\): (.*)/.exec(line)).find(Boolean) ?? []
        if (number === undefined) missed++
        console.log(
          `| \`${bug.name}\` | ${bug.missing} | ${number ?? 'not found'} | ${wrong?.split('; ')[0] ?? lines.at(-1)} |`,
        )
        for (const file of [module, `${module}.map`]) rmSync(file, { force: true })
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    }
    await cluster.stop()
  }
  await Promise.all(Array.from({ length: Math.min(workers, bugs.length) }, next))
  return missed
}
