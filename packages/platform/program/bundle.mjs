// Bundles each program into one file for a fast start: reading a thousand files took over a third of a server's start, compiling them another.
// `node packages/platform/program/bundle.mjs server studio` compiles what changed in them and writes their files.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Packages that find files next to their script. */
const external = [/^@electric-sql\/pglite/, /^sharp$/, /^@node-rs\//, 'pg-native', 'bufferutil', 'utf-8-validate']
/** Removes comments and indents, which makes the file a third smaller to read; keeps names. */
const unspaced = { mangle: false, compress: false, codegen: { removeWhitespace: true } }
const starter = fileURLToPath(new URL('entry.mjs', import.meta.url))

/**
 * Writes a program's bundle from the compiled `dist`, unless nothing changed. Atomic, so several may do this at once. Its source map covers our own
 * sources only, since all of it is read for a stack trace.
 * @param {'server' | 'studio' | 'sandbox'} name
 */
export async function bundle(name) {
  const dist = join(root, 'apps', name, 'dist')
  const program = join(dist, 'program.cjs')
  const inputs = join(dist, 'program.inputs.json')
  if (isCurrent(program, inputs)) return
  const made = await rolldown({
    input: { program: join(dist, 'main.js') },
    platform: 'node',
    external,
    logLevel: 'silent',
    plugins: [{ name: 'own-sources', load: (id) => loaded(id, dist) }],
  })
  const { output } = await made.generate({
    dir: dist,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    sourcemap: true,
    minify: unspaced,
  })
  await made.close()
  for (const part of output) write(join(dist, part.fileName), part.type === 'chunk' ? part.code : part.source)
  const read = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  write(join(dist, 'program.js'), readFileSync(starter))
  // Delete caches of earlier versions.
  for (const name of readdirSync(dist)) if (name.endsWith('.compiled')) rmSync(join(dist, name), { force: true })
  write(inputs, JSON.stringify(read.filter((file) => existsSync(file))))
}

function loaded(id, dist) {
  if (!/\.[cm]?js$/.test(id) || !existsSync(id)) return null
  const code = readFileSync(id, 'utf8')
  if (id.includes('/node_modules/')) return { code, map: { version: 3, names: [], sources: [], mappings: '' } }
  const map = existsSync(`${id}.map`) ? JSON.parse(readFileSync(`${id}.map`, 'utf8')) : null
  // Keep `import.meta.url` of each file, for files that it finds next to itself.
  const itself = `new URL(${JSON.stringify(relative(dist, id))}, import.meta.url).href`
  // The launcher defines how modules are imported at run time.
  return { code: code.replaceAll('import.meta.url', itself).replaceAll('await import(', 'await importModule('), map }
}

function isCurrent(program, inputs) {
  if (!existsSync(program) || !existsSync(inputs)) return false
  const madeAt = statSync(program).mtimeMs
  return [...JSON.parse(readFileSync(inputs, 'utf8')), fileURLToPath(import.meta.url), starter].every(
    (file) => existsSync(file) && statSync(file).mtimeMs <= madeAt,
  )
}

function write(path, content) {
  const making = `${path}.${process.pid}`
  writeFileSync(making, content)
  renameSync(making, path)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2)
  // Compile first, so that the programs match the sources.
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-b', ...names.map((name) => join(root, 'apps', name))])
  for (const name of names) await bundle(name)
}
