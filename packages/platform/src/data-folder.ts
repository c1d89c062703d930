import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'
import { OperatorError } from './process.ts'

const maxAttempts = 6

/**
 * Locks a data folder for this process, because two processes on one embedded database would corrupt it; the returned function releases it. Replaces
 * the lock of an ended process, as after a kill.
 * @param setting name of the folder's setting, for the error
 * @throws OperatorError if another process has it
 */
export function lockDataFolder(folder: string, { file, setting }: { file: string; setting: string }): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file)
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = openSync(path, 'wx')
      writeSync(opened, String(process.pid))
      closeSync(opened)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (attempt >= maxAttempts || (holder !== undefined && isAlive(holder))) {
      throw new OperatorError(
        `The data folder ${folder} is in use by process ${holder}; stop it first or set ${setting} to another folder.`,
      )
    }
    rmSync(path, { force: true })
  }
}

function readHolder(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    // Removed by its process meanwhile.
    return undefined
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
