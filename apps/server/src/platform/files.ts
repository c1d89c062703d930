import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '@dhow/platform/error-code'
import type { Random } from './random.ts'

/** Files by the hash of their content: written once, never changed. A disk now; object storage has the same verbs. */
export interface Files {
  /** Keeps the bytes and answers their name. */
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<Buffer | undefined>
  /** Bytes of a file, without reading them; undefined where it is not there. */
  size(name: string): Promise<number | undefined>
  /** Keeps the bytes under a name that nothing else has, so that they can be dropped. */
  putApart(bytes: Buffer): Promise<string>
  /** Forgets a file, whether it is there or not. */
  drop(name: string): Promise<void>
  /** The names of whatever lies there, halves that a crash left of a file among it. */
  names(): Promise<string[]>
}

const wholeName = /^[0-9a-f]{64}$/
const anyName = /^[0-9a-f]{64}(\.[0-9a-f]{12})?$/

/** In one write; the promised kind of it makes many of a large file, each by way of another thread. */
const writeWhole = promisify(writeFile)

/** Undefined for a file that is not there. @throws any other failure */
function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}

export function openDiskFiles(folder: string, random: Random): Files {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name)
  async function write(name: string, bytes: Buffer): Promise<string> {
    // Written aside and then named: a crash leaves no half a file under a whole one's name.
    const aside = `${pathOf(name)}.${random.bytes(6).toString('hex')}`
    const writeAside = () => writeWhole(aside, bytes, { mode: 0o600 })
    try {
      await writeAside().catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
        await mkdir(join(folder, name.slice(0, 2)), { recursive: true, mode: 0o700 })
        await writeAside()
      })
      await rename(aside, pathOf(name))
    } catch (error) {
      // A full disk gets its room back, and nobody finds half a file.
      await Promise.allSettled([rm(aside, { force: true })])
      throw error
    }
    return name
  }
  return {
    put: (bytes) => write(createHash('sha256').update(bytes).digest('hex'), bytes),
    putApart: (bytes) => write(random.bytes(32).toString('hex'), bytes),
    async get(name) {
      if (!wholeName.test(name)) return undefined
      return readFile(pathOf(name)).catch(unlessAbsent)
    },
    async size(name) {
      if (!wholeName.test(name)) return undefined
      return (await stat(pathOf(name)).catch(unlessAbsent))?.size
    },
    async drop(name) {
      if (anyName.test(name)) await rm(pathOf(name), { force: true })
    },
    async names() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return []
        throw error
      })
      return entries.filter((entry) => entry.isFile() && anyName.test(entry.name)).map((entry) => entry.name)
    },
  }
}
