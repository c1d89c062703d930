import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const own = join(root, '.cache', 'chromium')
const name = '@sparticuz/chromium'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where a Chromium is on this machine: the setting, the usual places, or the one that a package brings; undefined where there is none. */
export async function findChromium(places = usualPlaces) {
  const here = [process.env.DHOW_CHROMIUM, ...places].find((path) => path && existsSync(path))
  return here ?? (await packaged(root)) ?? (await packaged(own))
}

/**
 * The same, and where there is none, the package's, put below `.cache`: npm leaves it out of an installation on older Nodes, though it
 * works there.
 */
export async function findOrInstallChromium(say = (line) => console.log(line), places = usualPlaces) {
  const found = await findChromium(places)
  if (found) return found
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  say('  installing Chromium')
  mkdirSync(own, { recursive: true })
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  const wanted = `${name}@${optionalDependencies[name]}`
  try {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
    execFileSync(command, [...args, 'install', '--prefix', own, ...quiet, wanted], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    say(
      `  it could not be installed: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
    return undefined
  }
  return packaged(own)
}

/** The executable of the package as it stands in a folder, if it is there and runs here. */
async function packaged(folder) {
  try {
    const entry = createRequire(join(folder, 'package.json')).resolve(name)
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const path = await chromium.executablePath()
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return path
  } catch {
    // Not installed, made for another kind of machine, or without a library it needs: there is none to use.
    return undefined
  }
}
