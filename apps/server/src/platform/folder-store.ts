import { writeFile } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '@dhow/platform/error-code'
import type { FileStore } from './files.ts'
import type { Random } from './random.ts'

/** Writes in one call; the promise version of fs splits a large file into many writes on other threads. */
const writeWhole = promisify(writeFile)

/** Undefined for a file that is not there. @throws any other failure */
function unlessAbsent(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}

/** Makes directory entries survive a power cut. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Files in a folder of this machine, or in one that several machines share. */
export function openFolderStore(root: string, random: Random): FileStore {
  return {
    place: { kind: 'folder', folder: root },
    async write(path, bytes) {
      const whole = join(root, path)
      // Write to a temporary name and rename: a crash leaves no partial file under the final name.
      const aside = `${whole}.${random.bytes(6).toString('hex')}`
      const writeTemporary = () => writeWhole(aside, bytes, { mode: 0o600, flush: true })
      try {
        await writeTemporary().catch(async (error: unknown) => {
          if (errorCode(error) !== 'ENOENT') throw error
          await mkdir(dirname(whole), { recursive: true, mode: 0o700 })
          await syncFolder(dirname(dirname(whole)))
          await writeTemporary()
        })
        await rename(aside, whole)
        await syncFolder(dirname(whole))
      } catch (error) {
        // Give a full disk its space back, and leave no partial file.
        await Promise.allSettled([rm(aside, { force: true })])
        throw error
      }
    },
    read: (path) => readFile(join(root, path)).catch(unlessAbsent),
    size: async (path) => (await stat(join(root, path)).catch(unlessAbsent))?.size,
    remove: (path) => rm(join(root, path), { force: true }),
    async list(folder) {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(unlessAbsent)
      return (entries ?? []).filter((entry) => entry.isFile()).map((entry) => basename(entry.name))
    },
  }
}
