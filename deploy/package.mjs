// npm run package: a tarball for live mode, without sources, tools and development packages; `-- --folder PATH` writes only the folder.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from '../tools/run.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Files in the layout that the programs expect, the same as in the sources. */
const parts = [
  ...['LICENSE', 'NOTICE', 'CHANGELOG.md', 'deploy'],
  ...['package.json', 'settings.json', 'database', 'dist/program.js', 'dist/program.cjs', 'dist/program.cjs.map'].map(
    (path) => `apps/server/${path}`,
  ),
  ...['client', 'server'].map((path) => `apps/player/dist/${path}`),
  'apps/console/dist/client',
  ...['package.json', 'settings.json', 'migrations', 'dist/client'].map((path) => `apps/studio/${path}`),
  ...['dist/program.js', 'dist/program.cjs', 'dist/program.cjs.map'].map((path) => `apps/studio/${path}`),
]

/** Packages with files besides their script; all others are bundled into the programs. */
const packages = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp']

/** Package files that are not used at run time: types, source maps, and extensions of the embedded engine. */
const isUnused = (path) =>
  /\.(d\.[cm]?ts|map|md)$/.test(path) ||
  /@electric-sql\/pglite\/dist\/(.*\.tar\.gz|(live|contrib|node-postgres|vector|worker|templating)\b.*)$/.test(path) ||
  path.endsWith('.test.mjs')

/** Tests, and the programs of `deploy` that need the sources: this one, and the local cluster. */
const isOfDevelopment = (path) =>
  path.endsWith('.test.mjs') ||
  /^deploy\/(package|cluster\/cluster)\.mjs$|^deploy\/cluster\/program(\/|$)/.test(relative(root, path))

/** These packages and their dependencies, as far as they are installed on this machine. */
export function closureOf(names, isThere = (name) => existsSync(join(root, 'node_modules', name))) {
  const found = new Set()
  const add = (name) => {
    if (found.has(name) || !isThere(name)) return
    found.add(name)
    const { dependencies, optionalDependencies } = lock[`node_modules/${name}`] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed)
  }
  names.forEach(add)
  return [...found].toSorted()
}

/** Writes the folder. @throws Error if a part was not built */
export function writePackage(folder) {
  rmSync(folder, { recursive: true, force: true })
  const copy = (path, isWanted) => {
    if (!existsSync(join(root, path))) throw new Error(`${path} is missing; run npm run build.`)
    cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true, filter: isWanted })
  }
  for (const path of parts) copy(path, (from) => !isOfDevelopment(from))
  for (const name of closureOf(packages)) copy(`node_modules/${name}`, (from) => !isUnused(from))
  const own = { name: 'dhow', version, private: true, license: 'Apache-2.0', type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

async function main(args) {
  const { build } = await import('../tools/build.mjs')
  await build()
  const name = `dhow-${version}`
  const asked = args.indexOf('--folder')
  const folder = asked === -1 ? join(root, 'dist', name) : resolve(args[asked + 1] ?? '')
  if (folder === resolve('')) throw new Error('Name the folder: npm run package -- --folder /opt/dhow')
  mkdirSync(folder, { recursive: true })
  writePackage(folder)
  console.log(`${folder}: ${mebibytes(sizeOf(folder))}`)
  if (asked !== -1) return
  const archive = `${folder}.tar.gz`
  // The same owner and permissions, regardless of the packing user.
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mode=u=rwX,go=rX']
  const { isOk, output } = await run('tar', ['-czf', archive, ...owner, '-C', join(root, 'dist'), name])
  if (!isOk) throw new Error(output)
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
  console.log(`${archive}: ${mebibytes(statSync(archive).size)}, sha256 ${sum}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
