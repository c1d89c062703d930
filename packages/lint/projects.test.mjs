// Every TypeScript file belongs to a project of tsconfig.json, so that `tsc -b` checks it.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const projects = JSON.parse(readFileSync(`${root}/tsconfig.json`, 'utf8')).references.map(({ path }) =>
  path.endsWith('.json') ? path : `${path}/tsconfig.json`,
)

/** Files of a project, as the compiler resolves `include` and `exclude`. */
async function filesOf(path) {
  const args = [`${root}/node_modules/typescript/bin/tsc`, '--showConfig', '-p', join(root, path)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 8_000_000 })
  return JSON.parse(stdout).files.map((file) => relative(root, join(root, dirname(path), file)))
}

/** Declarations beside modules of JavaScript; whoever imports the module checks them. */
const isDeclaration = (path) => /\.d\.m?ts$/.test(path)

/** TypeScript files of the repository, including new ones, that are in none of these lists. */
function uncheckedFiles(lists) {
  const checked = new Set(lists.flat())
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mts', '*.cts']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  expect(files.length).toBeGreaterThan(1_500)
  return files.filter((path) => !isDeclaration(path) && !checked.has(path))
}

it('every TypeScript file belongs to a project; without one of them, its files are found', async () => {
  const lists = await Promise.all(projects.map(filesOf))
  expect(uncheckedFiles(lists)).toEqual([])
  const studioTests = projects.indexOf('apps/studio/tsconfig.test.json')
  expect(uncheckedFiles(lists.toSpliced(studioTests, 1))).toContain('apps/studio/src/app.test.ts')
})
