import { createHash } from 'node:crypto'
import type { FilesFault } from '@dhow/contract/service-text-params'
import type { Random } from './random.ts'

/** Files by the hash of their content: written once, never changed. */
export interface Files {
  /** Stores the bytes and returns their name. */
  put(bytes: Buffer): Promise<string>
  get(name: string): Promise<Buffer | undefined>
  /** Size of a file, without reading it; undefined if absent. */
  size(name: string): Promise<number | undefined>
  /** Stores the bytes under a unique name, so that they can be deleted. */
  putUnique(bytes: Buffer): Promise<string>
  /** Deletes a file; no error if it is absent. */
  drop(name: string): Promise<void>
  /** Names of all files there, including partial ones that a crash left. */
  names(): Promise<string[]>
}

/**
 * Store of all files: the data folder, or a bucket. A path consists of folders, slashes and a name of hexadecimal
 * digits, the same in both, so that a folder can be copied into a bucket as it is.
 */
export interface FileStore {
  place: FilePlace
  /** Stores the bytes durably and atomically: a concurrent reader gets all of the old content or all of the new. */
  write(path: string, bytes: Buffer): Promise<void>
  read(path: string): Promise<Buffer | undefined>
  size(path: string): Promise<number | undefined>
  remove(path: string): Promise<void>
  /** Names in a folder and its subfolders. */
  list(folder: string): Promise<string[]>
}

/** The store's place, for people. */
export type FilePlace = { kind: 'folder'; folder: string } | { kind: 's3'; bucket: string; endpoint: string }

/** A file store that does not answer, or refuses: nothing is known to be written. */
export class FileStoreError extends Error {
  readonly fault: FilesFault
  /** The code of a full disk if the store is full: both get the same answer. */
  readonly code: string | undefined
  constructor(fault: FilesFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'FileStoreError'
    this.fault = fault
    this.code = fault === 'full' ? 'ENOSPC' : undefined
  }
}

const wholeName = /^[0-9a-f]{64}$/
const anyName = /^[0-9a-f]{64}(\.[0-9a-f]{12})?$/

/** The files in one folder of the store. */
export function openFiles(store: FileStore, folder: string, random: Random): Files {
  const pathOf = (name: string) => `${folder}/${name.slice(0, 2)}/${name}`
  async function write(name: string, bytes: Buffer): Promise<string> {
    await store.write(pathOf(name), bytes)
    return name
  }
  return {
    put: (bytes) => write(createHash('sha256').update(bytes).digest('hex'), bytes),
    putUnique: (bytes) => write(random.bytes(32).toString('hex'), bytes),
    get: async (name) => (wholeName.test(name) ? store.read(pathOf(name)) : undefined),
    size: async (name) => (wholeName.test(name) ? store.size(pathOf(name)) : undefined),
    async drop(name) {
      if (anyName.test(name)) await store.remove(pathOf(name))
    },
    names: async () => (await store.list(folder)).filter((name) => anyName.test(name)),
  }
}

/**
 * Writes, reads, lists and removes a file, so that a wrong setting is found before the first picture comes.
 * @throws FileStoreError or an error of the disk
 */
export async function testFileStore(store: FileStore, random: Random): Promise<void> {
  const folder = 'check'
  const bytes = random.bytes(32)
  const name = random.bytes(32).toString('hex')
  await store.write(`${folder}/${name}`, bytes)
  const isRead = (await store.read(`${folder}/${name}`))?.equals(bytes) === true
  const isListed = (await store.list(folder)).includes(name)
  await store.remove(`${folder}/${name}`)
  if (!isRead || !isListed)
    throw new FileStoreError('other', 'a file that was just written cannot be read or is not listed')
}
