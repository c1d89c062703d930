import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Log } from '@dhow/platform/log'
import { OperatorError } from '@dhow/platform/process'
import { FileStoreError, testFileStore, type FileStore } from './files.ts'
import type { Random } from './random.ts'
import { inEnglish } from './texts.ts'

/**
 * Writes, reads, lists and removes a file at the start. A store that is unavailable or full does not stop the start:
 * money needs no pictures, and the store may recover.
 * @throws OperatorError if a setting is wrong
 */
export async function checkFileStore(store: FileStore, random: Random, log: Log): Promise<void> {
  const { place } = store
  try {
    await testFileStore(store, random)
  } catch (error) {
    if (place.kind === 'folder' || !(error instanceof FileStoreError)) throw error
    const { bucket, endpoint } = place
    if (error.fault !== 'away' && error.fault !== 'full')
      throw new OperatorError(
        `Files: ${inEnglish(operatorText('health_files_fault', { bucket, endpoint, fault: error.fault }))}`,
        { cause: error },
      )
    log.error({ err: error }, 'the file store is unavailable: pictures are refused until it responds')
  }
}

/** No file has this name: the answer that it is absent shows that the store accepts this key. */
const absentFile = 'check/absent'

/** Checks a store outside this machine. @returns its fault, for people; undefined if it answers, and for a folder */
export async function storeFault({
  fileStore,
  log,
}: {
  fileStore: FileStore
  log: Log
}): Promise<OperatorText | undefined> {
  const { place } = fileStore
  if (place.kind === 'folder') return undefined
  try {
    await fileStore.read(absentFile)
    return undefined
  } catch (error) {
    log.warn({ err: error }, 'the file store refused a request')
    const fault = error instanceof FileStoreError ? error.fault : 'other'
    return operatorText('health_files_fault', { bucket: place.bucket, endpoint: place.endpoint, fault })
  }
}
