import { statfsSync } from 'node:fs'
import { errorCode } from './error-code.ts'

/** The database's own code for a disk without room, so that each is answered alike. */
const diskFull = '53100'

/** @throws an error with the code of a full disk, where the folder's disk has less room than `reserveBytes` */
export function requireRoom(folder: string, reserveBytes: number) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= reserveBytes) return
  throw Object.assign(new Error(`the disk of ${folder} has less than ${reserveBytes} bytes left`), { code: diskFull })
}

const fullCodes = new Set([diskFull, 'ENOSPC', 'EDQUOT'])

/** Whether something could not be written because there is no room for it, on a disk of ours or of the database's. */
export const isDiskFull = (error: unknown) => fullCodes.has(errorCode(error) ?? '')
