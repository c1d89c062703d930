import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from './random.ts'

/** Files by the hash of their content: written once, never changed. A disk now; object storage has the same verbs. */
export interface Files {
  /** Keeps the bytes and answers their name. */
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<Buffer | undefined>
  /** Keeps the bytes under a name that nothing else has, so that they can be dropped. */
  putApart(bytes: Buffer): Promise<string>
  /** Forgets a file, whether it is there or not. */
  drop(name: string): Promise<void>
}

export function openDiskFiles(folder: string, random: Random): Files {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  async function write(name: string, bytes: Buffer): Promise<string> {
    await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 })
    // Written aside and then named: a crash leaves no half a file under a whole one's name.
    const aside = `${pathOf(name)}.${random.bytes(6).toString('hex')}`
    await writeFile(aside, bytes, { mode: 0o600 })
    await rename(aside, pathOf(name))
    return name
  }
  return {
    put: (bytes) => write(createHash('sha256').update(bytes).digest('hex'), bytes),
    putApart: (bytes) => write(random.bytes(32).toString('hex'), bytes),
    async get(name) {
      if (!/^[0-9a-f]{64}$/.test(name)) return undefined
      return readFile(pathOf(name)).catch((error: unknown) => {
        if ((error as { code?: string }).code === 'ENOENT') return undefined
        throw error
      })
    },
    async drop(name) {
      if (/^[0-9a-f]{64}$/.test(name)) await rm(pathOf(name), { force: true })
    },
  }
}
