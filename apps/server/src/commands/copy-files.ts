import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { systemClock } from '@dhow/platform/clock'
import { OperatorError } from '@dhow/platform/process'
import { uploadedAvatars } from '../features/accounts/index.ts'
import { noteUpkeep } from '../features/alarms/index.ts'
import { namedPictures } from '../features/content/index.ts'
import { namedProofs } from '../features/deposits/index.ts'
import { sentPictures } from '../features/help/index.ts'
import { openFileStore } from '../open-platform.ts'
import type { Db } from '../platform/db/index.ts'
import { openFiles, type Files, type FileStore } from '../platform/files.ts'
import { openFolderStore } from '../platform/folder-store.ts'
import { systemRandom } from '../platform/random.ts'
import { withDatabase } from './with-database.ts'

/** Folders of the store, with the file names in database rows; a file's name is the SHA-256 of its content. */
const named: Record<string, (db: Db) => Promise<string[]>> = {
  files: async (db) => [...(await namedProofs(db)), ...(await sentPictures(db)), ...(await uploadedAvatars(db))],
  'files/content': namedPictures,
}
const atOnce = 8

export interface FilesCopied {
  /** Files that the database names, and those copied now. */
  files: number
  copied: number
  /** Paths of files that are missing, or whose content does not match their name. */
  missing: string[]
  changed: string[]
}

const holds = (bytes: Buffer | undefined, name: string): bytes is Buffer =>
  bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === name

/**
 * Copies files that the copy lacks, and compares every file with its hash, also those copied earlier, which a disk may
 * have corrupted.
 */
export async function copyNamedFiles(db: Db, from: FileStore, to: FileStore): Promise<FilesCopied> {
  const result: FilesCopied = { files: 0, copied: 0, missing: [], changed: [] }
  const random = systemRandom()
  async function copy(folder: string, name: string, source: Files, target: Files) {
    if (holds(await target.get(name), name)) return
    const bytes = await source.get(name)
    if (bytes === undefined) result.missing.push(`${folder}/${name}`)
    else if (holds(bytes, name)) {
      await target.put(bytes)
      result.copied += 1
    } else result.changed.push(`${folder}/${name}`)
  }
  for (const [folder, read] of Object.entries(named)) {
    const names = [...new Set(await read(db))]
    const [source, target] = [openFiles(from, folder, random), openFiles(to, folder, random)]
    for (let first = 0; first < names.length; first += atOnce)
      await Promise.all(names.slice(first, first + atOnce).map((name) => copy(folder, name, source, target)))
    result.files += names.length
  }
  return result
}

/**
 * Copies the files beside the database into a folder, prints the result as one line of JSON, and stores it for the
 * Health screen.
 * @throws OperatorError without a folder
 */
export async function copyFiles([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new OperatorError('Name the folder that gets the copies of the files.')
  const clock = systemClock()
  const began = clock.monotonicMs()
  await withDatabase(async ({ db, config }) => {
    const random = systemRandom()
    const note = (outcome: string) =>
      noteUpkeep(db, { task: 'files', outcome, seconds: Math.round((clock.monotonicMs() - began) / 1000) })
    try {
      const from = openFileStore(config, clock, random)
      const result = await copyNamedFiles(db.kysely, from, openFolderStore(resolve(folder), random))
      process.stdout.write(`${JSON.stringify(result)}\n`)
      const outcome = result.changed.length > 0 ? 'changed' : result.missing.length > 0 ? 'missing' : 'passed'
      await note(outcome)
      process.exitCode = outcome === 'passed' ? 0 : 1
    } catch (error) {
      await note('not_copied')
      throw error
    }
  })
}
