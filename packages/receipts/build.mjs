// Builds the published files: the offline page, and the folder of the npm package. `node packages/receipts/build.mjs`
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const read = (path) => readFileSync(at(path), 'utf8')
const entries = ['index', 'cli']

/** Bundles one script including the hashes of packages/fairness, so that it has no dependencies. */
async function scriptOf(input, output) {
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    external: /^node:/,
    resolve: { conditionNames: ['dhow-source', 'import', 'default'] },
    logLevel: 'silent',
  })
  const made = await bundle.generate(output)
  await bundle.close()
  return made.output
}

/** Builds the page with inline style and script, and a CSP that lets it load and send nothing. */
async function buildPage() {
  const [{ code }] = await scriptOf(at('page/page.ts'), { format: 'iife', minify: true })
  const script = code.trim().replaceAll('</script', '<\\/script')
  const style = read('page/page.css')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s*([{};:,])\s+/g, '$1')
    .trim()
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`
  const page = read('page/page.html')
    .replace('content=""', () => `content="${policy}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`)
  writeFileSync(at('dist/receipt-checker.html'), page)
}

/** Bundles the types of the index's modules into one file, without comments, which would be half of the package. */
function typesOf(index) {
  const bare = (text) => text.replace(/^\s*\/\*[^]*?\*\/\n/gm, '').replace(/^\/\/#.*\n?/gm, '')
  const declared = new Set()
  const bodies = []
  const declare = (text) => {
    for (const [, name] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) {
      if (declared.has(name)) continue
      declared.add(name)
      const module = bare(read(`dist/${name}.d.ts`))
      declare(module)
      bodies.push(
        module
          .replace(/^import .*\n/gm, '')
          .replace(/^export (?=\w)/gm, '')
          .replace(/^export \{\};?\n/gm, ''),
      )
    }
  }
  declare(index)
  return `${bodies.join('')}${bare(index).replace(/ from '[^']+'/g, '')}`
}

/** Builds the folder to publish: script, types and command. */
async function buildPackage() {
  rmSync(at('dist/npm'), { recursive: true, force: true })
  mkdirSync(at('dist/npm'), { recursive: true })
  const input = Object.fromEntries(entries.map((name) => [name, at(`src/${name}.ts`)]))
  for (const part of await scriptOf(input, { format: 'esm', chunkFileNames: '[name].js', minify: true }))
    writeFileSync(at(`dist/npm/${part.fileName}`), part.code)
  writeFileSync(at('dist/npm/index.d.ts'), typesOf(read('dist/index.d.ts')))
  const { name, version, license } = JSON.parse(read('package.json'))
  const manifest = {
    ...{ name, version, license, type: 'module' },
    description: 'Checks receipts, statements and proofs of a public transparency log',
    engines: { node: '>=20' },
    exports: { types: './index.d.ts', default: './index.js' },
    bin: { receipt: './receipt.mjs' },
  }
  writeFileSync(at('dist/npm/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(at('dist/npm/receipt.mjs'), read('receipt.mjs').replace("'dist/cli.js'", "'cli.js'"))
  cpSync(at('README.md'), at('dist/npm/README.md'))
}

/** Builds the page and the package. */
export async function buildReceipts() {
  mkdirSync(at('dist'), { recursive: true })
  await Promise.all([buildPage(), buildPackage()])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildReceipts()
