import { mkdirSync, openSync, readFileSync, rmSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'

/** Two processes on one embedded database would corrupt it, so the first one keeps the folder. */
export class DataFolderTaken extends Error {
  override readonly name = 'DataFolderTaken'
}

/**
 * Takes the data folder for this process; the answer gives it back. A lock whose process is gone (it was killed) is taken over.
 * @throws DataFolderTaken with one sentence for a person.
 */
export function takeDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'server.lock')
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (attempt > 5 || (holder !== undefined && isAlive(holder))) {
      throw new DataFolderTaken(
        `The data folder ${folder} is in use by process ${holder}; stop it first or set DATA_DIR to another folder.`,
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
    return undefined
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
