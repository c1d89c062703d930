import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGliteOptions } from '@electric-sql/pglite'
import { vi } from 'vitest'

/**
 * The embedded engine needs seconds of CPU time to create a cluster, always the same one: tests copy the first one instead. Migrations still run as
 * usual.
 */
vi.mock('@electric-sql/pglite', async (importOriginal) => {
  const engine = await importOriginal<typeof import('@electric-sql/pglite')>()
  const create = async (options: PGliteOptions = {}) => {
    const isThere = options.dataDir !== undefined && existsSync(join(options.dataDir, 'PG_VERSION'))
    return engine.PGlite.create({ ...options, ...(isThere ? {} : { loadDataDir: await newCluster(engine) }) })
  }
  return { ...engine, PGlite: { create } }
})

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

async function newCluster({ PGlite }: typeof import('@electric-sql/pglite')): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(at('node_modules/@electric-sql/pglite/package.json'), 'utf8')) as {
    version: string
  }
  const path = at(`.cache/new-cluster-${version}.tar`)
  if (existsSync(path)) return new Blob([readFileSync(path)])
  const lite = await PGlite.create()
  const made = await lite.dumpDataDir('none')
  await lite.close()
  mkdirSync(at('.cache'), { recursive: true })
  // Under a temporary name until complete, as the other worker may be creating the same one.
  const making = `${path}.${process.pid}`
  writeFileSync(making, Buffer.from(await made.arrayBuffer()))
  renameSync(making, path)
  return made
}
