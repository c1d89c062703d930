import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '@dhow/platform/error-code'
import { OperatorError } from '@dhow/platform/process'

/** Content of a file; undefined if there is none. */
export async function readWhole(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes a file atomically and durably. False, without writing, if it already has this content.
 * @throws OperatorError if a final file has different content
 */
export async function writeWholeFile(path: string, content: string | Uint8Array, isFinal: boolean): Promise<boolean> {
  const bytes = Buffer.from(content)
  const before = await readWhole(path)
  if (before?.equals(bytes)) return false
  if (before && isFinal) throw new OperatorError(`${path} has another content than the log's file.`)
  await mkdir(dirname(path), { recursive: true })
  const making = `${path}.${process.pid}.part`
  const file = await open(making, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(making, path)
  return true
}
