import { resolve } from 'node:path'
import { OperatorError } from '@dhow/platform/process'
import { exportLogs } from '../features/receipts/index.ts'
import { withDatabase } from './with-database.ts'

/** Exports the public log as files into a folder. @throws OperatorError without a folder */
export async function exportLog([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new OperatorError('Name the folder that gets the files of the log.')
  await withDatabase(async ({ db }) => {
    const { size, written } = await exportLogs(db.kysely, resolve(folder))
    process.stdout.write(`${resolve(folder)} has the log up to its entry ${size}; ${written} files were written.\n`)
  })
}
