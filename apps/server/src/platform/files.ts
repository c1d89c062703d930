import { createHash } from 'node:crypto'
import type { FilesFault } from '@dhow/contract/service-text-params'
import type { Random } from './random.ts'

/** Files by the hash of their content: written once, never changed. */
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

/**
 * The place of all files: the data folder, or a bucket. A path is made of folders, slashes and a name of hexadecimal digits, and the two
 * places have the same ones, so that a folder can be copied into a bucket as it is.
 */
export interface FileStore {
  place: FilePlace
  /** Keeps the bytes durably; whoever reads meanwhile finds the whole of what was there before, or the whole of these. */
  write(path: string, bytes: Buffer): Promise<void>
  read(path: string): Promise<Buffer | undefined>
  size(path: string): Promise<number | undefined>
  remove(path: string): Promise<void>
  /** The names in a folder and in those below it. */
  list(folder: string): Promise<string[]>
}

/** The place of files, for people. */
export type FilePlace = { kind: 'folder'; folder: string } | { kind: 's3'; bucket: string; endpoint: string }

/** A storage of files that does not answer, or refuses: nothing is known to be written. */
export class FileStoreError extends Error {
  readonly fault: FilesFault
  /** Of a storage without room, that of a full disk: it is answered alike. */
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
    putApart: (bytes) => write(random.bytes(32).toString('hex'), bytes),
    get: async (name) => (wholeName.test(name) ? store.read(pathOf(name)) : undefined),
    size: async (name) => (wholeName.test(name) ? store.size(pathOf(name)) : undefined),
    async drop(name) {
      if (anyName.test(name)) await store.remove(pathOf(name))
    },
    names: async () => (await store.list(folder)).filter((name) => anyName.test(name)),
  }
}

/**
 * Writes, reads, lists and removes a file, so that a wrong setting is found before the first picture is.
 * @throws FileStoreError or an error of the disk
 */
export async function proveStore(store: FileStore, random: Random): Promise<void> {
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
