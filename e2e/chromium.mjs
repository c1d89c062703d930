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

const onMachine = (places) => [process.env.DHOW_CHROMIUM, ...places].find((path) => path && existsSync(path))

/** Path of a Chromium: the setting, the usual places, or the package's own; undefined if there is none. */
export async function findChromium() {
  return onMachine(usualPlaces) ?? (await packaged(root)) ?? (await packaged(own))
}

/**
 * The Chromium of the journeys. Without a setting this is the package's headless shell, the same on every machine: it renders and runs
 * pages like a full browser for a quarter less CPU. npm skips it on older Nodes although it works there; it is then installed below
 * `.cache`. Falls back to any other Chromium.
 */
export async function findOrInstallChromium(print = (line) => console.log(line)) {
  return (
    onMachine(['/usr/bin/chromium-headless-shell']) ??
    (await packaged(root)) ??
    (await packaged(own)) ??
    (await installed(print)) ??
    onMachine(usualPlaces)
  )
}

async function installed(print) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  print('  installing Chromium')
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
    print(
      `  it could not be installed: ${String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    )
    return undefined
  }
  return packaged(own)
}

/** The package's executable in a folder, if it exists and runs here. */
async function packaged(folder) {
  try {
    const entry = createRequire(join(folder, 'package.json')).resolve(name)
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const path = await chromium.executablePath()
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return path
  } catch {
    // Not installed, built for another platform, or missing a library.
    return undefined
  }
}
