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

/** Path of a Chromium: the setting, the usual places, or the one that a package brings; undefined where there is none. */
export async function findChromium() {
  return onMachine(usualPlaces) ?? (await packaged(root)) ?? (await packaged(own))
}

/**
 * The Chromium of the journeys: where the setting names none, one without a window's frame, which renders and runs pages just so for a
 * quarter less of the processor. That is the package's, the same everywhere; it is put below `.cache` where npm left it out, as it does on
 * older Nodes, though it works there. Where it does not, any other.
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
