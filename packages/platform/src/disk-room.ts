import { statfsSync } from 'node:fs'
import { errorCode } from './error-code.ts'

/** PostgreSQL's code for a full disk, so that both are handled alike. */
const diskFull = '53100'

/** @throws an error with the code of a full disk, if the folder's disk has less than `reserveBytes` free */
export function requireRoom(folder: string, reserveBytes: number) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= reserveBytes) return
  throw Object.assign(new Error(`the disk of ${folder} has less than ${reserveBytes} bytes left`), { code: diskFull })
}

const fullCodes = new Set([diskFull, 'ENOSPC', 'EDQUOT'])

/** Whether a write failed because of a full disk, ours or the database's. */
export const isDiskFull = (error: unknown) => fullCodes.has(errorCode(error) ?? '')
