// Compresses the built front ends once instead of at each request.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['apps/player/dist/client', 'apps/console/dist/client', 'apps/studio/dist/client']
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

const [brotli, gz] = [promisify(brotliCompress), promisify(gzip)]

/** Writes a brotli and a gzip copy of every text file of the front ends. */
export async function compressBuilt() {
  await Promise.all(folders.flatMap((folder) => textFilesOf(join(root, folder)).map(pack)))
}

function textFilesOf(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => compressible.test(path))
}

async function pack(path) {
  if (existsSync(`${path}.br`) && statSync(`${path}.br`).mtimeMs >= statSync(path).mtimeMs) return
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [small, fairlySmall] = await Promise.all([brotli(bytes, { params }), gz(bytes, { level: 9 })])
  writeFileSync(`${path}.br`, small)
  writeFileSync(`${path}.gz`, fairlySmall)
}
