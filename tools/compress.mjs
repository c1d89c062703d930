import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['apps/player/dist/client', 'apps/console/dist/client', 'apps/studio/dist/client']
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Writes a brotli and a gzip copy beside every text file of the front ends, so that no request pays for it. */
export function compressBuilt() {
  for (const folder of folders) if (existsSync(join(root, folder))) walk(join(root, folder))
}

function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) walk(path)
    else if (compressible.test(entry.name)) pack(path)
  }
}

function pack(path) {
  if (existsSync(`${path}.br`) && statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs) return
  const bytes = readFileSync(path)
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  )
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
