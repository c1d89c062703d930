// Installs the packages if the lockfile changed, with one-sentence errors; runs before any package is installed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const mark = join(root, 'node_modules', '.dhow-lock')

/** @throws Error with one sentence if Node is too old */
export function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!fits) throw new Error(`Dhow needs Node 20.19 or newer (or 22.12 or newer); this is ${process.versions.node}.`)
}

/** Installs the packages once for each lockfile. */
export function install(print = (line) => console.log(line)) {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const lock = createHash('sha256').update(text).digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return false
  if (isInstalled(JSON.parse(text))) {
    writeFileSync(mark, lock)
    return false
  }
  print('  installing packages')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  try {
    execFileSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? ''}`)
    throw new Error('The packages could not be installed; is the npm registry within reach?')
  }
  writeFileSync(mark, lock)
  return true
}

/** Whether the lockfile's packages are already installed, as by `npm ci`; packages of other platforms are left out. */
function isInstalled({ packages }) {
  const path = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(path)) return false
  const here = JSON.parse(readFileSync(path, 'utf8')).packages
  return Object.entries(packages).every(
    ([index, { version, optional, link }]) =>
      !index.includes('node_modules/') || optional || link || here[index]?.version === version,
  )
}
