// npm run build: builds programs and front ends if something changed. Finding that nothing changed has to take milliseconds; task runners such as
// wireit take 0.7 s for that.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, root, run } from './run.mjs'

const stampPath = join(root, '.cache', 'build-stamp')

const madeBy = [
  ...['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'],
  ...['tools/build.mjs', 'tools/compress.mjs'],
]

/** Inputs of the build, by name, size and time. */
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

const vite = (app, ...args) => make('vite', ['build', '--logLevel', 'warn', ...args], join(root, 'apps', app))

/** Steps run one by one; the commands of a step in parallel. */
const steps = [
  ['types and programs', () => make('tsc', ['-b'], root)],
  [
    'each program in one file',
    // Imported only if something is built.
    async () => {
      const { bundle } = await import('../packages/platform/program/bundle.mjs')
      await Promise.all(['server', 'studio', 'sandbox'].map((name) => bundle(name)))
    },
  ],
  ['portal and studio', () => Promise.all([vite('player'), vite('studio')])],
  [
    'portal, rendered by the server, and console',
    () => Promise.all([vite('player', '--ssr', 'src/entry-server.tsx', '--outDir', 'dist/server'), vite('console')]),
  ],
  ['receipts page and package', async () => (await import('../packages/receipts/build.mjs')).buildReceipts()],
  ['compressed files', async () => (await import('./compress.mjs')).compressBuilt()],
]

/** Builds everything that changed; `print` gets a line for each step. */
export async function build(print = (line) => console.log(line)) {
  if (isBuilt()) return false
  for (const [index, [name, work]] of steps.entries()) {
    print(`  building ${index + 1}/${steps.length}: ${name}`)
    await work()
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stampPath, stampOfSources())
  return true
}

async function make(command, args, cwd) {
  const { isOk, output } = await run(bin(command), args, { cwd, env: { NODE_ENV: 'production' } })
  if (isOk) return
  process.stderr.write(output)
  throw new Error(`the build stopped at: ${[command, ...args].join(' ')}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = await build()
  console.log(built ? 'Built.' : 'Nothing changed since the last build.')
}
