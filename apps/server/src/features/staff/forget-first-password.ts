import { fieldsOf } from '@dhow/contract/records'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@dhow/platform/log'
import { errorCode } from '@dhow/platform/error-code'

/**
 * Removes the first operator's used one-time password from the folder's `secrets.json`, its last copy. Other entries
 * are kept; without the file there is nothing to do.
 */
export async function forgetFirstPassword(dataDir: string, log: Log): Promise<void> {
  const path = join(dataDir, 'secrets.json')
  try {
    const { firstOperatorPassword, ...rest } = fieldsOf(JSON.parse(await readFile(path, 'utf8')))
    if (firstOperatorPassword === undefined) return
    const fresh = `${path}.new`
    await writeFile(fresh, JSON.stringify(rest, null, 2), { mode: 0o600 })
    await rename(fresh, path)
    log.info('the first operator’s password was used and is removed from secrets.json')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    log.warn({ err: error }, 'the first operator’s password could not be removed from secrets.json')
  }
}
