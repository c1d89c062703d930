// The demo world of `npm run seed` and `npm start -- --demo`, in its own folder; made by the server's code (apps/server/src/seed).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = '.data-demo'

/**
 * Sets the demo's folder and the embedded engine, overriding the operator's settings.
 * @throws Error in live mode
 */
export function setDemoSettings(env) {
  if (env.DHOW_MODE === 'live') throw new Error('The demo is for the sandbox only; unset DHOW_MODE.')
  env.DATA_DIR = folder
  delete env.DATABASE_URL
}

/** Operators' sign-ins of a data folder's demo world, undefined without one. @throws Error for options that come too late for it */
export function readDemo(dataDir, options = []) {
  const path = join(dataDir, 'demo.json')
  if (!existsSync(path)) return undefined
  if (options.length === 0) return JSON.parse(readFileSync(path, 'utf8')).operators
  throw new Error(`${dataDir} has a demo world: delete the folder first, or leave out ${options.join(' ')}.`)
}

/**
 * Makes the demo world in an empty folder.
 * @param {{ env: object }[]} programs server, studio and sandbox with their settings, from `programs` of start.mjs
 * @param {string[]} args of the command line: --seed, --players, --days
 * @throws Error if it fails
 */
export async function seedDemo(dataDir, programs, args) {
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/seed/main.js'), ...args], {
    env: Object.assign({}, ...programs.toReversed().map(({ env }) => env)),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let operators
  child.on('message', (message) => (operators = message.operators))
  const [code] = await once(child, 'exit')
  if (code !== 0 || !operators) throw new Error('The demo world was not made; see the lines above.')
  writeFileSync(join(dataDir, 'demo.json'), JSON.stringify({ operators }, null, 2), { mode: 0o600 })
  return operators
}

/** Sign-ins at the console, for the terminal. */
export const linesOfDemo = (operators) => [
  ...operators.map(
    ({ name, role, password, secret }) =>
      `  ${name.padEnd(10)} ${role.padEnd(8)} ${password}   authenticator ${secret}`,
  ),
  '  Players sign in with the mobile number that the console shows and the password calm-sea-at-dusk.',
]
