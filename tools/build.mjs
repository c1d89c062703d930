import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Compiler and linter are Go programs that live for seconds: the less they collect their garbage, the sooner they end, by a fifth and more. */
export const lessCollecting = freemem() > 6 * 2 ** 30 ? { GOGC: 'off', GOMEMLIMIT: '2GiB' } : { GOGC: '400' }
const stampPath = join(root, '.cache', 'build-stamp')
const bin = (name) => join(root, 'node_modules', '.bin', name)

const madeBy = [
  ...['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'],
  ...['tools/build.mjs', 'tools/compress.mjs'],
]

/** Inputs of the build, by name, size and time: a second start has to know in milliseconds that nothing changed. */
function stampOfSources() {
  const hash = createHash('sha256').update(process.version)
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'dist', '.data', '.cache'].includes(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else {
        const { size, mtimeMs } = statSync(path)
        hash.update(`${path}:${size}:${Math.floor(mtimeMs)}\n`)
      }
    }
  }
  for (const folder of ['apps', 'packages']) walk(join(root, folder))
  for (const file of madeBy) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

export function isBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stampOfSources()
}

const vite = (app, ...args) => run(bin('vite'), ['build', '--logLevel', 'warn', ...args], join(root, 'apps', app))

/** One after the other; what stands in one step is made side by side. */
const steps = [
  ['types and programs', () => run(bin('tsc'), ['-b'], root)],
  [
    'each program in one file',
    // Read only where something is built: a second start knows within milliseconds that nothing is.
    async () => {
      const { bundle } = await import('../packages/platform/program/bundle.mjs')
      await Promise.all(['server', 'studio', 'sandbox'].map((name) => bundle(name)))
    },
  ],
  ['portal and studio', () => Promise.all([vite('player'), vite('studio')])],
  [
    'portal, drawn by the server, and console',
    () => Promise.all([vite('player', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'), vite('console')]),
  ],
  ['receipts page and package', async () => (await import('../packages/receipts/build.mjs')).buildReceipts()],
  ['compressed files', async () => (await import('./compress.mjs')).compressBuilt()],
]

/** Builds everything that changed; `say` gets a line a step. */
export async function build(say = (line) => console.log(line)) {
  if (isBuilt()) return false
  for (const [place, [name, work]] of steps.entries()) {
    say(`  building ${place + 1}/${steps.length}: ${name}`)
    await work()
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampPath, stampOfSources())
  return true
}

function run(command, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...lessCollecting, ...process.env, NODE_ENV: 'production' },
    })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(said))
      reject(new Error(`the build stopped at: ${[command.split('/').pop(), ...args].join(' ')}`))
    })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = await build()
  console.log(built ? 'Built.' : 'Nothing changed since the last build.')
}
